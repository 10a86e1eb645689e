import type {
  ActiveFault,
  CatalogSummary,
  Fault,
  JournalEntry,
  RequestFilter,
  SeedOptions,
  Snapshot,
  WaitOptions,
} from '../contract/control.ts';
import type { NewPet, Pet } from '../contract/pet.ts';
import { ControlError } from './control-error.ts';
import { createSend, type Credentials, type Send } from './send.ts';
import { subscribe, type ControlEvent, type SubscribeOptions } from './subscribe.ts';

/** Which server, and who asks. */
export interface ControlOptions extends Credentials {
  /**
   * The server's origin (`http://127.0.0.1:4020`), its service URL (`…/v2`), or where the app is
   * mounted in another (`…/mock`): the control plane is looked for there and above it.
   */
  url: string | URL;
  /**
   * With `isolate`: the key whose catalog is controlled. Without it, `reset` is of all catalogs, what is
   * read is of the one for requests without a key, and changes are refused.
   */
  apiKey?: string | undefined;
  /**
   * What each control request brings besides: where `isolate` names a header, that one
   * (`{ 'X-Test-Id': 'one' }`).
   */
  headers?: Readonly<Record<string, string>> | undefined;
  /** The server's `adminToken`, when it has one. */
  token?: string | undefined;
  /** What sends the requests: a `fetch` through a proxy, say. Default: the global `fetch`. */
  fetch?: typeof fetch | undefined;
}

/** What `GET /__admin/health` says. */
export interface ServerHealth {
  status: 'ok';
  version: string;
  /** Seconds since the start. */
  uptime: number;
  pets: number;
}

/** How the server was started. */
export interface ServerInfo {
  version: string;
  /** Where the service lives: `/v2`. */
  basePath: string;
  /** Whether each key has a catalog of its own; the header's name where it is each of its values. */
  isolate: boolean | string;
  /** Whether only listed keys are accepted. */
  keysRequired: boolean;
  maxPets: number;
  seed: number;
  /** The id of the catalog that this control acts on, as `catalogs.list()` has it. */
  catalog: string;
}

/** Which pets. */
export interface PetQuery {
  /** How many to skip. Default: 0. */
  offset?: number | undefined;
  /** At most so many. Default: the server's own, 100. */
  limit?: number | undefined;
  /** What the name or the tag contains, in any letter case. */
  search?: string | undefined;
  /** The whole tag. */
  tag?: string | undefined;
}

/** A part of the pets that match, in the order in which they were created. */
export interface PetPage {
  pets: Pet[];
  /** How many match. */
  total: number;
}

/** The pets, as the catalog's `pets`, and for people: in pages, and searched. */
export interface PetsControl {
  /** Adds a pet, without a request of the service. */
  create(newPet: NewPet): Promise<Pet>;
  /** The pet of that id, if there is one. */
  get(id: string): Promise<Pet | undefined>;
  /** The pets as created, oldest first: all, or at most `limit`. */
  list(options?: { limit?: number | undefined }): Promise<Pet[]>;
  count(): Promise<number>;
  /** A page of the pets that match. */
  find(query?: PetQuery): Promise<PetPage>;
}

/** The failures to inject, as the catalog's `faults`. */
export interface FaultsControl {
  /** Adds a fault; gives its id. */
  add(fault: Fault): Promise<string>;
  /** The active faults, oldest first. */
  list(): Promise<ActiveFault[]>;
  /** Removes a fault; `false` when there is none of that id. */
  remove(id: string): Promise<boolean>;
  /** Removes all. */
  clear(): Promise<void>;
}

/** The journal of requests, as the catalog's `requests`. */
export interface RequestsControl {
  /** The entries that match, newest last. */
  list(filter?: RequestFilter): Promise<JournalEntry[]>;
  /** How many entries match, whatever the filter's `limit`. */
  count(filter?: RequestFilter): Promise<number>;
  /**
   * The matching entries as soon as there are `count` (default 1). Those that came before count.
   *
   * @throws ControlError of status 408 after `timeout` milliseconds (default 2000): its message
   *   shows what was expected and what was seen instead.
   */
  waitFor(
    filter?: RequestFilter,
    options?: WaitOptions & { signal?: AbortSignal },
  ): Promise<JournalEntry[]>;
  /** Forgets all entries. */
  clear(): Promise<void>;
  /**
   * Calls back for each request as it ends, until the function that it gives is called or `signal`
   * aborts. A stream that breaks off is opened again by itself, and goes on where it was.
   */
  subscribe(listener: (event: ControlEvent) => void, options?: SubscribeOptions): () => void;
}

/** With `isolate`: the catalogs in memory. */
export interface CatalogsControl {
  list(): Promise<CatalogSummary[]>;
}

/** The controls of a server: the catalog's own, asynchronous. */
export interface Control {
  readonly pets: PetsControl;
  readonly faults: FaultsControl;
  readonly requests: RequestsControl;
  readonly catalogs: CatalogsControl;
  /** Back to how it was made, whatever was seeded or restored since: pets, ids, faults, journal. */
  reset(): Promise<void>;
  /** Replaces the pets until the next `reset()`; with nothing, by those of the start. */
  seed(options?: SeedOptions): Promise<void>;
  /** The whole state as plain JSON. */
  snapshot(): Promise<Snapshot>;
  /** Brings a snapshot's state back. */
  restore(snapshot: Snapshot): Promise<void>;
  /** Whether the server is there. Needs neither key nor token. */
  health(): Promise<ServerHealth>;
  /** How the server was started. */
  info(): Promise<ServerInfo>;
}

/**
 * Controls a server from another process or a page: over HTTP, with no dependency. Each member
 * throws a `ControlError` when the server refuses, with its message, or does not answer.
 *
 * @example
 * const control = createControl({ url: 'http://127.0.0.1:4020' });
 * await control.faults.add({ status: 503, times: 1 });
 *
 * @throws TypeError when `url` is no address.
 */
export function createControl(options: ControlOptions): Control {
  const send = createSend(options);
  const read = async <T>(...request: Parameters<Send>) =>
    (await (await send(...request)).json()) as T;
  const run = async (...request: Parameters<Send>) => {
    await (await send(...request)).arrayBuffer();
  };

  return {
    reset: () => run({ method: 'POST', path: '/reset' }),
    seed: (seed = {}) => run({ method: 'POST', path: '/seed', body: seed }),
    snapshot: () => read({ path: '/snapshot' }),
    restore: (snapshot) => run({ method: 'PUT', path: '/snapshot', body: snapshot }),
    health: () => read({ path: '/health' }),
    info: () => read({ path: '/info' }),
    catalogs: {
      list: async () =>
        (await read<{ catalogs: CatalogSummary[] }>({ path: '/catalogs' })).catalogs,
    },
    pets: {
      create: (newPet) => read({ method: 'POST', path: '/pets', body: newPet }),
      get: (id) => read<Pet>({ path: `/pets/${encodeURIComponent(id)}` }).catch(undefinedIf404),
      async list({ limit } = {}) {
        // A page is the cheaper; all are had in one piece, whatever happens meanwhile.
        if (limit !== undefined && limit <= longestPage) {
          return (await read<PetPage>({ path: '/pets', query: { limit } })).pets;
        }
        return (await read<Snapshot>({ path: '/snapshot' })).pets.slice(0, limit);
      },
      count: async () => (await read<PetPage>({ path: '/pets', query: { limit: 0 } })).total,
      find: (query = {}) => read({ path: '/pets', query: { ...query } }),
    },
    faults: {
      add: async (fault) =>
        (await read<ActiveFault>({ method: 'POST', path: '/faults', body: fault })).id,
      list: async () => (await read<{ faults: ActiveFault[] }>({ path: '/faults' })).faults,
      remove: (id) =>
        run({ method: 'DELETE', path: `/faults/${encodeURIComponent(id)}` })
          .then(() => true)
          .catch((error: unknown) => undefinedIf404(error) ?? false),
      clear: () => run({ method: 'DELETE', path: '/faults' }),
    },
    requests: {
      list: async (filter = {}) =>
        (await read<Found>({ path: '/requests', query: { ...filter } })).requests,
      count: async (filter = {}) =>
        (await read<{ count: number }>({ path: '/requests/count', query: { ...filter } })).count,
      waitFor: async (filter = {}, { count, timeout, signal } = {}) =>
        (
          await read<Found>({
            path: '/requests/wait',
            query: { ...filter, count, timeout },
            signal,
          })
        ).requests,
      clear: () => run({ method: 'DELETE', path: '/requests' }),
      subscribe: (listener, subscription) => subscribe(send, listener, subscription),
    },
  };
}

/** As many pets as the server gives in one page. */
const longestPage = 1000;

function undefinedIf404(error: unknown): undefined {
  if (error instanceof ControlError && error.status === 404) return undefined;
  throw error;
}

interface Found {
  requests: JournalEntry[];
}
