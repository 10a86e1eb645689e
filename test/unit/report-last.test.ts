import { expect, test } from 'vitest';
import { reportLast } from '../../src/catalog/report.ts';
import type { JournalEntry } from '../../src/index.ts';
import { arrivedEntry } from '../support/arrival.ts';

const entry = (changes: Partial<JournalEntry> = {}): JournalEntry => ({
  ...arrivedEntry(),
  status: 200,
  durationMs: 1.6,
  ...changes,
});

const report = (entries: JournalEntry[], total = entries.length) =>
  reportLast('The mock', entries, total).split('\n');

test('the last requests of a journal that is empty are none at all', () => {
  expect(report([])).toEqual(['The mock has seen no request at all.']);
});

test('a single request is the only one', () => {
  expect(report([entry({ query: 'limit=2' })])).toEqual([
    "The mock's only request:",
    '  GET /v2/pets?limit=2 -> 200 (2 ms)',
  ]);
});

test('each line says how long a request took and which fault hit it', () => {
  const entries = [
    entry({ status: 503, durationMs: 0.2, fault: 'fault-1' }),
    entry({ status: 418, fault: 'prefer' }),
    entry({ status: null, durationMs: null, fault: 'fault-2' }),
    entry({ status: null, durationMs: null }),
  ];
  expect(report(entries)).toEqual([
    "The mock's last 4 requests, newest last:",
    '  GET /v2/pets -> 503 (0 ms, by fault-1)',
    '  GET /v2/pets -> 418 (2 ms, by Prefer)',
    '  GET /v2/pets -> no answer (by fault-2)',
    '  GET /v2/pets -> no answer',
  ]);
});

test('the number of further requests is shown', () => {
  expect(report([entry(), entry()], 1234)[0]).toBe(
    "The mock's last 2 of 1,234 requests, newest last:",
  );
});
