import { expect, test } from 'vitest';
import { createJournal, recordSize, type Journal } from '../../src/catalog/journal.ts';
import { createJournalBudget } from '../../src/catalog/journal-budget.ts';
import { arrival } from '../support/arrival.ts';
import { collectGarbage } from '../support/in-this-process.ts';

/** Ends a request whose record only the journal has. */
function endOne(journal: Journal): WeakRef<object> {
  const record = journal.begin(arrival({ path: '' }));
  record.responseBody = 'x'.repeat(90);
  journal.end(record, 200);
  return new WeakRef(record);
}

test('a journal holds on to no record that it has dropped to make room', async () => {
  const journal = createJournal(10, createJournalBudget(2 * recordSize + 100));
  const [first] = [endOne(journal), endOne(journal)];
  // What a WeakRef is made of lives to the end of the turn.
  await new Promise(setImmediate);
  collectGarbage();
  expect(first!.deref()).toBeUndefined();
  expect([...journal.records()].map(({ id }) => id)).toEqual([2]);
});
