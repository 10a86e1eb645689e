import type { KnownOperations } from '../contract/operation.ts';
import type { CatalogSummary } from '../contract/state.ts';
import { petShapesIn } from '../contract/pet.ts';
import { createCatalog, type Catalog, type Replaced } from './catalog.ts';
import { idsIn } from './ids.ts';
import { createJournalBudget } from './journal-budget.ts';
import { createListeners } from './listeners.ts';
import { createRedactor, redactSecret } from './redact.ts';
import type { CatalogSettings } from './options.ts';
import { createStartingPoints } from './scenarios.ts';

/** How many are kept besides the common one; there are more only while somebody waits in each. */
export const maxCatalogs = 1000;

/** How many are kept for keys that were only used to read, as a key may be mistyped. */
export const maxLooked = 100;

/** At a start of more than 10,000 pets fewer are kept: each that has changed one has a `Map` of all. */
export const maxStartPets = 10_000_000;

/** The catalog that all share or, with `isolate`, one for each API key. */
export type Catalogs = ReturnType<typeof createCatalogs>;

export interface CatalogsHost {
  /** Where requests come to that do not name their host. Default: that of `baseUrl`. */
  origin?: string | undefined;
  /** The names that pets are given. Default: English names of pets. */
  petNames?: readonly string[] | undefined;
  /** The operations that a fault or a filter may name. Default: any. */
  knownOperations?: KnownOperations | undefined;
}

export function createCatalogs(settings: CatalogSettings, host: CatalogsHost = {}) {
  const { dialect, maxPets, baseUrl } = settings;
  const { origin = baseUrl.origin ?? 'http://localhost', petNames, knownOperations } = host;
  const rules = { maxPets, petNames, ids: idsIn(dialect), shapes: petShapesIn(dialect) };
  let points = createStartingPoints(settings, rules);
  const secrets = new Set(settings.apiKeys);
  let redact = createRedactor(secrets);
  const limits = {
    ...settings,
    ...rules,
    knownOperations,
    budget: createJournalBudget(),
    redact: (text: string) => redact(text),
    origin,
  };
  const common = createCatalog(limits, points, 0);
  // A Map iterates in the order of insertion: the least recently used is the first.
  const byKey = new Map<string, Catalog>();
  const looked = new Map<string, Catalog>();
  let made = 0;
  const makes = createListeners<[catalog: Catalog]>();

  function make(): Catalog {
    const catalog = createCatalog(limits, points, ++made);
    makes.tell(catalog);
    return catalog;
  }

  /** Makes the catalog of a key the most recently used. A new one may displace another. */
  function keep(among: Map<string, Catalog>, apiKey: string, catalog: Catalog): Catalog {
    const isNew = !among.delete(apiKey);
    const most = among === byKey ? maxCatalogs : maxLooked;
    const { size } = points.start.pets;
    const fitting = Math.max(1, Math.min(most, Math.floor(maxStartPets / size)));
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
    /** The one for requests that bring no good key and, without `isolate`, for all. */
    common,
    /** With `isolate`, made on first use; then the least recently used in which nobody waits may go. */
    of(apiKey: string | undefined): Catalog {
      if (!settings.isolate || apiKey === undefined) return common;
      const catalog = byKey.get(apiKey) ?? looked.get(apiKey) ?? make();
      looked.delete(apiKey);
      return keep(byKey, apiKey, catalog);
    },
    /** The same, to read: one that is new is not listed, and displaces no other, until it is used. */
    look(apiKey: string | undefined): Catalog {
      if (!settings.isolate || apiKey === undefined) return common;
      const used = byKey.get(apiKey);
      if (used) return keep(byKey, apiKey, used);
      return keep(looked, apiKey, looked.get(apiKey) ?? make());
    },
    all,
    redact: limits.redact,
    /** Redacts a secret of the host's, too. */
    hide(secret: string): void {
      redact = createRedactor(secrets.add(secret));
    },
    /** The catalog of that number, which is then the most recently used; `undefined` when there is none. */
    numbered(number: number): Catalog | undefined {
      if (number === 0) return common;
      for (const among of [byKey, looked]) {
        const found = [...among].find(([, catalog]) => catalog.number === number);
        if (found) return keep(among, ...found);
      }
      return undefined;
    },
    /** Calls back with each catalog that is made for a key, until the returned function is called. */
    onMake: makes.add,
    /** Those of keys, least recently used first; the keys redacted. */
    list: (): CatalogSummary[] =>
      Array.from(byKey, ([apiKey, catalog]) => ({
        number: catalog.number,
        apiKey: redactSecret(apiKey),
        pets: catalog.store.size,
        requests: catalog.journal.length,
        faults: catalog.faults.size,
      })),
    /** `Catalog.replaceStart` of all. @throws InvalidInputError, and then nothing has changed. */
    replaceStart(changed: CatalogSettings, keepsTouched: boolean): Replaced[] {
      const next = createStartingPoints(changed, rules);
      if (keepsTouched) for (const catalog of all()) catalog.refuseStart(next);
      points = next;
      return all().map((catalog) => catalog.replaceStart(points, keepsTouched));
    },
    /** Ends what is in flight, for good. */
    dispose(): void {
      for (const { lifetime } of all()) lifetime.end();
    },
  };
}
