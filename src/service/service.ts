import { createCatalogs, type CatalogsHost } from '../catalog/catalogs.ts';
import { createLifetime } from '../catalog/lifetime.ts';
import type { Replay } from '../catalog/requests.ts';
import {
  apiKeyHeader,
  isolationHeader,
  resolveCatalogOptions,
  resolveDialect,
  type PetCatalogOptions,
} from '../catalog/options.ts';
import { authenticate, readApiKey } from './authenticate.ts';
import { createHandle } from './handle.ts';
import type { ServiceRequest } from './request.ts';
import { replayCall } from './replay.ts';
import { createOperationTable, refuseBasePath, type OperationTable } from './table.ts';

export interface ServiceHost extends CatalogsHost {
  /** Told what an operation threw. Default: it is written with `console.error`. */
  onOperationError?: ((error: Error) => void) | undefined;
}

/** What may be replaced while it runs. */
export type ChangedOptions = Pick<PetCatalogOptions, 'fixtures' | 'scenarios' | 'operations'>;

/** The service without a host: a request in, a response out. */
export type Service = ReturnType<typeof createService>;

/** @throws OptionError that names the option, the value and what is expected. */
export function createService(options: PetCatalogOptions, host: ServiceHost = {}) {
  let given = options;
  let table: OperationTable | undefined;
  // The operations are asked for while the options are read.
  const tableOf = () =>
    (table ??= createOperationTable(options.operations, resolveDialect(options.dialect)));
  const knownOperations = () => tableOf().all;
  const settings = resolveCatalogOptions(options, knownOperations);
  // A wrong definition is refused at the start.
  refuseBasePath(tableOf(), settings.baseUrl.path);
  const start = `${settings.baseUrl.path}/`;
  const matchRoute = (path: string) => tableOf().match(path, start);
  const replay: Replay = (sent, signal) => replayCall({ matchRoute, handle }, sent, signal);
  const catalogs = createCatalogs(settings, { ...host, knownOperations, replay });
  const { onOperationError = (error) => console.error(error) } = host;
  const { apiKeys, dialect } = settings;
  const isolation = isolationHeader(settings)?.toLowerCase();
  let open = createLifetime();

  function isolationKeyOf(headers: ServiceRequest['headers']): string | undefined {
    if (isolation === undefined) return undefined;
    const key = readApiKey(headers[isolation]);
    const isRefused = isolation === apiKeyHeader && authenticate(key, apiKeys) !== undefined;
    return isRefused ? undefined : key;
  }

  /** The catalog of its key or of the header that isolates, else the common one. */
  const catalogOf = (headers: ServiceRequest['headers']) => catalogs.of(isolationKeyOf(headers));

  const handle = createHandle({
    settings,
    catalogOf,
    open: () => open,
    onError: onOperationError,
  });

  return {
    /** Those of the start. */
    settings,
    catalogs,
    /** The header whose value chooses the catalog, lower-case; `undefined` when all share one. */
    isolation,
    /** Those of the moment. */
    get operations() {
      return tableOf();
    },
    /** `undefined` for a path that is the host's to respond to. */
    matchRoute,
    catalogOf,
    /** The same, to read: it makes no catalog that is not there. */
    lookAt: (headers: ServiceRequest['headers']) => catalogs.look(isolationKeyOf(headers)),
    handle,
    /**
     * Replaces options while it runs. Fixtures replace the pets, as a seed does. A scenario in force
     * stays until it is chosen again. Faults of operations that are gone go; requests in flight are
     * answered by the old operations.
     *
     * @returns How many faults have gone.
     * @throws OptionError or InvalidInputError, and then nothing has changed.
     */
    replace(changes: ChangedOptions): number {
      const before = tableOf();
      const next = { ...given, ...changes };
      const operations =
        'operations' in changes ? createOperationTable(next.operations, dialect) : before;
      refuseBasePath(operations, settings.baseUrl.path);
      const resolved = resolveCatalogOptions(next, () => operations.all);
      if ('fixtures' in changes || 'scenarios' in changes) {
        catalogs.replaceInitialStates(resolved, 'fixtures' in changes);
      }
      given = next;
      table = operations;
      return catalogs.all().reduce((sum, { faults }) => sum + faults.removeMisfits(), 0);
    },
    /** Ends the calls that nobody has let go: their host is closing. */
    endHangs(): void {
      open.end();
      open = createLifetime();
    },
  };
}
