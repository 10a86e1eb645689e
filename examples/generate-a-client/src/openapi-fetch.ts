// #region client
import createClient from 'openapi-fetch';
import type { paths } from './generated/pets.ts';

export const pets = createClient<paths>({
  baseUrl: process.env['PET_CATALOG_URL'] ?? 'http://127.0.0.1:4020/v2',
  headers: { 'X-API-Key': 'test' },
});
// #endregion
