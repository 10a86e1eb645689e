import * as fc from 'fast-check';
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

const begin = fc.record({ do: fc.constant('begin' as const), length: fc.nat(40) });
const end = fc.record({ do: fc.constant('end' as const), which: fc.nat(), body: fc.nat(100) });
const clear = fc.record({ do: fc.constant('clear' as const) });
const step = fc.oneof(
  { weight: 6, arbitrary: begin },
  { weight: 4, arbitrary: end },
  { weight: 1, arbitrary: clear },
);

describe('a journal', () => {
  test('keeps the newest, oldest first, whatever its size and the order in which they end', () => {
    const sizes = fc.integer({ min: 0, max: 7 });
    const sequences = fc.array(step, { maxLength: 60, size: 'max' });
    fc.assert(
      fc.property(sizes, sequences, (size, steps) => {
        const journal = createJournal(size);
        const all: RequestRecord[] = [];
        let model: RequestRecord[] = [];
        for (const one of steps) {
          if (one.do === 'begin') {
            const record = journal.begin(arrival({ path: '/'.repeat(one.length) }));
            all.push(record);
            model = size === 0 ? [] : [...model, record].slice(-size);
          } else if (one.do === 'clear') {
            journal.clear();
            model = [];
          } else if (all.length > 0) {
            const record = all[one.which % all.length]!;
            if (record.ended !== 0) continue;
            record.responseBody = 'x'.repeat(one.body);
            journal.end(record, 200);
          }
          expect([...journal.records()]).toEqual(model);
        }
        expect(all.map(({ id }) => id)).toEqual(all.map((_, index) => index + 1));
      }),
      { numRuns: 200 },
    );
  });

  describe('holds on to no record that it has dropped', () => {
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
});
