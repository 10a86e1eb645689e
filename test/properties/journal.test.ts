import { describe, expect, test } from 'vitest';
import {
  createJournal,
  recordSize,
  type Journal,
  type RequestRecord,
} from '../../src/catalog/journal.ts';
import { createJournalBudget } from '../../src/catalog/journal-budget.ts';
import { arrival } from '../support/arrival.ts';
import { collectGarbage } from '../support/in-this-process.ts';

describe('a journal holds on to no record that it has dropped', () => {
  /** Ends a request whose record only the journal has. */
  function endWith(journal: Journal, record: RequestRecord, length: number): WeakRef<object> {
    record.responseBody = 'x'.repeat(length);
    journal.end(record, 200);
    return new WeakRef(record);
  }

  test.each<[string, (journal: Journal) => WeakRef<object>]>([
    [
      'to make room for others',
      (journal) => {
        const dropped = endWith(journal, journal.begin(arrival({ path: '' })), 50);
        endWith(journal, journal.begin(arrival({ path: '' })), 90);
        return dropped;
      },
    ],
    [
      'as it came, since it was too large itself',
      (journal) => {
        const early = journal.begin(arrival({ path: '' }));
        journal.begin(arrival({ path: '' }));
        return endWith(journal, early, 200);
      },
    ],
  ])('%s', async (_why, act) => {
    const journal = createJournal(10, createJournalBudget(2 * recordSize + 100));
    const record = act(journal);
    // What a WeakRef is made of lives to the end of the turn.
    await new Promise(setImmediate);
    collectGarbage();
    expect(record.deref()).toBeUndefined();
    expect([...journal.records()].map(({ id }) => id)).toEqual([2]);
  });
});
