import { describe, expect, test } from 'vitest';
import type { Fault } from '../../src/client/index.ts';
import { toChanges, toFault, toValues } from '../../src/dashboard/faults/fault-fields.ts';
import { toLiteral } from '../../src/dashboard/requests/copies.ts';

describe('the fields of a fault', () => {
  test.each<[Fault, string]>([
    [{ operation: 'getPet', status: 503, error: 'Out', delay: 5, rate: 0.07, times: 2 }, 'status'],
    [{ status: 503, times: [2, 5] }, 'status'],
    [{ status: 200, body: '7' }, 'status'],
    [{ status: 200, body: { a: [1, null] }, phase: 'after' }, 'status'],
    [{ delay: { p50: 10, p99: 200 }, match: { header: { 'X-A': 'b: c' } } }, 'delay'],
    [{ hold: true, match: { id: 'rex', body: { name: 'Rex' } } }, 'hold'],
    [{ network: 'reset', phase: 'after', match: { query: 'a=1&b=' } }, 'reset'],
    [{ network: 'dribble', delay: 2000 }, 'dribble'],
  ])('give the fault %j back', (fault, kind) => {
    expect(toValues(fault)['kind']).toBe(kind);
    expect(toFault(toValues(fault))).toEqual(fault);
  });

  test.each<[string, unknown]>([
    ['2 s', 2000],
    ['0.5s', 500],
    ['250 ms', 250],
    ['300–800', { min: 300, max: 800 }],
    ['300-800 ms', { min: 300, max: 800 }],
    ['{"p50": 300, "p99": 3000}', { p50: 300, p99: 3000 }],
    ['soon', 'soon'],
  ])('take the delay "%s"', (delay, expected) => {
    expect(toFault({ kind: 'delay', delay })).toEqual({ delay: expected });
  });

  test.each([
    [{ kind: 'status', status: '503', more: '[]' }, '"more" must be a JSON object'],
    [{ kind: 'status', status: '503', more: '{' }, '"more" must be a JSON object'],
    [{ kind: 'status', status: '204' }, 'Below 400 a fault needs a response body'],
  ])('refuse %j', (values, message) => {
    expect(() => toFault(values as unknown as Record<string, string>)).toThrow(message);
  });

  test('that stay the same change nothing, and removed fields become null', () => {
    const before: Fault = { match: { query: '', id: 'a' }, network: 'reset' };
    expect(toChanges(before, { ...before })).toEqual({});
    expect(toChanges(before, { network: 'hang' })).toEqual({ match: null, network: 'hang' });
  });
});

test.each<Fault>([
  { status: 200, body: [{ 'a-b': null, ok: true, text: 'a\\b\n\u2028"\'' }] },
  { status: 200, body: { text: '{"a":1,"b":2}', '{"a': 1, ',"b': [2], 'c"': 3 } },
  { delay: { p50: 1, p99: 2 }, match: { body: {} } },
])('the fault %j as code is the same', (fault) => {
  // oxlint-disable-next-line no-new-func -- As a test would run it.
  const back = new Function(`return ${toLiteral(fault)}`)() as Fault;
  expect(JSON.stringify(back)).toBe(JSON.stringify(fault));
});
