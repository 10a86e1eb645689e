import { http, type HttpHandler } from 'msw';
import type { Visits } from './visit.ts';

/** Creates a pet: POST {base}/pets. */
export function createPetHandler(visits: Visits): HttpHandler {
  return http.post(
    ({ request }) => visits.isFor('createPet', request),
    ({ request }) => visits.answer(request),
  );
}
