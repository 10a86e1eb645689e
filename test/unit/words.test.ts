import { expect, test } from 'vitest';
import { describeFault, nameOf } from '../../src/controls/describe-fault.ts';
import { countOf, duration, shorten } from '../../src/contract/text.ts';

test.each([
  [{ status: 418, error: 'Short', times: 3 }, '418 “Short”, 3 times'],
  [{ delay: { min: 5, max: 1500 } }, '5 ms to 1.5 s slower'],
  [{ network: 'reset' as const, rate: 0.2 }, 'connection dropped, 20 % of calls'],
  [{ delay: { p50: 300, p99: 3000 } }, 'half of calls over 300 ms, 1 in 100 over 3 s'],
  [{ status: 500, error: '', times: 1234 }, '500, 1,234 times'],
  [{ status: 503, times: [5, 2] }, '503, the 2nd and 5th call'],
  [{ status: 503, times: [23, 1, 3, 12, 1101] }, '503, the 1st, 3rd, 12th, 23rd and 1,101st call'],
  [{ status: 500, match: { id: 'x'.repeat(41) } }, `500, for pet ${'x'.repeat(40)}…`],
  [{ network: 'garbage' as const, status: 503 }, '503, invalid bytes'],
  [
    { network: 'dribble' as const, status: 500, delay: 2000 },
    '500, response in small pieces, over 2 s',
  ],
  [{ network: 'hang' as const, operation: 'getPet' }, 'no response'],
  [
    { hold: true as const, phase: 'after' as const },
    'held until released, after the operation ran',
  ],
  [{ status: 500, match: { header: { 'x-a': '1' } } }, '500, for the headers {"x-a":"1"}'],
  [
    { status: 500, match: { query: { limit: '2' }, body: { name: 'Rex' } } },
    '500, for ?limit=2, for the body {"name":"Rex"}',
  ],
])('the fault %j in words', (fault, words) => {
  expect(describeFault(fault)).toBe(words);
});

test.each([
  [0, '0 ms'],
  [0.01, '<0.1 ms'],
  [12.6, '13 ms'],
  [2049, '2.05 s'],
  [9.96, '10 ms'],
  [1000, '1 s'],
])('%d milliseconds are %s', (milliseconds, words) => {
  expect(duration(milliseconds)).toBe(words);
});

test('faults have names, and counts have numbers', () => {
  expect(nameOf({ status: 503, times: 1 })).toBe('all operations, 503, next call only');
  expect(nameOf({ operation: 'getPet', delay: 20 })).toBe('getPet, 20 ms slower');
  expect(countOf(1, 'pet')).toBe('1 pet');
  expect(countOf(1204, 'pet')).toBe('1,204 pets');
});

test('a text is shortened only if it is longer, and no character is cut in two', () => {
  expect(shorten('x'.repeat(120))).toBe('x'.repeat(120));
  expect(shorten('x'.repeat(121))).toBe(`${'x'.repeat(120)}…`);
  expect(shorten('abcd', 3)).toBe('abc…');
  expect(shorten('ab🐶d', 3)).toBe('ab…');
  expect(shorten('ab🐶d', 4)).toBe('ab🐶…');
});
