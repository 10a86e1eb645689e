import { http, type HttpHandler } from 'msw';
import type { FetchAdapter } from './fetch-adapter.ts';

/** Gets one pet: GET {base}/pets/{petId}. */
export function getPetHandler(adapter: FetchAdapter): HttpHandler {
  return http.get(
    ({ request }) => adapter.isFor('getPet', request),
    ({ request }) => adapter.answer(request),
  );
}
