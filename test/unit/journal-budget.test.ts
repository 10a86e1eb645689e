import { describe, expect, test } from 'vitest';
import { createCatalogs } from '../../src/catalog/catalogs.ts';
import {
  createJournal,
  createJournalBudget,
  journalBudget,
  type Journal,
} from '../../src/catalog/journal.ts';
import { recordSize } from '../../src/catalog/record.ts';
import { resolveCatalogOptions } from '../../src/catalog/options.ts';
import { arrival } from '../support/arrival.ts';
const length = (journal: Journal) => [...journal.records()].length;
const held = (journals: readonly Journal[]) =>
  journals.flatMap((journal) => [...journal.records()]).reduce((sum, { bytes }) => sum + bytes, 0);

/** Requests, each of which takes `size` of the budget. */
function fill(journal: Journal, count: number, size: number): void {
  for (let request = 0; request < count; request++) {
    const record = journal.begin(arrival({ method: '', path: 'x'.repeat(size - recordSize) }));
    journal.end(record, 200);
  }
}

function journalsOf(count: number, most: number): Journal[] {
  const budget = createJournalBudget(most);
  return Array.from({ length: count }, () => createJournal(1000, budget));
}

describe('journals with one budget', () => {
  test('are cut to equal parts when it is used up, and smaller journals stay whole', () => {
    const [quiet, busy, late] = journalsOf(3, 60_000) as [Journal, Journal, Journal];
    fill(quiet, 10, 1000);
    fill(busy, 50, 1000);
    expect([quiet, busy].map(length)).toEqual([10, 50]);
    fill(late, 1, 1000);
    expect([quiet, busy, late].map(length)).toEqual([10, 20, 1]);
    expect([...busy.records()].map(({ id }) => id)[0]).toBe(31);
    fill(busy, 100, 1000);
    expect([quiet, late].map(length)).toEqual([10, 1]);
  });

  test.each<[string, (journal: Journal) => void]>([
    ['cleared', (journal) => journal.clear()],
    ['closed', (journal) => journal.close()],
  ])('release their share of the budget when they are %s', (_how, act) => {
    const [one, other] = journalsOf(2, 50_000);
    fill(one!, 50, 1000);
    act(one!);
    fill(other!, 50, 1000);
    expect([length(one!), length(other!)]).toEqual([0, 50]);
  });
});

test('the catalogs of keys share one budget', () => {
  const catalogs = createCatalogs(resolveCatalogOptions({ isolate: true, pets: 1 }));
  const keys = Array.from({ length: 20 }, (_, key) => catalogs.of(`key-${key}`).journal);
  for (const journal of keys) fill(journal, 600, 16_000);
  expect(held(keys)).toBeLessThanOrEqual(journalBudget);
  expect(Math.min(...keys.map((journal) => held([journal])))).toBeGreaterThan(
    (journalBudget / 21) * 0.9,
  );
});
