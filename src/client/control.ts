import type { Pets } from '../catalog/items.ts';
import type { CatalogControls } from '../catalog/controls.ts';
import type { Faults } from '../catalog/faults.ts';
import type { Requests } from '../catalog/requests.ts';
import type { Dialect } from '../contract/dialect.ts';
import type { CatalogState, CatalogSummary } from '../controls/state.ts';
import {
  makeCollection,
  makeControls,
  nameOf,
  type CollectionName,
} from '../controls/control-table.ts';
import type { ListOptions } from '../catalog/collection.ts';
import type { StandardSchema } from '../contract/standard-schema.ts';
import type { CollectionDefinition, ItemsOf } from '../operations/define-collection.ts';
import { bodiesOf } from '../controls/sent-bodies.ts';
import type { Pet } from '../contract/pet.ts';
import { createSendForKey } from './for-key.ts';
import { createMember, readJson } from './member.ts';
import { createSend, type ControlOptions, type Send } from './send.ts';
import { subscribe, type ControlEvent, type SubscribeOptions } from './subscribe.ts';

/** The response of `GET /__admin/health`. */
export interface ServerHealth {
  status: 'ok';
  version: string;
  /** Seconds since the start. */
  uptime: number;
  pets: number;
}

/** How the server was started, and the state of its catalog. */
export interface ServerInfo extends CatalogState {
  version: string;
  /** The base path of the service: `/v2`. */
  basePath: string;
  /** Whether each key has its own catalog, or the header whose values have their own catalogs. */
  isolate: boolean | string;
  /** The operations of the service and of the user. An operation without a summary has `''`. */
  operations: { name: string; method: string; path: string; summary: string }[];
  /** Whether only listed keys are accepted. */
  keysRequired: boolean;
  maxPets: number;
  maxBodyBytes: number;
  journalSize: number;
  seed: number;
  /** The problems with the files that the server watches, a sentence each. */
  problems: string[];
  /** The number of this control's catalog in `catalogs.list()`; 0 without a key. */
  catalog: number;
  /** The fields of a pet besides its id, in the order of its JSON. */
  petFields: PetFieldInfo[];
  /** The collections besides the pets. */
  collections: CollectionSummary[];
  /** The dialect; `{}` without one. No reset changes it. */
  dialect: Dialect;
}

/** A collection and the number of its items. */
export interface CollectionSummary {
  name: string;
  count: number;
}

/** A field of a pet. */
export interface PetFieldInfo {
  name: string;
  /** The type of its JSON: `string`, for example. */
  type: string;
  /** Whether a new pet must have it. */
  isRequired: boolean;
  description: string;
}

/** A query for pets. */
export interface PetQuery {
  /** How many pets to skip. Default: 0. */
  offset?: number | undefined;
  /** The most pets to return: at most 1,000. Default: 100. */
  limit?: number | undefined;
  /** A text in a field of the pet, except the id. Upper and lower case are the same. */
  search?: string | undefined;
  /** The exact tag. */
  tag?: string | undefined;
}

/** A page of the matching pets, oldest first. */
export interface PetPage {
  pets: Pet[];
  /** How many match. */
  total: number;
}

/** A page of the matching items, oldest first. */
export interface ItemPage<Item> {
  items: Item[];
  /** How many match. */
  total: number;
}

/** The catalog's `collection(...)`, asynchronous, and with `find`. */
export type CollectionControl<Of extends CollectionDefinition> = Async<ItemsOf<Of>> & {
  /** Returns a page of the matching items. */
  find(
    query?: Omit<PetQuery, 'tag'>,
  ): Promise<ItemPage<NonNullable<ReturnType<ItemsOf<Of>['get']>>>>;
};

/** The collections of the catalog. */
export interface CollectionsControl {
  list(): Promise<CollectionSummary[]>;
}

type AnyItem = Record<string, unknown> & { id: string };
/** The schema of items if only the name of their collection is known. */
type AnyObject = StandardSchema<Record<string, unknown>>;

/** The same members, which return promises. */
type Async<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<Awaited<R>>
    : Async<T[K]>;
};

/** The catalog's `pets`, asynchronous, and with `find`. */
export interface PetsControl extends Async<Pets> {
  /** Returns a page of the matching pets. */
  find(query?: PetQuery): Promise<PetPage>;
}

/** The catalog's `faults`, asynchronous. */
export type FaultsControl = Async<Faults>;

/** The catalog's `requests`, asynchronous. */
export interface RequestsControl extends Async<Requests> {
  /**
   * Returns the matching entries as soon as there are `count` (default: 1). Earlier requests count too.
   *
   * @throws ControlError with the status 408 after `timeout` milliseconds (default: 2000). Its message
   *   shows what was expected, and the closest requests.
   */
  waitFor: Requests['waitFor'];
  /**
   * Returns how many requests match: at least one, or as many as the options say.
   *
   * @throws ControlError with the status 409 if there are too few or too many, with the message of the
   *   catalog's `VerificationError`.
   */
  verify: Async<Requests>['verify'];
}

/** With `isolate`: the catalogs in memory. */
export interface CatalogsControl {
  list(): Promise<CatalogSummary[]>;
}

/**
 * The controls of a server: the members of a catalog, asynchronous. An error of the catalog becomes a
 * `ControlError` with the same message.
 */
export interface Control extends Async<Omit<CatalogControls, 'collection'>> {
  readonly pets: PetsControl;
  readonly requests: RequestsControl;
  readonly catalogs: CatalogsControl;
  readonly collections: CollectionsControl;
  /** Finds a collection by its definition, or by its name, without types. */
  collection<Of extends CollectionDefinition = CollectionDefinition<string, AnyObject>>(
    of: Of | string,
  ): CollectionControl<Of>;
  /** Returns the state of the server. Needs neither key nor token. */
  health(): Promise<ServerHealth>;
  /** Returns how the server was started, and the state of its catalog. */
  info(): Promise<ServerInfo>;
  /**
   * Calls the listener when a request ends or the catalog changes. A broken stream reconnects, and
   * continues where it was.
   *
   * @returns A function that stops it. `signal` stops it, too.
   */
  subscribe(listener: (event: ControlEvent) => void, options?: SubscribeOptions): () => void;
  /**
   * With `isolate`, returns the controls of the catalog of a key, or of a value of the header that
   * `isolate` names. Without `isolate`, they throw when they are called.
   *
   * @throws TypeError for a key that is empty, or that no header can carry.
   */
  forKey(apiKey: string): Control;
}

/**
 * Creates the controls of a server, for another process or a page. They work over HTTP and have no
 * dependency. Each member throws a `ControlError` with the server's message if the server refuses, or
 * does not answer.
 *
 * @example
 * const control = createControl({ url: 'http://127.0.0.1:4020' });
 * await control.faults.add({ status: 503, times: 1 });
 *
 * @throws TypeError if `url` is not an address, if a header cannot carry a value, or for an unknown option.
 */
export function createControl(options: ControlOptions): Control {
  return controlOver(createSend(options), options);
}

function controlOver(send: Send, options: ControlOptions): Control {
  const ofCatalog: Async<Omit<CatalogControls, 'collection'>> = makeControls((row) =>
    createMember(row, send),
  );
  const { pets, requests } = ofCatalog;
  const find = (query: PetQuery = {}) => readJson<PetPage>(send, 'GET /pets', { ...query });

  function collection(of: CollectionName) {
    const name = nameOf(of);
    const findItems = (query: PetQuery = {}) =>
      readJson<ItemPage<AnyItem>>(send, `GET /collections/${encodeURIComponent(name)}`, {
        ...query,
      });
    const readAll = async () => {
      // An unknown collection is refused.
      await findItems({ limit: 0 });
      return (await ofCatalog.snapshot()).collections?.[name] as AnyItem[];
    };
    const members: object = makeCollection(of, (row) => createMember(row, send));
    return { ...members, find: findItems, ...readsOver(findItems, readAll) } as never;
  }

  return {
    ...ofCatalog,
    pets: {
      ...pets,
      find,
      ...readsOver(
        async (query) => toItems(await find(query)),
        async () => (await ofCatalog.snapshot()).pets,
      ),
    },
    collection,
    collections: {
      list: async () =>
        (await readJson<{ collections: CollectionSummary[] }>(send, 'GET /collections'))
          .collections,
    },
    requests: { ...requests, bodies: async (filter) => bodiesOf(await requests.list(filter)) },
    catalogs: {
      list: async () =>
        (await readJson<{ catalogs: CatalogSummary[] }>(send, 'GET /catalogs')).catalogs,
    },
    health: () => readJson(send, 'GET /health'),
    info: () => readJson(send, 'GET /info'),
    subscribe: (listener, subscription) => subscribe(send, listener, subscription),
    forKey: (apiKey) => controlOver(createSendForKey(options, apiKey), options),
  };
}

const toItems = ({ pets, total }: PetPage): ItemPage<Pet> => ({ items: pets, total });

/** The most items that the server returns in a page. */
const longestPage = 1000;

/** Returns the members that read a part of the items. */
function readsOver<Item>(
  find: (query: PetQuery) => Promise<ItemPage<Item>>,
  readAll: () => Promise<Item[]>,
) {
  return {
    count: async () => (await find({ limit: 0 })).total,
    async list({ limit, where }: ListOptions<Item> = {}) {
      // A page is cheaper. More items come in one response, so that nothing changes meanwhile.
      const isPage = limit !== undefined && !(limit > longestPage) && !where;
      if (isPage) return (await find({ limit })).items;
      const all = await readAll();
      return (where ? all.filter(where) : all).slice(0, limit);
    },
  };
}
