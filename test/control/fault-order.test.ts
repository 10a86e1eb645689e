import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Fault, PetCatalog, Snapshot } from '../../src/index.ts';
import { serviceOf } from '../../src/pet-catalog.ts';
import { createFaultResolver } from '../../src/operations/resolve-fault.ts';
import { emptyCatalog, faultyCatalog, handle } from '../support/catalog.ts';
import { faultHosts, opened } from './support/fault-hosts.ts';

/** What the faults make of a call, without waiting for it. */
function resolved(catalog: PetCatalog, prefer?: string) {
  const { catalogs, settings, operations, matchRoute } = serviceOf(catalog);
  const fault = createFaultResolver(settings)(
    {
      catalog: catalogs.common,
      request: {
        method: 'GET',
        path: '/v2/pets',
        query: '',
        headers: { prefer },
        rawHeaders: [],
        readBody: async () => undefined,
      },
      route: matchRoute('/v2/pets')!,
      body: undefined,
      parsed: undefined,
    },
    operations.find('listPets')!,
  );
  return { delay: fault?.delay ?? 0, status: fault?.answer?.status, fault: fault?.name };
}

const slow: Fault = { delay: 300 };
const once: Fault = { status: 503, times: 1 };

describe('of several faults', () => {
  test.each([
    ['slow, then 503 once', [slow, once], 'fault-2'],
    ['503 once, then slow', [once, slow], 'fault-1'],
  ])('a failing one and one that delays combine: %s', (_, faults, failing) => {
    const catalog = faultyCatalog(...faults);
    expect(resolved(catalog)).toEqual({ delay: 300, status: 503, fault: failing });
    const delaying = failing === 'fault-1' ? 'fault-2' : 'fault-1';
    expect(resolved(catalog)).toEqual({ delay: 300, status: undefined, fault: delaying });
    expect(catalog.faults.list()).toMatchObject([{ id: delaying, hits: 2 }]);
  });

  test('the delays of all add up', () => {
    const catalog = emptyCatalog({ delay: 1000 });
    catalog.faults.add({ delay: 200 });
    catalog.faults.add({ status: 503, delay: 30 });
    expect(resolved(catalog, 'delay=4')).toEqual({ delay: 1234, status: 503, fault: 'fault-2' });
  });
});

const chaos: Fault[] = [
  { status: 500, rate: 0.3 },
  { delay: { p50: 300, p99: 3000 } },
  { status: 502, rate: 0.5, match: { query: '' }, delay: { min: 1, max: 9 } },
  { status: 504, rate: 0.5, enabled: false },
  { delay: { min: 10, max: 90 }, rate: 0.5, times: 30 },
];

test('chaos replays after a snapshot and a restore, in another catalog as well', () => {
  const catalog = emptyCatalog({ seed: 5, delay: { p50: 2, p99: 20 } });
  for (const fault of chaos) catalog.faults.add(fault);
  const calls = (one: PetCatalog) => Array.from({ length: 100 }, () => resolved(one));
  calls(catalog);
  const snapshot = JSON.parse(JSON.stringify(catalog.snapshot())) as Snapshot;
  const first = calls(catalog);
  expect(new Set(first.map(({ delay }) => delay)).size).toBeGreaterThan(50);
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set([500, 502, undefined]));
  catalog.restore(snapshot);
  expect(catalog.snapshot()).toEqual(snapshot);
  expect(calls(catalog)).toEqual(first);
  const other = emptyCatalog({ delay: { p50: 2, p99: 20 } });
  other.restore(snapshot);
  expect(calls(other)).toEqual(first);
});

describe('a call that waits for nothing is answered at once', () => {
  test.each([
    ['a status', { status: 503 }, undefined],
    ['a status of its own', undefined, 'code=503'],
    ['a fault for other calls', { status: 503, match: { header: { a: 'b' } } }, undefined],
    ['a body and headers', { status: 502, headers: { a: 'b' }, body: {} }, undefined],
    ['reset', { network: 'reset' }, undefined],
    ['truncate', { network: 'truncate' }, undefined],
  ] as [string, Fault | undefined, string | undefined][])('with %s', (_, fault, prefer) => {
    const catalog = faultyCatalog(...(fault ? [fault] : []));
    expect(handle(catalog, { headers: { Prefer: prefer ?? null } })).not.toBeInstanceOf(Promise);
  });
});

test('a body is parsed once for all faults and the operation, and not at all for none', async () => {
  const { catalog, call } = await opened(faultHosts[0]!);
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  const body = '{"name":"Parsed"}';
  const parses = async () => {
    parse.mockClear();
    await call({ method: 'POST', body });
    return parse.mock.calls.filter(([text]) => text === body).length;
  };
  catalog.faults.add({ status: 500, match: { header: { a: 'b' } } });
  expect(await parses()).toBe(1);
  catalog.faults.add({ status: 500, match: { body: { name: 'Rex' } } });
  catalog.faults.add({ delay: 1, match: { body: { name: 'Max' } } });
  expect(await parses()).toBe(1);
  catalog.faults.clear();
  catalog.faults.add({ status: 500 });
  expect(await parses()).toBe(0);
});
