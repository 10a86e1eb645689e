import type { KnownOperations } from '../contract/operation.ts';
import type { CatalogSummary } from '../controls/state.ts';
import { createCatalog, type Catalog } from './catalog.ts';
import { idsIn } from './random.ts';
import { collectionKind } from './kinds.ts';
import { createJournalBudget } from './journal.ts';
import { createListeners } from './lifetime.ts';
import { createRedactor, type Redact } from './redact.ts';
import type { CatalogSettings } from './options.ts';
import type { Replay } from './requests.ts';
import { createInitialStates } from './scenarios.ts';

/** The most catalogs besides the common one. A catalog in which a test waits is kept as well. */
export const maxCatalogs = 1000;

/** The most catalogs for keys that were only used to read, because a key may be mistyped. */
export const maxLooked = 100;

/** The most initial pets and items of all catalogs of keys. With more, fewer catalogs are kept. */
export const maxInitialPets = 1_000_000;

/** The catalog that all share or, with `isolate`, one for each API key. */
export interface Catalogs {
  /** The catalog for requests without a good key and, without `isolate`, for all. */
  readonly common: Catalog;
  /** Returns the catalog of a key, which is made at its first use. */
  of(apiKey: string | undefined): Catalog;
  /** Like `of`, but for reads: it does not list a new catalog or evict an old one. */
  look(apiKey: string | undefined): Catalog;
  /** Returns all catalogs, the common one first. */
  all(): Catalog[];
  /** Returns the catalog with that number, or `undefined`. It counts as a use. */
  numbered(number: number): Catalog | undefined;
  /** Lists the catalogs of keys, the least recently used first. */
  list(): CatalogSummary[];
  /** Calls the listener with each new catalog of a key. Returns a function that removes it. */
  onMake(listener: (catalog: Catalog) => void): () => void;
  /** Redacts admin tokens in a text. */
  readonly redact: Redact;
  /** Keeps an admin token out of the journals and messages. */
  hide(adminToken: string): void;
  /**
   * Uses other fixtures and scenarios. The pets of all catalogs are replaced if `replacesPets`.
   * @throws InvalidInputError, and then nothing has changed.
   */
  replaceInitialStates(settings: CatalogSettings, replacesPets: boolean): void;
  /** Ends the calls in flight. */
  dispose(): void;
}

export interface CatalogsHost {
  /** The origin of requests that do not name their host. Default: the origin of `baseUrl`. */
  origin?: string | undefined;
  /** The names of generated pets. Default: English names. */
  petNames?: readonly string[] | undefined;
  /** The operations that a fault or a filter may name. Default: any. */
  knownOperations?: KnownOperations | undefined;
  /** Sends a recorded call again. Default: nothing can be sent. */
  replay?: Replay | undefined;
}

export function createCatalogs(settings: CatalogSettings, host: CatalogsHost = {}): Catalogs {
  const { model, maxPets, baseUrl } = settings;
  const { origin = baseUrl.origin ?? 'http://localhost', petNames, knownOperations } = host;
  const { replay = () => Promise.resolve(undefined) } = host;
  const kinds = settings.collections.map(collectionKind);
  const rules = { maxPets, petNames, ids: idsIn(model.dialect), model, kinds };
  let states = createInitialStates(settings, rules);
  const hidden = new Set<string>();
  let redact = createRedactor(hidden);
  const hide = (text: string) => redact(text);
  const limits = {
    ...settings,
    ...rules,
    knownOperations,
    budget: createJournalBudget(),
    hide,
    origin,
    replay,
  };
  const common = createCatalog(limits, states, 0);
  // A Map iterates in the order of insertion: the least recently used is the first.
  const byKey = new Map<string, Catalog>();
  const looked = new Map<string, Catalog>();
  let made = 0;
  const makes = createListeners<[catalog: Catalog]>();

  function make(): Catalog {
    const catalog = createCatalog(limits, states, ++made);
    makes.tell(catalog);
    return catalog;
  }

  /** Makes the catalog of a key the most recently used. A new one may evict another. */
  function keep(among: Map<string, Catalog>, apiKey: string, catalog: Catalog): Catalog {
    const isNew = !among.delete(apiKey);
    const most = among === byKey ? maxCatalogs : maxLooked;
    const { pets, collections } = states.start;
    let { size } = pets.items;
    for (const { items } of collections.values()) size += items.size;
    const fitting = Math.max(1, Math.min(most, Math.floor(maxInitialPets / size)));
    for (const [oldest, other] of isNew ? among : []) {
      if (among.size < fitting) break;
      if (other.requests.isAwaited) continue;
      among.delete(oldest);
      other.leave();
    }
    among.set(apiKey, catalog);
    return catalog;
  }

  const all = () => [common, ...byKey.values(), ...looked.values()];

  return {
    common,
    of(apiKey) {
      if (!settings.isolate || apiKey === undefined) return common;
      const catalog = byKey.get(apiKey) ?? looked.get(apiKey) ?? make();
      looked.delete(apiKey);
      return keep(byKey, apiKey, catalog);
    },
    look(apiKey) {
      if (!settings.isolate || apiKey === undefined) return common;
      const used = byKey.get(apiKey);
      if (used) return keep(byKey, apiKey, used);
      return keep(looked, apiKey, looked.get(apiKey) ?? make());
    },
    all,
    numbered(number) {
      if (number === 0) return common;
      for (const among of [byKey, looked]) {
        const found = [...among].find(([, catalog]) => catalog.number === number);
        if (found) return keep(among, ...found);
      }
      return undefined;
    },
    list: () =>
      Array.from(byKey, ([apiKey, catalog]) => ({
        number: catalog.number,
        apiKey,
        pets: catalog.store.size,
        requests: catalog.journal.length,
        faults: catalog.faults.size,
      })),
    onMake: makes.add,
    redact: hide,
    hide(adminToken) {
      redact = createRedactor(hidden.add(adminToken));
    },
    replaceInitialStates(changed, replacesPets) {
      states = createInitialStates(changed, rules);
      for (const catalog of all()) catalog.setInitialStates(states, replacesPets);
    },
    dispose() {
      for (const { lifetime } of all()) lifetime.end();
    },
  };
}
