import type { HttpHandler } from 'msw';
import type { Catalog, Pets } from './catalog/catalog.ts';
import { createCatalogs } from './catalog/catalogs.ts';
import type { Faults } from './catalog/faults.ts';
import { resolveCatalogOptions, type PetCatalogOptions } from './catalog/options.ts';
import type { Requests } from './catalog/requests.ts';
import type { SeedOptions, Snapshot } from './contract/control.ts';
import { OptionError } from './contract/option-error.ts';
import { createHandlers } from './handlers/index.ts';
import { createVisits } from './handlers/visit.ts';
import { createService, type Service } from './operations/service.ts';

/** The controls of one catalog. */
export interface CatalogControls {
  /** The pets, without HTTP. What it gives are copies. */
  readonly pets: Pets;
  /** The failures to inject. */
  readonly faults: Faults;
  /** The journal of requests. */
  readonly requests: Requests;
  /** Back to how it started: pets, ids, faults, journal. What is in flight is cut off. */
  reset(): void;
  /**
   * Replaces the pets; `reset()` then comes back to these. What is in flight is cut off.
   * @throws InvalidInputError, and then nothing has changed.
   */
  seed(options?: SeedOptions): void;
  /** The whole state as plain JSON. */
  snapshot(): Snapshot;
  /**
   * Brings a snapshot's state back. What is in flight is cut off.
   * @throws InvalidInputError, and then nothing has changed.
   */
  restore(snapshot: Snapshot): void;
}

/** A mock of the Pet Catalog service that shares nothing with any other. */
export interface PetCatalog extends CatalogControls {
  /** msw handlers, for `setupServer(...)`, `setupWorker(...)`, `createMiddleware(...)`. */
  readonly handlers: HttpHandler[];
  /**
   * Runs one request through the service with no network.
   * @returns Its answer; `undefined` when it is for none of the service's paths.
   */
  fetch(request: Request): Promise<Response | undefined>;
  /**
   * With `isolate`: the controls of a key's catalog, which is made on first use.
   * @throws OptionError without `isolate`.
   */
  forKey(apiKey: string): CatalogControls;
}

const internals = Symbol('internals');

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
  return createObservedCatalog(options);
}

/** @param onProgress Told how many pets have been seeded. */
export function createObservedCatalog(
  options: PetCatalogOptions,
  onProgress?: (made: number, of: number) => void,
): PetCatalog {
  const settings = resolveCatalogOptions(options);
  const catalogs = createCatalogs(settings, onProgress);
  const service = createService(settings, catalogs);
  const visits = createVisits(service);

  const catalog: PetCatalog = {
    ...controlsOf(() => catalogs.common),
    handlers: createHandlers(service),
    async fetch(request) {
      return visits.placeOf(request) && visits.answer(request);
    },
    forKey(apiKey) {
      if (!settings.isolate) {
        throw new OptionError(
          'forKey(...) needs the option "isolate": without it, keys share a catalog',
        );
      }
      const key = typeof apiKey === 'string' ? apiKey.trim() : '';
      if (key === '') throw new OptionError('forKey(...) needs a key that is not empty');
      catalogs.of(key);
      return controlsOf(() => catalogs.of(key));
    },
  };
  Object.defineProperty(catalog, internals, { value: service });
  return catalog;
}

/** What hosts of this package build on. */
export function serviceOf(catalog: PetCatalog): Service {
  const service = (catalog as { [internals]?: Service })[internals];
  if (!service) throw new OptionError('The catalog must be one that createPetCatalog() gave');
  return service;
}

/**
 * The controls of a catalog that is looked up at each use: a key's catalog may have gone meanwhile,
 * and is then made anew, just as for a request.
 */
export function controlsOf(find: () => Catalog): CatalogControls {
  return {
    get pets() {
      return find().pets;
    },
    get faults(): Faults {
      const { add, list, remove, clear } = find().faults;
      return { add, list, remove, clear };
    },
    get requests() {
      return find().requests;
    },
    reset: () => find().reset(),
    seed: (options) => find().seed(options),
    snapshot: () => find().snapshot(),
    restore: (snapshot) => find().restore(snapshot),
  };
}
