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
  /** What is wrong with the files that the server watches, a sentence each. */
  problems: string[];
  /** The number of this control's catalog in `catalogs.list()`; 0 without a key. */
  catalog: number;
  /** What a pet has besides its id, in order. */
  petFields: PetFieldInfo[];
  /** What the catalog has besides pets. */
  collections: CollectionSummary[];
  /** Where it decides otherwise than by itself; `{}` where it does not. No reset changes it. */
  dialect: Dialect;
}

/** A collection, and how many items it has. */
export interface CollectionSummary {
  name: string;
  count: number;
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

/** A part of the items that match, in the order in which they were created. */
export interface ItemPage<Item> {
  items: Item[];
  /** How many match. */
  total: number;
}

/** A collection, as the catalog's `collection(...)`, and for people: in pages, and searched. */
export type CollectionControl<Of extends CollectionDefinition> = Async<ItemsOf<Of>> & {
  /** A page of the items that match. */
  find(
    query?: Omit<PetQuery, 'tag'>,
  ): Promise<ItemPage<NonNullable<ReturnType<ItemsOf<Of>['get']>>>>;
};

/** The collections of the catalog. */
export interface CollectionsControl {
  list(): Promise<CollectionSummary[]>;
}

type AnyItem = Record<string, unknown> & { id: string };
/** The schema of items of which only the name of their collection is known. */
type AnyObject = StandardSchema<Record<string, unknown>>;

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
   * Returns the matching entries as soon as there are `count` (default: 1). Earlier requests count too.
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
export interface Control extends Async<Omit<CatalogControls, 'collection'>> {
  readonly pets: PetsControl;
  readonly requests: RequestsControl;
  readonly catalogs: CatalogsControl;
  readonly collections: CollectionsControl;
  /** Finds a collection by its definition, or by its name, without types. */
  collection<Of extends CollectionDefinition = CollectionDefinition<string, AnyObject>>(
    of: Of | string,
  ): CollectionControl<Of>;
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

/** The server gives at most so many items in one page. */
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
