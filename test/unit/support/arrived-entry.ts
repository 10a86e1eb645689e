import { createJournal } from '../../../src/catalog/journal.ts';
import { arrival } from '../../support/arrival.ts';

/** What a journal says of a request that has just come. */
export function arrivedEntry() {
  const journal = createJournal(1);
  return journal.toEntry(journal.begin(arrival()));
}
