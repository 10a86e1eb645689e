import { http, type HttpHandler } from 'msw';
import type { FetchAdapter } from './fetch-adapter.ts';

/** `HEAD` and `OPTIONS` of both paths, and `405` for methods that are not theirs. */
export function otherMethodsHandler(adapter: FetchAdapter): HttpHandler {
  return http.all(
    ({ request }) => adapter.routeOf(request) !== undefined,
    ({ request }) => adapter.answer(request),
  );
}
