import type { Catalog } from '../catalog/catalog.ts';
import type { PetCatalogOptions } from '../catalog/options.ts';
import type { Snapshot } from '../controls/state.ts';
import type { Service } from '../service/service.ts';

type KeptOptions = PetCatalogOptions & { locale: string };

/** Milliseconds from one write to the next, at least. */
const interval = 1000;

/**
 * Restores the state that an earlier page has kept. If that fails, it warns on the console.
 *
 * @param given The options of the catalog. A state with other initial pets, scenarios or delay is dropped.
 * @returns A function that keeps the state until a signal aborts: after changes, at most once a second,
 *   when the page is left, and at the end.
 */
export async function restoreKept(
  service: Service,
  where: 'session' | 'local',
  given: KeptOptions,
): Promise<(ended: AbortSignal) => void> {
  const catalog = service.catalogs.common;
  const { origin, path } = service.settings.baseUrl;
  const key = `pet-catalog-mock:${origin ?? '*'}${path}`;
  const name = `${where}Storage` as const;
  let storage: Storage;
  let options: string;
  let text: string | null;
  try {
    // A browser may deny storage, for example in a frame of another site.
    storage = globalThis[name];
    text = storage.getItem(key);
    options = await identify(given);
  } catch (error) {
    warn(`The pets will not survive a reload: ${(error as Error).message}`);
    return () => {};
  }

  try {
    if (text !== null) {
      const kept = JSON.parse(text) as { options: string; snapshot: Snapshot } | null;
      if (kept?.options !== options) {
        throw new Error('it belongs to a mock that started with other pets, scenarios or delay');
      }
      catalog.restore(kept.snapshot);
    }
  } catch (error) {
    storage.removeItem(key);
    warn(`Discarded the state in ${name} under "${key}": ${(error as Error).message}`);
  }

  let written = versionOf(catalog);
  let hasWarned = false;

  function write(): void {
    const version = versionOf(catalog);
    if (version === written) return;
    written = version;
    try {
      storage.setItem(key, JSON.stringify({ options, snapshot: catalog.snapshot() }));
    } catch {
      const what = `The state is too large for ${name}`;
      if (!hasWarned) warn(`${what}: a reload restores the last state that fit`);
      hasWarned = true;
    }
  }

  return (signal) => {
    const timer = setInterval(write, interval);
    addEventListener('pagehide', write, { signal });
    // A phone may end a hidden page without another event.
    document.addEventListener('visibilitychange', write, { signal });
    signal.addEventListener('abort', () => {
      write();
      clearInterval(timer);
    });
  };
}

function warn(text: string): void {
  console.warn(`[pet-catalog-mock] ${text}`);
}

/** Returns a text that differs after each change of the state. It does not read the pets. */
function versionOf(catalog: Catalog): string {
  return `${catalog.changes} ${JSON.stringify(catalog.frame())}`;
}

/** Identifies what a catalog starts with: what was kept must be of the same. */
async function identify(given: KeptOptions): Promise<string> {
  const { pets, seed, fixtures, dialect, scenarios, scenario, delay, locale } = given;
  const { fields, collections } = given;
  const own = [Object.keys(fields ?? {}), collections?.map(({ name }) => name)];
  const text = JSON.stringify({
    pets,
    seed,
    fixtures,
    dialect,
    scenarios,
    scenario,
    delay,
    locale,
    own,
  });
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
