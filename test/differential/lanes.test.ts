import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Fault } from '../../src/index.ts';
import { complete, fixtures } from '../../src/verify/cases/case.ts';
import { anyFault } from './any-fault.ts';
import { anyRequest } from './any-request.ts';
import { sendAll, startLanes, stateOf, type Lanes, type WireRequest } from './lanes.ts';

/** The keys that have a catalog of their own where `isolate` says so. */
const tenants = ['one', 'two'] as const;
const isolated = { isolate: 'X-Tenant' } as const;

/**
 * The fast lane has no rules of its own: byte for byte, it answers as Express and the handlers do.
 * The contract runs its table on both; here are requests that no table has.
 */
describe('with and without the fast lane', () => {
  /** Sends requests to both servers, from their initial state, and expects the same of both. */
  async function expectTheSame(
    { fast, express }: Lanes,
    requests: readonly WireRequest[],
    faults: readonly Fault[] = [],
    isIsolated = false,
  ) {
    const [one, other] = await Promise.all(
      [fast, express].map(async (server) => {
        const { catalog } = server;
        catalog.reset();
        const faulted = isIsolated ? catalog.forKey('one') : catalog;
        for (const fault of faults) faulted.faults.add(fault);
        const text = await sendAll(server, requests);
        const keys = isIsolated ? tenants.map((key) => catalog.forKey(key)) : [];
        return { text, states: [catalog, ...keys].map(stateOf) };
      }),
    );
    expect(one!.text).toBe(other!.text);
    expect(one!.states).toEqual(other!.states);
    return one!.text;
  }

  test.each([
    { cors: false },
    { cors: 'https://app.example' },
    { cors: ['https://a.example', 'https://b.example'] },
  ] as const)('the bytes are the same with CORS $cors', async (options) => {
    const origin = ['Origin', 'https://a.example'] as const;
    const requests = ['GET', 'OPTIONS', 'POST', 'HEAD'].map((method) => {
      const { target, headers, body } = toWire(
        complete({ method, ...(method === 'POST' && { body: '{"name":"x"}' }) }),
      );
      return { method, target, headers: [...headers, origin], body };
    });
    const lanes = await startLanes({ ...options, fixtures });
    onTestFinished(() => lanes.close());
    expect(await expectTheSame(lanes, requests)).toMatch(/^HTTP\/1\.1 200 /);

    const headers = {
      'Access-Control-Allow-Origin': 'https://fault.example',
      'X-Name': 'caf\u00e9',
    };
    const faulted = await expectTheSame(lanes, requests, [{ status: 503, headers }]);
    expect(faulted.match(/^access-control-allow-origin: .*(?=\r$)/gim)).toContain(
      'access-control-allow-origin: https://fault.example',
    );
    expect(faulted).toMatch(/^x-name: caf\u00e9\r$/m);
  });

  describe.each([
    {},
    { cors: 'https://a.example' },
    { cors: ['https://a.example', 'https://b.example'] },
    { cors: false, delay: { min: 0, max: 2 } },
    isolated,
  ] as const)('at random with %j', (options) => {
    let lanes: Lanes;
    beforeAll(async () => {
      const apiKeys = ['good', 'test-key-01'];
      lanes = await startLanes({ ...options, fixtures, maxPets: 12, maxBodyBytes: 300, apiKeys });
    });
    afterAll(() => lanes.close());

    test('any requests and faults give the same bytes, and leave the same state and journal', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyRequest, { minLength: 1, maxLength: 12 }),
          fc.array(anyFault, { maxLength: 3 }),
          async (requests, faults) => {
            const text = await expectTheSame(lanes, requests, faults, 'isolate' in options);
            expect(text).not.toBe('');
          },
        ),
        { numRuns: 60 },
      );
    });
  });
});

function toWire({ method, path, headers, body }: ReturnType<typeof complete>): WireRequest {
  const text = body === undefined ? '' : Buffer.from(body).toString('utf8');
  const length =
    body === undefined ? [] : [['Content-Length', String(Buffer.byteLength(text))] as const];
  return {
    method,
    target: path,
    headers: [['Host', '127.0.0.1'], ...Object.entries(headers), ...length],
    body: text,
  };
}
