import { createJournal } from '../../src/catalog/journal.ts';
import type { Arrival } from '../../src/catalog/record.ts';

/** A request as a journal begins a record with it. */
export function arrival(given: Partial<Arrival> = {}): Arrival {
  return {
    method: 'GET',
    path: '/v2/pets',
    query: '',
    apiKey: undefined,
    operation: null,
    received: false,
    rawHeaders: [],
    ...given,
  };
}

/** What a journal says of a request that has just come. */
export function arrivedEntry() {
  const journal = createJournal(1);
  return journal.toEntry(journal.begin(arrival()));
}
