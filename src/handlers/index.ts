import type { HttpHandler } from 'msw';
import type { Service } from '../operations/service.ts';
import { createPetHandler } from './create-pet.ts';
import { getPetHandler } from './get-pet.ts';
import { listPetsHandler } from './list-pets.ts';
import { otherMethodsHandler } from './other-methods.ts';
import type { HostContext } from './fetch-adapter.ts';
import { createFetchAdapter } from './fetch-adapter.ts';

/**
 * The service as msw handlers, for `setupServer`, `setupWorker` and `createMiddleware`. Requests to
 * other paths and origins are left alone. Predicates are functions: msw compiles a path in
 * a string again for each request, in any letter case, and throws at a malformed escape.
 *
 * @param contextOf For a host that knows more of a request than `Request` carries.
 */
export function createHandlers(
  service: Service,
  contextOf?: () => HostContext | undefined,
): HttpHandler[] {
  const adapter = createFetchAdapter(service, contextOf);
  return [
    getPetHandler(adapter),
    listPetsHandler(adapter),
    createPetHandler(adapter),
    otherMethodsHandler(adapter),
  ];
}
