import { afterEach, describe, expect, test, vi } from 'vitest';
import { createJournal, type Journal, type RequestRecord } from '../../src/catalog/journal.ts';
import { createJournalBudget } from '../../src/catalog/journal-budget.ts';
import { arrival } from '../support/arrival.ts';

afterEach(() => void vi.restoreAllMocks());

/** What a journal tells, as `arrival 1`, and how to stop listening. */
function listenTo(journal: Journal): { told: string[]; unlisten: () => void } {
  const told: string[] = [];
  const unlisten = journal.listen((event, { id }) => void told.push(`${event} ${id}`));
  return { told, unlisten };
}

/** Takes a request through all that can happen to it. */
function finish(journal: Journal, record: RequestRecord): void {
  journal.claim(record, { operation: 'createPet', received: false });
  journal.receive(record, '{}');
  journal.waiting(record);
  record.responseBody = '[]';
  journal.end(record, 200);
}

describe('a journal tells', () => {
  test('of each thing that happens to a request, until nobody listens', () => {
    const journal = createJournal(10);
    const { told, unlisten } = listenTo(journal);
    finish(journal, journal.begin(arrival()));
    expect(told).toEqual(['arrival 1', 'arrival 1', 'received 1', 'waiting 1', 'end 1']);
    unlisten();
    finish(journal, journal.begin(arrival()));
    expect(told).toHaveLength(5);
  });

  test.each<[string, (journal: Journal) => void]>([
    ['has been dropped', (journal) => void journal.begin(arrival())],
    ['was cleared', (journal) => journal.clear()],
    ['was there before it closed', (journal) => journal.close()],
  ])('nothing of a request that %s, and counts nothing for it', (_what, act) => {
    const journal = createJournal(1);
    const record = journal.begin(arrival());
    journal.receive(record, '{}');
    act(journal);
    expect(record.requestBody).toBeUndefined();
    const { told } = listenTo(journal);
    const { bytes } = record;
    finish(journal, record);
    expect(told).toEqual([]);
    expect(record.bytes).toBe(bytes);
    // Hosts log from the record.
    expect(record).toMatchObject({ operation: 'createPet', received: true, status: 200 });
    expect(journal.toEntry(record).requestHeaders).toStrictEqual({});
    expect(record.requestBody).toBeUndefined();
  });

  const closed = createJournal(10);
  closed.close();
  test.each([
    ['is off', createJournal(0)],
    ['is closed', closed],
  ])('nothing when it %s, and keeps nothing', (_what, journal) => {
    const { told } = listenTo(journal);
    const record = journal.begin(arrival({ rawHeaders: ['X-Trace', '1'] }));
    finish(journal, record);
    expect(told).toEqual([]);
    expect(record).toMatchObject({ id: 1, bytes: 0, requestHeaders: undefined });
    expect([journal.length, [...journal.records()]]).toEqual([0, []]);
  });
});

test('a journal that is cleared is empty, also for who reads it just then', () => {
  const journal = createJournal(10);
  for (let request = 0; request < 3; request++) journal.begin(arrival());
  expect(journal.length).toBe(3);
  const reading = journal.records();
  reading.next();
  journal.clear();
  expect([...reading]).toEqual([]);
  expect(journal.length).toBe(0);
  expect(journal.begin(arrival()).id).toBe(4);
  expect(journal.length).toBe(1);
});

test('what a request takes of the budget is its size and its texts, one by one', () => {
  const sizeOf = (given: Parameters<typeof arrival>[0], act?: (record: RequestRecord) => void) => {
    const journal = createJournal(10, createJournalBudget());
    const record = journal.begin(arrival({ path: '', method: '', ...given }));
    act?.(record);
    journal.end(record, 200);
    return record.bytes;
  };
  const none = sizeOf({});
  expect(none).toBe(300);
  expect(sizeOf({ path: '/v2/pets', method: 'GET', query: 'limit=1', apiKey: 'key' })).toBe(
    none + 8 + 3 + 7 + 3,
  );
  // A thousand short headers take more than their characters.
  expect(sizeOf({ rawHeaders: ['a', 'bc'] })).toBe(none + 2 * 24 + 3);
  expect(
    sizeOf({}, (record) => {
      record.responseHeaders = ['a', 'b', 'c', 'd'];
      record.responseBody = '0123456789';
    }),
  ).toBe(none + 4 * 24 + 4 + 10);
});

describe('an entry', () => {
  test('of a request that has come has no more than is known', () => {
    const journal = createJournal(10);
    expect(journal.toEntry(journal.begin(arrival()))).toStrictEqual({
      at: expect.any(String),
      id: 1,
      operation: null,
      query: '',
      method: 'GET',
      path: '/v2/pets',
      status: null,
      durationMs: null,
      requestHeaders: {},
      apiKey: null,
    });
  });

  test('of one that has ended says how long it took, in thousandths of a millisecond', () => {
    vi.spyOn(performance, 'now').mockReturnValueOnce(1000).mockReturnValueOnce(1012.345_67);
    const journal = createJournal(10);
    const record = journal.begin(arrival());
    journal.end(record, 200);
    expect(journal.toEntry(record).durationMs).toBe(12.346);
  });

  test('has a body that is empty, and its length', () => {
    const journal = createJournal(10);
    const record = journal.begin(arrival());
    journal.receive(record, '');
    record.responseBody = '';
    record.responseBytes = 0;
    journal.end(record, 503);
    expect(journal.toEntry(record)).toMatchObject({
      requestBody: '',
      requestBytes: 0,
      responseBody: '',
      responseBytes: 0,
    });
  });
});
