import { describe, expect, test } from 'vitest';
import { createCatalogs, maxCatalogs } from '../../src/catalog/catalogs.ts';
import { createJournal, recordSize, type Journal } from '../../src/catalog/journal.ts';
import { createJournalBudget, journalBudget } from '../../src/catalog/journal-budget.ts';
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
  test('hold no more than it together', () => {
    const journals = journalsOf(3, 50_000);
    for (const journal of journals) fill(journal, 100, 1000);
    expect(held(journals)).toBeLessThanOrEqual(50_000);
    expect(held(journals)).toBeGreaterThan(45_000);
  });

  test('may use all of it where the others need nothing', () => {
    const [one, other] = journalsOf(2, 50_000);
    fill(one!, 100, 1000);
    expect([length(one!), length(other!)]).toEqual([50, 0]);
  });

  test('make room from the one that holds the most, also when it is quiet', () => {
    const [large, small] = journalsOf(2, 50_000);
    fill(large!, 100, 1000);
    fill(small!, 10, 1000);
    expect([length(large!), length(small!)]).toEqual([40, 10]);
    expect([...large!.records()].map(({ id }) => id)[0]).toBe(61);
    fill(large!, 100, 1000);
    expect(length(small!)).toBe(10);
  });

  test('make room from the one that holds the most, not from the one that asks', () => {
    const [quiet, busy] = journalsOf(3, 60_000);
    fill(quiet!, 40, 1000);
    fill(busy!, 21, 1000);
    expect([quiet, busy].map((journal) => length(journal!))).toEqual([39, 21]);
  });

  test('make room from one until it holds an equal part, and then from the next', () => {
    const [quiet, busy, late] = journalsOf(3, 60_000) as [Journal, Journal, Journal];
    fill(quiet, 25, 1000);
    fill(busy, 36, 1000);
    fill(late, 1, 13_000);
    expect([quiet, busy, late].map(length)).toEqual([25, 22, 1]);
    fill(late, 1, 7000);
    expect([quiet, busy, late].map(length)).toEqual([20, 20, 2]);
  });

  test('make room for a large request at once', () => {
    const [quiet, busy, late] = journalsOf(3, 60_000) as [Journal, Journal, Journal];
    fill(quiet, 30, 1000);
    fill(busy, 31, 1000);
    late.begin(arrival({ method: '', path: 'x'.repeat(15_000 - recordSize) }));
    expect([quiet, busy, late].map(length)).toEqual([25, 20, 1]);
  });

  test('make room from the one that has come to hold the most', () => {
    const [first, second, other] = journalsOf(3, 60_000) as [Journal, Journal, Journal];
    fill(other, 4, 1000);
    fill(first, 30, 1000);
    fill(second, 60, 1000);
    expect([first, second, other].map(length)).toEqual([28, 28, 4]);
  });

  test('have a larger part when another is closed', () => {
    const [closed, quiet, busy, late] = journalsOf(4, 60_000) as [
      Journal,
      Journal,
      Journal,
      Journal,
    ];
    closed.close();
    fill(quiet, 30, 1000);
    fill(busy, 31, 1000);
    fill(late, 1, 15_000);
    expect([quiet, busy, late].map(length)).toEqual([25, 20, 1]);
  });

  test('come to equal parts when all want more than theirs', () => {
    const journals = journalsOf(5, 50_000);
    for (let turn = 0; turn < 100; turn++) for (const journal of journals) fill(journal, 1, 1000);
    expect(journals.map(length)).toEqual([10, 10, 10, 10, 10]);
  });

  test('keep their newest request, whatever it takes', () => {
    const journals = journalsOf(3, 1000);
    for (const journal of journals) fill(journal, 2, 5000);
    expect(journals.map(length)).toEqual([1, 1, 1]);
  });

  test.each<[string, (journal: Journal) => void]>([
    ['cleared', (journal) => journal.clear()],
    ['closed', (journal) => journal.close()],
  ])('give back what they held when they are %s', (_how, act) => {
    const [one, other] = journalsOf(2, 50_000);
    fill(one!, 100, 1000);
    act(one!);
    fill(other!, 100, 1000);
    expect([length(one!), length(other!)]).toEqual([0, 50]);
  });

  test('keep nothing once they are closed, of what was in flight neither', () => {
    const [journal, other] = journalsOf(2, 50_000);
    const record = journal!.begin(arrival({ path: '/' }));
    journal!.close();
    journal!.receive(record, 'x'.repeat(1000));
    journal!.end(record, 503);
    fill(journal!, 10, 1000);
    expect(length(journal!)).toBe(0);
    fill(other!, 100, 1000);
    expect(length(other!)).toBe(50);
  });
});

describe('the catalogs of keys', () => {
  const isolated = () => createCatalogs(resolveCatalogOptions({ isolate: true, pets: 1 }));
  const large = 30_000;

  test('share one budget', () => {
    const catalogs = isolated();
    const keys = Array.from({ length: 20 }, (_, key) => catalogs.of(`key-${key}`).journal);
    for (const journal of keys) {
      for (let request = 0; request < 200; request++) {
        const record = journal.begin(arrival({ method: 'POST', path: '/' }));
        journal.receive(record, 'x'.repeat(large));
        record.responseBody = 'x'.repeat(large);
        journal.end(record, 201);
      }
    }
    expect(held(keys)).toBeLessThanOrEqual(journalBudget);
    expect(held(keys)).toBeGreaterThan(journalBudget * 0.9);
  });

  test('give their part back when they go', () => {
    const catalogs = isolated();
    const { journal } = catalogs.of('first');
    fill(journal, 10, 1000);
    for (let key = 0; key < maxCatalogs; key++) catalogs.of(`key-${key}`);
    expect(length(journal)).toBe(0);
  });
});
