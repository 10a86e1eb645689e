import { http, type HttpHandler } from 'msw';
import type { Service } from '../operations/service.ts';
import { answerRequest, matchRequest, type Call } from './fetch-adapter.ts';

/**
 * The service as msw handlers, for `setupServer`, `setupWorker` and `createMiddleware`. Requests to
 * other paths and origins are left alone.
 *
 * It is one handler, as msw clones a request and parses its URL for each that it tries, and as the
 * operations may be replaced. Its predicate is a function: msw would compile a path in a string again
 * for each request, match it in any letter case, and throw at a malformed escape. What it has matched
 * goes to the resolver as msw's `params`, so that no request is matched twice.
 *
 * @param answer For a host that knows more of a request than `Request` carries.
 */
export function createHandlers(
  service: Service,
  answer = (request: Request, call: Call) => answerRequest(service, request, call),
): HttpHandler[] {
  return [
    http.all(
      ({ request }) => {
        const call = matchRequest(service, request);
        return { matches: call !== undefined, params: { ...call } as Record<string, never> };
      },
      ({ request, params }) => answer(request, params as unknown as Call),
    ),
  ];
}
