import { http, type HttpHandler } from 'msw';
import type { FetchAdapter } from './fetch-adapter.ts';

/** Lists the pets: GET {base}/pets. */
export function listPetsHandler(adapter: FetchAdapter): HttpHandler {
  return http.get(
    ({ request }) => adapter.isFor('listPets', request),
    ({ request }) => adapter.answer(request),
  );
}
