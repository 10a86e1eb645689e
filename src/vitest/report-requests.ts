import { reportLast } from '../catalog/report.ts';
import type { Control } from '../client.ts';
import type { JournalEntry } from '../contract/requests.ts';
import { serviceOf, type PetCatalog } from '../pet-catalog.ts';

/** As many requests stand below an error. */
const limit = 10;

/**
 * The last requests to a catalog; with `isolate`, whatever their keys.
 *
 * @param mayBeUnused Says nothing where there were none, as the test has a server as well.
 */
export async function reportCatalog(catalog: PetCatalog, mayBeUnused: boolean): Promise<string> {
  const all = serviceOf(catalog).catalogs.all();
  if (mayBeUnused && all.every(({ journal }) => journal.length === 0)) return '';
  return report({
    who: 'The mock',
    list: () =>
      all
        .flatMap(({ requests }) => requests.list({ limit }))
        .sort((one, other) => (one.at < other.at ? -1 : 1))
        .slice(-limit),
    count: () => all.reduce((sum, { requests }) => sum + requests.count(), 0),
  });
}

/** The last requests to a catalog of the run's server. */
export function reportServer({ requests }: Control): Promise<string> {
  return report({
    who: 'The server',
    list: () => requests.list({ limit }),
    count: () => requests.count(),
  });
}

interface Journal {
  who: string;
  list(): JournalEntry[] | Promise<JournalEntry[]>;
  count(): number | Promise<number>;
}

/** A journal that cannot be read must not hide why the test has failed. */
async function report({ who, list, count }: Journal): Promise<string> {
  try {
    return reportLast(who, await list(), await count());
  } catch (error) {
    return `${who}'s requests cannot be shown: ${(error as Error).message}`;
  }
}
