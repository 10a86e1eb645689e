import type { Pets } from '../catalog/pets.ts';
import type { CatalogControls } from '../catalog/controls.ts';
import type { Faults } from '../catalog/faults.ts';
import type { Requests } from '../catalog/requests.ts';
import type { ActiveFault } from '../controls/faults.ts';
import type { Dialect } from '../contract/dialect.ts';
import type { CatalogState, CatalogSummary, ScenarioSummary, Snapshot } from '../controls/state.ts';
import type { Har } from '../controls/har.ts';
import type { Explanation, JournalEntry, RequestFilter } from '../controls/requests.ts';
import { atCaller } from '../contract/at-caller.ts';
import { bodiesOf } from '../controls/sent-bodies.ts';
import type { Pet } from '../contract/pet.ts';
import { refuseNoJson, toQuery } from './filter-query.ts';
import { createSendForKey } from './for-key.ts';
import { ControlError, createSend, jsonOf } from './send.ts';
import type { ControlOptions, ControlRequest, Send } from './send.ts';
import { subscribe, type ControlEvent, type SubscribeOptions } from './subscribe.ts';

/** What `GET /__admin/health` says. */
export interface ServerHealth {
  status: 'ok';
  version: string;
  /** Seconds since the start. */
  uptime: number;
  pets: number;
}

/** How the server was started, and what its catalog is at. */
export interface ServerInfo extends CatalogState {
  version: string;
  /** Where the service lives: `/v2`. */
  basePath: string;
  /** Whether each key has a catalog of its own; the header's name where it is each of its values. */
  isolate: boolean | string;
  /** Those of the service and its users' own; `summary` is `''` where there is none. */
  operations: { name: string; method: string; path: string; summary: string }[];
  /** Whether only listed keys are accepted. */
  keysRequired: boolean;
  maxPets: number;
  maxBodyBytes: number;
  journalSize: number;
  seed: number;
  /** The number of the catalog that this control acts on, as `catalogs.list()` has it; 0 without a key. */
  catalog: number;
  /** What a pet has besides its id, in order. */
  petFields: PetFieldInfo[];
  /** Where it decides otherwise than by itself; `{}` where it does not. No reset changes it. */
  dialect: Dialect;
}

/** What the server tells of a field of pets. */
export interface PetFieldInfo {
  name: string;
  /** The type of its JSON: `string`, say. */
  type: string;
  /** Whether a new pet must have it. */
  isRequired: boolean;
  description: string;
}

/** Which pets. */
export interface PetQuery {
  /** How many to skip. Default: 0. */
  offset?: number | undefined;
  /** At most so many. Default: the server's own, 100. */
  limit?: number | undefined;
  /** What any text of a pet but its id contains, in any letter case. */
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

/** The members of the catalog, each giving a promise. */
type Async<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<Awaited<R>>
    : Async<T[K]>;
};

/** The pets, as the catalog's `pets`, and for people: in pages, and searched. */
export interface PetsControl extends Async<Pets> {
  /** A page of the pets that match. */
  find(query?: PetQuery): Promise<PetPage>;
}

/** The failures to inject, as the catalog's `faults`. */
export type FaultsControl = Async<Faults>;

/** The journal of requests, as the catalog's `requests`. */
export interface RequestsControl extends Async<Requests> {
  /**
   * The matching entries as soon as there are `count` (default 1). Those that came before count.
   *
   * @throws ControlError of status 408 after `timeout` milliseconds (default 2000): its message
   *   shows what was expected and what was seen instead.
   */
  waitFor: Requests['waitFor'];
  /**
   * How many requests match: at least one, or as the options say.
   *
   * @throws ControlError of status 409 when they are too few or too many, with the message of the
   *   catalog's `VerificationError`.
   */
  verify: Async<Requests>['verify'];
}

/** With `isolate`: the catalogs in memory. */
export interface CatalogsControl {
  list(): Promise<CatalogSummary[]>;
}

/**
 * The controls of a server: the catalog's own, asynchronous. What a member of the catalog throws, its
 * twin here throws as a `ControlError` with the same message.
 */
export interface Control extends Async<CatalogControls> {
  readonly pets: PetsControl;
  readonly requests: RequestsControl;
  readonly catalogs: CatalogsControl;
  /** Whether the server is there. Needs neither key nor token. */
  health(): Promise<ServerHealth>;
  /** How the server was started, and what its catalog is at. */
  info(): Promise<ServerInfo>;
  /**
   * Calls back for each request as it ends, and for what changes in the catalog, by whomever, until the
   * function that it gives is called or `signal` aborts. A stream that breaks off is opened again by
   * itself, and goes on where it was.
   */
  subscribe(listener: (event: ControlEvent) => void, options?: SubscribeOptions): () => void;
  /**
   * With `isolate`: the controls of the catalog of a key, or of a value of the header that `isolate`
   * names. Without `isolate`, they throw when they are called.
   * @throws TypeError for a key that is empty, or that no header can carry.
   */
  forKey(apiKey: string): Control;
}

/**
 * Controls a server from another process or a page: over HTTP, with no dependency. Each member
 * throws a `ControlError` when the server refuses, with its message, or does not answer.
 *
 * @example
 * const control = createControl({ url: 'http://127.0.0.1:4020' });
 * await control.faults.add({ status: 503, times: 1 });
 *
 * @throws TypeError when `url` is no address, for what no header can carry, and for an option that
 *   there is none of.
 */
export function createControl(options: ControlOptions): Control {
  return controlOver(createSend(options), options);
}

/** A fault with the numbers that JSON has not as texts, which are refused: null would take a field away. */
function sendable(fault: unknown): unknown {
  if (typeof fault !== 'object' || fault === null || Array.isArray(fault)) return fault;
  const members = Object.entries(fault).map(([name, value]: [string, unknown]) => {
    const isSentAsIs = (name === 'body' || name === 'match') && value !== undefined;
    if (isSentAsIs) refuseNoJson(`A fault: "${name}"`, value);
    const isLost = typeof value === 'number' && !Number.isFinite(value) && name !== 'body';
    return [name, isLost ? String(value) : value] as const;
  });
  return Object.fromEntries(members);
}

function controlOver(send: Send, options: ControlOptions): Control {
  /** Gives the JSON of a response; `undefined` where it has none, or there may be nothing and is nothing. */
  const ask = async <T>(line: string, request: ControlRequest = {}) => {
    const response = await send(line, request);
    if (response.ok && response.status !== 204) return jsonOf<T>(response, request.signal);
    await response.arrayBuffer();
    return undefined as T;
  };
  type Place = 'pets' | 'faults';
  const at = (place: Place, id: string) => `/${place}/${encodeURIComponent(id)}`;
  const find = async <T>(method: string, place: Place, id: string, body?: unknown) => {
    if (!segment.test(id)) return undefined;
    return ask<T | undefined>(`${method} ${at(place, id)}`, { body, mayBeMissing: true });
  };
  const remove = async (place: Place, id: string) => {
    if (!segment.test(id)) return false;
    const response = await send(`DELETE ${at(place, id)}`, { mayBeMissing: true });
    await response.arrayBuffer();
    return response.ok;
  };
  const readScenarios = () => ask<Scenarios>('GET /scenarios');
  const findPets = (query: PetQuery = {}) => ask<PetPage>('GET /pets', { query: { ...query } });
  const listRequests = async (filter?: RequestFilter) =>
    (await ask<Found>('GET /requests', { query: toQuery(filter) })).requests;

  const control: Control = {
    reset: () => ask('POST /reset'),
    seed: async (seed = {}) => void (await ask('POST /seed', { body: seed })),
    snapshot: () => ask('GET /snapshot'),
    restore: (snapshot) => ask('PUT /snapshot', { body: snapshot }),
    health: () => ask('GET /health'),
    info: () => ask('GET /info'),
    scenarios: {
      list: async () => (await readScenarios()).scenarios,
      current: async () => (await readScenarios()).current,
      use: (name) => ask('PUT /scenarios/current', { body: { name } }),
    },
    catalogs: {
      list: async () => (await ask<{ catalogs: CatalogSummary[] }>('GET /catalogs')).catalogs,
    },
    pets: {
      create: (body, place) => ask('POST /pets', { body, query: { ...place } }),
      get: (id) => find<Pet>('GET', 'pets', id),
      async list({ limit, where } = {}) {
        // A page is cheaper. More pets come in one response, so that nothing changes meanwhile.
        const isPage = limit !== undefined && !(limit > longestPage) && !where;
        if (isPage) return (await findPets({ limit })).pets;
        const { pets } = await ask<Snapshot>('GET /snapshot');
        return (where ? pets.filter(where) : pets).slice(0, limit);
      },
      update: (id, body) => find<Pet>('PATCH', 'pets', id, body),
      remove: (id) => remove('pets', id),
      count: async () => (await findPets({ limit: 0 })).total,
      find: findPets,
    },
    faults: {
      add: async (body) => (await ask<ActiveFault>('POST /faults', { body: sendable(body) })).id,
      update: async (id, body) => find<ActiveFault>('PATCH', 'faults', id, sendable(body)),
      list: async () => (await ask<{ faults: ActiveFault[] }>('GET /faults')).faults,
      remove: (id) => remove('faults', id),
      clear: () => ask('DELETE /faults'),
    },
    requests: {
      list: listRequests,
      count: async (filter) =>
        (await ask<Counted>('GET /requests/count', { query: toQuery(filter) })).count,
      async verify(filter, expected) {
        const query = { ...toQuery(filter), ...expected };
        return (await ask<Counted>('GET /requests/verify', { query })).count;
      },
      bodies: async (filter) => bodiesOf(await listRequests(filter)),
      toHar: async (filter) => ask<Har>('GET /requests.har', { query: toQuery(filter) }),
      async waitFor(filter, { signal, ...wanted } = {}) {
        const query = { ...toQuery(filter), ...wanted };
        return (await ask<Found>('GET /requests/wait', { query, signal })).requests;
      },
      explain: (id) =>
        ask<Explanation | undefined>(`GET /requests/${Number(id)}/explanation`, {
          mayBeMissing: true,
        }),
      clear: () => ask('DELETE /requests'),
    },
    subscribe: (listener, subscription) => subscribe(send, listener, subscription),
    forKey: (apiKey) => controlOver(createSendForKey(options, apiKey), options),
  };
  return atCaller(control, [ControlError, TypeError]);
}

/** An id that can be one in a path: not empty, no dots alone, and no half of a surrogate pair. @internal */
export const segment = /^(?!\.{0,2}$)\P{Surrogate}*$/u;

/** As many pets as the server gives in one page. */
const longestPage = 1000;

type Scenarios = { scenarios: ScenarioSummary[]; current: string | null };
type Found = { requests: JournalEntry[] };
type Counted = { count: number };
