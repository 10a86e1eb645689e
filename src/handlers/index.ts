import { http, type HttpHandler } from 'msw';
import { methodsOf, type OperationName } from '../contract/operations.ts';
import type { Route } from '../operations/route.ts';
import type { Service } from '../operations/service.ts';
import { createPet } from './create-pet.ts';
import {
  callService,
  routeOf,
  toResponse,
  type FetchCall,
  type HostContext,
  type Resolver,
} from './fetch-adapter.ts';
import { getPet } from './get-pet.ts';
import { listPets } from './list-pets.ts';

const resolvers: Record<OperationName, Resolver> = { createPet, getPet, listPets };

/** `OPTIONS`, and `405` for methods that a path does not have. */
const otherMethods: Resolver = async (call) => toResponse(await callService(call), call);

export function resolveCall(call: FetchCall): Promise<Response> {
  const operation = methodsOf[call.route.resource][call.request.method];
  return (operation === undefined ? otherMethods : resolvers[operation])(call);
}

/**
 * The service as msw handlers, for `setupServer`, `setupWorker` and `createMiddleware`. Requests to
 * other paths and origins are left alone.
 *
 * It is one handler, as msw clones a request and parses its URL for each that it tries. Its
 * predicate is a function: msw would compile a path in a string again for each request, match it in
 * any letter case, and throw at a malformed escape. What it has matched goes to the resolver as
 * msw's `params`, so that no request is matched twice.
 *
 * @param contextOf For a host that knows more of a request than `Request` carries.
 */
export function createHandlers(
  service: Service,
  contextOf?: (request: Request) => HostContext | undefined,
): HttpHandler[] {
  return [
    http.all(
      ({ request }) => {
        const route = routeOf(service, request);
        return { matches: route !== undefined, params: { ...route } };
      },
      ({ request, params }) =>
        resolveCall({
          service,
          request,
          route: params as unknown as Route,
          context: contextOf?.(request),
        }),
    ),
  ];
}
