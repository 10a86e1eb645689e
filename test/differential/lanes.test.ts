import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { complete, fixtures } from '../contract/cases/case.ts';
import { journalOf, sendAll, startLanes, type Lanes, type WireRequest } from './lanes.ts';

/**
 * The fast lane has no rules of its own: byte for byte, it answers as Express and the handlers do.
 * The contract runs its table on both; here are requests that no table has.
 */
describe('with and without the fast lane', () => {
  /** Sends requests to both servers, from their initial state, and expects the same of both. */
  async function expectTheSame({ fast, express }: Lanes, requests: readonly WireRequest[]) {
    fast.catalog.reset();
    express.catalog.reset();
    const [one, other] = await Promise.all([sendAll(fast, requests), sendAll(express, requests)]);
    expect(one).toBe(other);
    expect(fast.catalog.pets.list()).toEqual(express.catalog.pets.list());
    return one;
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
  });

  describe('at random', () => {
    let lanes: Lanes;
    beforeAll(async () => {
      const apiKeys = ['good', 'test-key-01'];
      lanes = await startLanes({ fixtures, maxPets: 12, maxBodyBytes: 300, apiKeys });
    });
    afterAll(() => lanes.close());

    const pick = <T>(...values: T[]) => fc.constantFrom(...values);
    const segment = fc.oneof(
      pick(
        'alba',
        'bruno',
        'nobody',
        '__proto__',
        '%61lba',
        '%zz',
        '%2F',
        '..',
        '%2e%2E',
        '.',
        'a b',
        'a\\b',
        'a"b',
        'é',
        'alba;x',
        'alba#x',
        '',
      ),
      fc.string({ maxLength: 8, unit: fc.constantFrom(..."abz09-._~%!$&'()*+,;=:@<>[]{}|^`") }),
    );
    const path = fc.oneof(
      { weight: 4, arbitrary: pick('/v2/pets', '/v2/pets/') },
      { weight: 6, arbitrary: segment.map((id) => `/v2/pets/${id}`) },
      { weight: 1, arbitrary: segment.map((id) => `/v2/pets/${id}/`) },
      { weight: 1, arbitrary: segment.map((id) => `/v2/./pets/${id}`) },
      {
        weight: 1,
        arbitrary: pick(
          '/',
          '/v2',
          '/V2/pets',
          '/v2//pets',
          '//host/v2/pets',
          '/foo/v2/pets',
          '/v2/pets/alba/x',
          'http://other.example/v2/pets',
          '*',
        ),
      },
    );
    const query = fc.oneof(
      { weight: 3, arbitrary: pick('') },
      {
        weight: 5,
        arbitrary: fc
          .oneof(
            fc.nat(15).map(String),
            pick('', '-1', '1.5', '1e1', '0x1', ' 1', '+1', '%31', '00', '9'.repeat(40), 'a'),
          )
          .map((limit) => `?limit=${limit}`),
      },
      {
        weight: 1,
        arbitrary: pick(
          '?',
          '?limit',
          '?limit=1&limit=2',
          '?x=1&limit=2',
          '?Limit=1',
          '?%6Cimit=1',
          '?limit=1#y',
          '?limit=%zz',
          '?limit[]=1',
        ),
      },
    );
    const header = fc.oneof(
      fc.tuple(
        pick('X-API-Key', 'x-api-key'),
        pick('good', 'test-key-01', 'bad', '', '  ', ' good '),
      ),
      fc.tuple(
        pick('Content-Type'),
        pick(
          'application/json',
          'APPLICATION/JSON; charset=utf-8',
          'text/plain',
          'application/jsonx',
          'application/json ;x',
          '',
        ),
      ),
      fc.tuple(pick('Host'), pick('localhost', 'b:80', 'bad host', '[::1]', 'a,b', '')),
      fc.tuple(
        pick('Prefer'),
        pick(
          'code=503',
          'delay=0',
          'code=418, delay=1',
          'code=abc',
          'respond-async',
          'code="404"; x=1',
        ),
      ),
      fc.tuple(pick('Accept'), pick('*/*', 'msw/passthrough', 'text/html')),
      fc.tuple(
        pick('Cookie', 'Expect', 'Origin', 'TE'),
        pick('a=1', '100-continue', 'http://x.example'),
      ),
    );
    const body = fc.oneof(
      {
        weight: 4,
        arbitrary: fc
          .record(
            {
              name: fc.string({ unit: 'binary', maxLength: 12 }),
              tag: fc.string({ maxLength: 5 }),
            },
            { requiredKeys: ['name'] },
          )
          .map((one) => JSON.stringify(one)),
      },
      {
        weight: 2,
        arbitrary: pick(
          '',
          '{',
          '[]',
          'null',
          '{"name":1}',
          '{"name":"a","tag":null}',
          '{"name":"a","id":"x"}',
          '{"__proto__":{"name":"x"}}',
          '"x"',
          '{"name":"\\ud800"}',
          '\ufeff{"name":"bom"}',
          'x'.repeat(400),
        ),
      },
      { weight: 1, arbitrary: fc.json({ maxDepth: 2 }) },
    );
    const request = fc
      .record({
        method: fc.oneof(
          { weight: 6, arbitrary: pick('GET', 'POST') },
          {
            weight: 1,
            arbitrary: pick('HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'get', 'QUERY'),
          },
        ),
        target: fc.tuple(path, query).map((parts) => parts.join('')),
        headers: fc.array(header, { maxLength: 4 }),
        plain: fc.boolean(),
        body,
      })
      .map(({ method, target, headers, plain, body: text }): WireRequest => {
        const hasBody = method === 'POST' || method === 'PUT';
        const usual: [string, string][] = [
          ...(headers.some(([name]) => name === 'Host')
            ? []
            : [['Host', '127.0.0.1'] as [string, string]]),
          ...(plain
            ? ([
                ['X-API-Key', 'good'],
                ...(hasBody ? [['Content-Type', 'application/json']] : []),
              ] as [string, string][])
            : []),
          ...(hasBody
            ? [['Content-Length', String(Buffer.byteLength(text))] as [string, string]]
            : []),
        ];
        return { method, target, headers: [...usual, ...headers], body: hasBody ? text : '' };
      });

    test('any requests get the same bytes, and leave the same pets and the same journal', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 12 }), async (requests) => {
          await expectTheSame(lanes, requests);
          expect(journalOf(lanes.fast).map(({ id: _id, ...entry }) => entry)).toEqual(
            journalOf(lanes.express).map(({ id: _id, ...entry }) => entry),
          );
        }),
        { numRuns: 150 },
      );
      // Some 2000 requests: many seconds on a busy machine.
    }, 60_000);
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
