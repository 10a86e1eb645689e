import { describe, expect, test } from 'vitest';
import type { ActiveFault, Fault } from '../../src/client.ts';
import { toFaultCode, toFaultCurl } from '../../src/dashboard/faults/copies.ts';
import { toChanges, toFault, toValues } from '../../src/dashboard/faults/fault-fields.ts';
import { describeOrder } from '../../src/dashboard/faults/order.ts';

describe('a copy of a fault', () => {
  test('as curl names the catalog and the token', () => {
    const info = { isolate: 'X-Test-Id', basePath: '/v2', keysRequired: false };
    const command = toFaultCurl({ status: 500 }, {
      origin: 'http://localhost:4020',
      info,
      apiKey: 'test-1',
      hasToken: true,
    } as unknown as Parameters<typeof toFaultCurl>[1]);
    expect(command).toBe(
      `curl 'http://localhost:4020/__admin/faults' --header 'Content-Type: application/json' ` +
        `--header 'X-Test-Id: test-1' --header "Authorization: Bearer $ADMIN_TOKEN" ` +
        `--data-raw '{"status":500}'`,
    );
  });

  test.each<Fault>([
    {
      status: 200,
      body: [{ 'a-b': null, ok: true, __proto__: undefined, text: 'a\\b\n\u2028"\'' }],
    },
    { status: 200, body: JSON.parse('{"__proto__": {"a": 1}}') as unknown },
    { delay: { p50: 1, p99: 2 }, match: { body: {} } },
  ])('as code is the fault %j', (given) => {
    const added: unknown[] = [];
    const catalog = { faults: { add: (one: unknown) => added.push(one) } };
    // oxlint-disable-next-line no-new-func -- As a test would run it.
    new Function('catalog', toFaultCode(given))(catalog);
    expect(JSON.stringify(added)).toBe(JSON.stringify([given]));
  });
});

describe('the fields of a fault', () => {
  test.each<Fault>([
    { status: 503 },
    { operation: 'getPet', status: 503, error: 'Out', delay: 5, rate: 0.07, times: 2 },
    { delay: { min: 0, max: 5 } },
    { network: 'dribble', delay: { p50: 1, p99: 2 } },
    { network: 'truncate', status: 502, headers: { 'Content-Type': 'text/html' }, body: '<h1>' },
    { status: 200, body: 'text' },
    { status: 200, body: { a: [1, null] } },
    { match: { id: 'rex', body: { name: 'Rex' } }, status: 500 },
  ])('give the fault %j back', (fault) => {
    expect(toFault(toValues(fault))).toEqual(fault);
  });

  test('that stay as they are change nothing, whatever they cannot show', () => {
    const fault = {
      id: 'fault-1',
      match: { query: '', id: 'a' },
      network: 'reset',
      hits: 3,
    } as ActiveFault;
    const before = toFault(toValues(fault));
    expect(toChanges(fault, before, before)).toEqual({});
    const after = { ...before, match: { id: 'b' } };
    expect(toChanges(fault, before, after)).toEqual({ match: { query: '', id: 'b' } });
    expect(toChanges(fault, before, { network: 'hang' })).toEqual({
      match: { query: '' },
      network: 'hang',
    });
  });
});

test.each<[string, Fault[]]>([
  ['', []],
  ['', [{ status: 503 }]],
  [
    'First 503 once, then 20 % chaos.',
    [
      { status: 503, times: 1 },
      { status: 503, rate: 0.2 },
    ],
  ],
  [
    'First getPet: 503 once, then 500 for 3 calls.',
    [
      { operation: 'getPet', status: 503, times: 1 },
      { status: 500, error: 'Out', times: 3 },
    ],
  ],
  // What comes after a fault of all calls is not reached.
  ['', [{ network: 'reset' }, { status: 503, times: 1 }]],
  ['', [{ status: 503, times: 1, enabled: false }, { status: 500 }]],
  ['', [{ delay: 2000 }, { status: 503, rate: 0.5 }]],
  [
    'First 5 ms slower for 10 % of calls, else 2 s slower.',
    [{ delay: 5, rate: 0.1 }, { delay: 2000 }],
  ],
])('the order "%s" of the faults %j', (words, faults) => {
  const listed = faults.map((fault, index) => ({
    ...fault,
    id: `fault-${faults.length - index}`,
    hits: 0,
    ...(fault.times && { remaining: fault.times }),
  }));
  expect(describeOrder(listed)).toBe(words);
});
