import { createCatalogs, type Catalogs, type CatalogsHost } from '../catalog/catalogs.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { createLifetime } from '../catalog/lifetime.ts';
import type { Replay } from '../catalog/requests.ts';
import {
  apiKeyHeader,
  isolationHeader,
  resolveCatalogOptions,
  resolveModel,
  type CatalogSettings,
  type PetCatalogOptions,
} from '../catalog/options.ts';
import { authenticate, readApiKey } from './authenticate.ts';
import { createHandle, type Handle } from './handle.ts';
import type { Route, ServiceRequest } from './request.ts';
import { replayCall } from './replay.ts';
import { createOperationTable, refuseBasePath, type OperationTable } from './table.ts';

export interface ServiceHost extends CatalogsHost {
  /** Called with an error that an operation threw. Default: `console.error`. */
  onOperationError?: ((error: Error) => void) | undefined;
}

/** The options that can be replaced while the service runs. */
export type ChangedOptions = Pick<PetCatalogOptions, 'fixtures' | 'scenarios' | 'operations'>;

/** The service without a host: a request in, a response out. */
export interface Service {
  /** The options of the start, with their defaults. */
  readonly settings: CatalogSettings;
  readonly catalogs: Catalogs;
  /** The header whose value chooses the catalog, in lower case; `undefined` if all share one. */
  readonly isolation: string | undefined;
  /** The current operations. */
  readonly operations: OperationTable;
  /** Finds the route of a path. Returns `undefined` for a path that the host answers. */
  matchRoute(path: string): Route | undefined;
  /** Returns the catalog of a request, which is made at its first use. */
  catalogOf(headers: ServiceRequest['headers']): Catalog;
  /** Like `catalogOf`, but for reads: see `Catalogs.look`. */
  lookAt(headers: ServiceRequest['headers']): Catalog;
  /** Answers a request for a path of the service. */
  readonly handle: Handle;
  /**
   * Replaces options while the service runs. New fixtures replace the pets, as a seed does. A scenario
   * in force stays until it is chosen again. Faults of removed operations are removed. The old
   * operations answer the requests in flight.
   *
   * @returns The number of removed faults.
   * @throws OptionError or InvalidInputError, and then nothing has changed.
   */
  replace(changes: ChangedOptions): number;
  /** The problems in the files that its host watches, one sentence each. */
  readonly problems: readonly string[];
  /** Replaces the problems, and sends a `state` event from every catalog. */
  setProblems(next: readonly string[]): void;
  /** Ends the calls that a fault keeps waiting, because their host closes. */
  endHangs(): void;
}

/** @throws OptionError that names the option, the value and what is expected. */
export function createService(options: PetCatalogOptions, host: ServiceHost = {}): Service {
  let given = options;
  let table: OperationTable | undefined;
  // The operations are asked for while the options are read.
  const tableOf = () => (table ??= createOperationTable(options.operations, resolveModel(options)));
  const knownOperations = () => tableOf().all;
  const settings = resolveCatalogOptions(options, knownOperations);
  // A wrong definition is refused at the start.
  refuseBasePath(tableOf(), settings.baseUrl.path);
  const start = `${settings.baseUrl.path}/`;
  const matchRoute = (path: string) => tableOf().match(path, start);
  const replay: Replay = (sent, signal) => replayCall({ matchRoute, handle }, sent, signal);
  const catalogs = createCatalogs(settings, { ...host, knownOperations, replay });
  const { onOperationError = (error) => console.error(error) } = host;
  const { apiKeys } = settings;
  const isolation = isolationHeader(settings)?.toLowerCase();
  let open = createLifetime();
  let problems: readonly string[] = [];

  function isolationKeyOf(headers: ServiceRequest['headers']): string | undefined {
    if (isolation === undefined) return undefined;
    const key = readApiKey(headers[isolation]);
    const isRefused = isolation === apiKeyHeader && authenticate(key, apiKeys) !== undefined;
    return isRefused ? undefined : key;
  }

  /** Returns the catalog of the key or of the header of `isolate`, or else the common one. */
  const catalogOf = (headers: ServiceRequest['headers']) => catalogs.of(isolationKeyOf(headers));

  const handle = createHandle({
    settings,
    catalogOf,
    open: () => open,
    onError: onOperationError,
  });

  return {
    settings,
    catalogs,
    isolation,
    get operations() {
      return tableOf();
    },
    matchRoute,
    catalogOf,
    lookAt: (headers) => catalogs.look(isolationKeyOf(headers)),
    handle,
    replace(changes) {
      const before = tableOf();
      const next = { ...given, ...changes };
      const operations =
        'operations' in changes ? createOperationTable(next.operations, settings.model) : before;
      refuseBasePath(operations, settings.baseUrl.path);
      const resolved = resolveCatalogOptions(next, () => operations.all);
      if ('fixtures' in changes || 'scenarios' in changes) {
        catalogs.replaceInitialStates(resolved, 'fixtures' in changes);
      }
      given = next;
      table = operations;
      return catalogs.all().reduce((sum, { faults }) => sum + faults.removeMisfits(), 0);
    },
    get problems() {
      return problems;
    },
    setProblems(next) {
      problems = next;
      for (const catalog of catalogs.all()) catalog.tellState();
    },
    endHangs() {
      open.end();
      open = createLifetime();
    },
  };
}
