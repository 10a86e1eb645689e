import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../src/index.ts';
import { fixtures } from '../../src/verify/cases/case.ts';
import { anyQuickFault, anyRequest } from './generators.ts';
import { sendAll, startLanes, stateOf, type Lanes, type WireRequest } from './lanes.ts';

/** Keys that have a catalog of their own where `isolate` says so. */
const keys = ['k', 'other'];

/**
 * The fast lane has no rules of its own: byte for byte, it answers as Express and the handlers do.
 * The contract runs its table on both; here are requests that no table has.
 */
describe.each([
  {},
  { apiKeys: ['k'], cors: 'https://a.example' },
  { apiKeys: ['k'], cors: ['https://a.example', 'https://b.example'] },
  { cors: false, delay: { min: 0, max: 2 } },
  { isolate: true },
] as const)('with and without the fast lane, with %j', (options) => {
  let lanes: Lanes;
  beforeAll(async () => {
    lanes = await startLanes({ ...options, fixtures, maxPets: 12, maxBodyBytes: 300 });
  });
  afterAll(() => lanes.close());

  /** Sends requests to one of the servers, from its initial state. */
  async function outcomeOf(
    server: Lanes['fast'],
    requests: readonly WireRequest[],
    faults: readonly Fault[],
  ) {
    const { catalog } = server;
    catalog.reset();
    const catalogs = 'isolate' in options ? keys.map((key) => catalog.forKey(key)) : [catalog];
    for (const fault of faults) catalogs[0]!.faults.add(fault);
    const text = await sendAll(server, requests);
    return { text, states: [catalog, ...catalogs].map(stateOf) };
  }

  test('any requests and faults give the same bytes, and leave the same state and journal', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRequest, { minLength: 1, maxLength: 12 }),
        fc.array(anyQuickFault, { maxLength: 3 }),
        async (requests, faults) => {
          const [one, other] = await Promise.all(
            [lanes.fast, lanes.express].map((server) => outcomeOf(server, requests, faults)),
          );
          expect(one!.text).toBe(other!.text);
          expect(one!.states).toEqual(other!.states);
          expect(one!.text).not.toBe('');
        },
      ),
      { numRuns: 60 },
    );
  });
});
