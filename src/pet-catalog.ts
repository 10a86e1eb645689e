import type { HttpHandler } from 'msw';
import { controlsOf, keylessControls, type CatalogControls } from './catalog/controls.ts';
import type { PetCatalogOptions } from './catalog/options.ts';
import { OptionError } from './contract/errors.ts';
import { createHandlers } from './handlers/index.ts';
import { answerRequest } from './handlers/fetch-adapter.ts';
import { createService, type Service } from './service/service.ts';

/**
 * A mock of the Pet Catalog service that shares nothing with any other. With `isolate`, its own
 * controls are those without a key: `reset` resets all catalogs, reads are of the common one, which
 * has the requests without a good key, and changes throw an OptionError.
 */
export interface PetCatalog extends CatalogControls {
  /**
   * msw handlers, for `setupServer(...)`, `setupWorker(...)` and `createMiddleware(...)`: one for each
   * operation, and one for `HEAD`, `OPTIONS` and `405`.
   */
  readonly handlers: HttpHandler[];
  /**
   * Runs one request through the service without a network. It takes what `fetch` takes.
   *
   * @returns The response; `undefined` if the path is not the service's. A network fault is
   *   `Response.error()` (type `'error'`, status 0), where the real `fetch` would reject.
   * @throws TypeError, like `fetch`, if the URL is not valid.
   * @throws The reason of the signal, like `fetch`, if it aborts. A call that still waits then changes
   *   nothing.
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response | undefined>;
  /**
   * With `isolate`: the controls of the catalog of a key, or of a value of the header that `isolate`
   * names. The catalog is made on first use, and again if it was discarded meanwhile.
   * @throws OptionError without `isolate`.
   */
  forKey(apiKey: string): CatalogControls;
}

/**
 * Makes a mock of the Pet Catalog service: a catalog seeded with pets, and the handlers that serve
 * it.
 *
 * @example
 * const catalog = createPetCatalog({ seed: 7 });
 * const server = setupServer(...catalog.handlers);
 * beforeEach(() => catalog.reset());
 *
 * @throws OptionError that names the option, the value and what is expected.
 */
export function createPetCatalog(options: PetCatalogOptions = {}): PetCatalog {
  return toPetCatalog(createService(options));
}

/** The public face of a service. @internal */
export function toPetCatalog(service: Service): PetCatalog {
  const { settings, catalogs } = service;
  const catalog: PetCatalog = {
    ...(settings.isolate ? keylessControls(catalogs) : controlsOf(() => catalogs.common)),
    handlers: createHandlers(service),
    async fetch(input, init) {
      const isWhole = init === undefined && typeof input !== 'string' && !(input instanceof URL);
      const request = isWhole ? input : new Request(input, init);
      request.signal.throwIfAborted();
      return rejectOnAbort(request.signal, answerRequest(service, request));
    },
    forKey(apiKey) {
      if (!settings.isolate) {
        const expected = 'true or the name of a header for forKey(...)';
        throw new OptionError({ option: 'isolate', value: false, expected });
      }
      const key = typeof apiKey === 'string' ? apiKey.trim() : '';
      if (key === '') {
        throw new OptionError({ option: 'apiKey', expected: 'a key that is not empty' });
      }
      catalogs.of(key);
      return controlsOf(() => catalogs.of(key));
    },
  };
  return Object.defineProperty(catalog, internals, { value: service });
}

/** Settles as the answer does, or rejects as soon as the signal aborts. */
function rejectOnAbort<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort);
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

const internals = Symbol('internals');

/** Returns the service behind a catalog, for the hosts of this package. @internal */
export function serviceOf(catalog: object): Service {
  const service = (catalog as { [internals]?: Service } | undefined | null)?.[internals];
  if (!service) {
    const expected = 'one that createPetCatalog() gave';
    const explain = () => `The catalog must be ${expected}`;
    throw new OptionError({ option: 'catalog', value: catalog, expected, explain });
  }
  return service;
}
