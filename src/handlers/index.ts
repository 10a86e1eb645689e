import { HttpHandler, type HttpCustomPredicate, type PathParams } from 'msw';
import type { Service } from '../service/service.ts';
import { answerRequest, matchRequest, type HostCall } from './fetch-adapter.ts';

/**
 * Returns the service as msw handlers, for `setupServer`, `setupWorker` and `createMiddleware`: one for
 * each operation, in the order of their list, then one for every other method on their paths.
 *
 * Each handler asks the service about each request, so `service.replace` needs no new handlers: the last
 * handler takes operations that are added later. Only `listHandlers()` shows the old list then.
 *
 * @param hostOf Gives what a host knows of a request that `Request` does not tell.
 */
export function createHandlers(
  service: Service,
  hostOf: (request: Request) => HostCall | undefined = () => undefined,
): HttpHandler[] {
  const { origin, path: basePath } = service.settings.baseUrl;
  const base = `${origin ?? '*'}${basePath}`;

  /** msw shows `name` in `listHandlers()` and in its warnings. */
  function createHandler(
    name: string,
    method: string | RegExp,
    matches: HttpCustomPredicate<PathParams>,
  ): HttpHandler {
    const handler = new HttpHandler(method, matches, ({ request }) =>
      answerRequest(service, request, hostOf(request)),
    );
    // Without it, msw shows "[custom predicate]".
    handler.info.header = name;
    return handler;
  }

  // The predicates are functions because msw matches a path in any letter case, compiles it again for
  // each request, throws at a malformed escape, and lets no literal segment win over a parameter.
  const ofOperations = service.operations.all.map(({ name, method, path }) =>
    createHandler(`${method} ${base}${toMswPath(path)}`, method, ({ request }) => {
      if (request.method !== method) return false;
      const { operations } = matchRequest(service, request)?.route.resource ?? {};
      return operations?.[method]?.operation.name === name;
    }),
  );
  const others = createHandler(
    `HEAD, OPTIONS, 405 ${base}/*`,
    /.+/,
    ({ request }) => matchRequest(service, request) !== undefined,
  );
  return [...ofOperations, others];
}

/** `/pets/{petId}` as `/pets/:petId`. */
function toMswPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
