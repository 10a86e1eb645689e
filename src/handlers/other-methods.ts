import { http, type HttpHandler } from 'msw';
import type { Visits } from './visit.ts';

/** `HEAD` and `OPTIONS` of both paths, and `405` for methods that are not theirs. */
export function otherMethodsHandler(visits: Visits): HttpHandler {
  return http.all(
    ({ request }) => visits.placeOf(request) !== undefined,
    ({ request }) => visits.answer(request),
  );
}
