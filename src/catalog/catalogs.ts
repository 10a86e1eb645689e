import type { CatalogSummary } from '../contract/state.ts';
import { finish } from '../fixtures/steps.ts';
import { createCatalog, type Catalog } from './catalog.ts';
import { createJournalBudget } from './journal-budget.ts';
import { createRedactor, redactSecret } from './redact.ts';
import type { CatalogSettings } from './options.ts';
import { createStartingPoints } from './scenarios.ts';

/** How many are kept besides the common one; there are more only while somebody waits in each. */
export const maxCatalogs = 1000;

/** How many are kept for keys that were only used to read, as a key may be mistyped. */
const maxLooked = 100;

/** The catalog that all share or, with `isolate`, one for each API key. */
export interface Catalogs {
  /** The one for requests that bring no good key and, without `isolate`, for all. */
  readonly common: Catalog;
  /** With `isolate`, made on first use; then the least recently used in which nobody waits may go. */
  of(apiKey: string | undefined): Catalog;
  /** The same, to read: one that is new is not listed, and displaces no other, until it is used. */
  look(apiKey: string | undefined): Catalog;
  all(): Catalog[];
  /** Those of keys, least recently used first; the keys redacted. */
  list(): CatalogSummary[];
  /** Identifies a catalog, also among those of earlier starts; `common` for the common one. */
  idOf(catalog: Catalog): string;
  dispose(): void;
}

/** @param origin Where requests come to that do not name their host. */
export function createCatalogs(
  settings: CatalogSettings,
  onProgress?: (made: number, of: number) => void,
  origin = settings.baseUrl.origin ?? 'http://localhost',
): Catalogs {
  const startingPoints = createStartingPoints(settings);
  const start = finish(startingPoints.prepare(settings.scenario, onProgress));
  const limits = {
    ...settings,
    startingPoints,
    budget: createJournalBudget(),
    redact: createRedactor(settings.apiKeys ?? []),
    origin,
  };
  const common = createCatalog(start, limits);
  // A Map iterates in the order of insertion: the least recently used is the first.
  const byKey = new Map<string, Catalog>();
  const looked = new Map<string, Catalog>();
  // Different keys can look the same when redacted, and an earlier start had other ids.
  const ids = new WeakMap<Catalog, string>([[common, 'common']]);
  const startedAt = Date.now().toString(36);
  let made = 0;

  function make(): Catalog {
    const catalog = createCatalog(start, limits);
    ids.set(catalog, `${startedAt}-${++made}`);
    return catalog;
  }

  /** Makes the catalog of a key the most recently used. A new one may displace another. */
  function keep(
    among: Map<string, Catalog>,
    most: number,
    apiKey: string,
    catalog: Catalog,
  ): Catalog {
    if (!among.delete(apiKey)) makeRoom(among, most);
    among.set(apiKey, catalog);
    return catalog;
  }

  function makeRoom(among: Map<string, Catalog>, most: number): void {
    for (const [oldest, catalog] of among) {
      if (among.size < most) break;
      if (catalog.isHeld) continue;
      among.delete(oldest);
      catalog.leave();
    }
  }

  return {
    common,
    of(apiKey) {
      if (!settings.isolate || apiKey === undefined) return common;
      const catalog = byKey.get(apiKey) ?? looked.get(apiKey) ?? make();
      looked.delete(apiKey);
      return keep(byKey, maxCatalogs, apiKey, catalog);
    },
    look(apiKey) {
      if (!settings.isolate || apiKey === undefined) return common;
      const used = byKey.get(apiKey);
      if (used) return keep(byKey, maxCatalogs, apiKey, used);
      return keep(looked, maxLooked, apiKey, looked.get(apiKey) ?? make());
    },
    all: () => [common, ...byKey.values(), ...looked.values()],
    list: () =>
      Array.from(byKey, ([apiKey, catalog]) => ({
        id: ids.get(catalog)!,
        apiKey: redactSecret(apiKey),
        pets: catalog.store.size,
        requests: catalog.journal.length,
        faults: catalog.faults.size,
      })),
    idOf: (catalog) => ids.get(catalog)!,
    dispose() {
      common.dispose();
      for (const catalog of [...byKey.values(), ...looked.values()]) catalog.dispose();
    },
  };
}
