import { http, type HttpHandler } from 'msw';
import type { Visits } from './visit.ts';

/** Gets one pet: GET {base}/pets/{petId}. */
export function getPetHandler(visits: Visits): HttpHandler {
  return http.get(
    ({ request }) => visits.isFor('getPet', request),
    ({ request }) => visits.answer(request),
  );
}
