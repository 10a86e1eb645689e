import { reportLast } from '../catalog/report.ts';
import type { JournalEntry, RequestFilter } from '../contract/requests.ts';
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
  return report('The mock', {
    list: (filter) =>
      all
        .flatMap(({ requests }) => requests.list(filter))
        .sort((one, other) => (one.at < other.at ? -1 : 1))
        .slice(-limit),
    count: () => all.reduce((sum, { requests }) => sum + requests.count(), 0),
  });
}

interface Journal {
  list(filter: RequestFilter): JournalEntry[] | Promise<JournalEntry[]>;
  count(): number | Promise<number>;
}

/** The last requests. A journal that cannot be read must not hide why the test has failed. */
export async function report(who: string, { list, count }: Journal): Promise<string> {
  try {
    return reportLast(who, await list({ limit }), await count());
  } catch (error) {
    return `${who}'s requests cannot be shown: ${(error as Error).message}`;
  }
}
