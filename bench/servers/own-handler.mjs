// A handler that no request of the benchmark is for: with it, Express and msw answer all requests.
import { http } from 'msw';

export default [http.get('*/unused', () => undefined)];
