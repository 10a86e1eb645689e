import { http, type HttpHandler } from 'msw';
import type { Visits } from './visit.ts';

/** Lists the pets: GET {base}/pets. */
export function listPetsHandler(visits: Visits): HttpHandler {
  return http.get(
    ({ request }) => visits.isFor('listPets', request),
    ({ request }) => visits.answer(request),
  );
}
