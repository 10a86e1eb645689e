import { http, type HttpHandler } from 'msw';
import type { FetchAdapter } from './fetch-adapter.ts';

/** Creates a pet: POST {base}/pets. */
export function createPetHandler(adapter: FetchAdapter): HttpHandler {
  return http.post(
    ({ request }) => adapter.isFor('createPet', request),
    ({ request }) => adapter.answer(request),
  );
}
