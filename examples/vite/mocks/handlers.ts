// #region handlers
import { http, HttpResponse } from 'msw';
import { shelter } from './shelter.ts';

export default [http.get('/v2/shelter', () => HttpResponse.json(shelter))];
// #endregion
