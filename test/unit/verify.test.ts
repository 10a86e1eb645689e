import { describe, expect, test } from 'vitest';
import {
  InvalidInputError,
  VerificationError,
  type PetCatalog,
  type PetCatalogOptions,
  type RequestFilter,
  type VerifyOptions,
} from '../../src/index.ts';
import { create, post, type CaseRequest } from '../../src/verify/cases/case.ts';
import { ask, emptyCatalog, faultyCatalog, slowCreate } from '../support/catalog.ts';
import { patient } from '../support/patience.ts';

/** The message of a verification that fails, in lines. */
function failureOf(
  { requests }: PetCatalog,
  filter: RequestFilter,
  options?: VerifyOptions,
): string[] {
  try {
    requests.verify(filter, options);
  } catch (error) {
    expect(error).toBeInstanceOf(VerificationError);
    return (error as Error).message.split('\n');
  }
  throw new Error('It was verified');
}

/** An empty catalog that has been sent these requests. */
async function sentTo(requests: readonly CaseRequest[], options?: PetCatalogOptions) {
  const catalog = emptyCatalog(options);
  for (const request of requests) await ask(catalog, request);
  return catalog;
}

const failureAfter = async (
  requests: readonly CaseRequest[],
  ...wanted: [RequestFilter, VerifyOptions?]
) => failureOf(await sentTo(requests), ...wanted);

const times = (count: number, request: CaseRequest = {}) => Array<CaseRequest>(count).fill(request);

describe('verify', () => {
  test.each<[VerifyOptions | undefined, number, boolean]>([
    [undefined, 1, true],
    [{}, 0, false],
    [{ count: 2 }, 2, true],
    [{ count: 2 }, 3, false],
    [{ count: 0 }, 0, true],
    [{ atLeast: 2 }, 1, false],
    [{ atLeast: 2 }, 3, true],
    [{ atMost: 2 }, 0, true],
    [{ atMost: 2 }, 3, false],
    [{ atLeast: 1, atMost: 2 }, 0, false],
    [{ atLeast: 1, atMost: 2 }, 2, true],
    [{ atLeast: 0 }, 0, true],
  ])('with %j of %i that match: %j', async (options, calls, isVerified) => {
    const catalog = await sentTo(times(calls));
    const verify = () => catalog.requests.verify({ operation: 'listPets', limit: 1 }, options);
    if (isVerified) expect(verify()).toBe(calls);
    else expect(verify).toThrow(VerificationError);
  });

  test.each([
    [{ count: 1, atLeast: 1 }, /"count", or with "atLeast", "atMost" or both/],
    [{ count: 1, atMost: 1 }, /"count", or with "atLeast", "atMost" or both/],
    [{ atLeast: 2, atMost: 1 }, /"atLeast" is no greater than its "atMost"/],
    [{ count: -1 }, /"count" must be a whole number of at least 0, not -1/],
    [{ times: 1 }, /unknown field "times"/],
    [{ count: 1001 }, /"count" must be at most 1000, which is all that the journal keeps/],
    [{ atLeast: 1001 }, /"atLeast" must be at most 1000/],
  ])('refuses the options %j', (options, message) => {
    const { requests } = emptyCatalog();
    expect(() => requests.verify({}, options as never)).toThrow(message);
    expect(() => requests.verify({}, options as never)).toThrow(InvalidInputError);
  });
});

describe('a verification that fails says', () => {
  test('how many were seen, when all of them matched', async () => {
    expect(await failureAfter([{}], {}, { count: 2 })).toEqual([
      'Expected exactly 2 requests (any request), but saw 1.',
    ]);
  });

  test('the five that are closest, however long ago they came', async () => {
    const sent = [
      { path: '/v2/pets/1' },
      { path: '/v2/pets' },
      ...[2, 3, 4].map(() => ({ path: '/v2/pets', method: 'DELETE' })),
      { path: '/v2/pets/5' },
      { path: '/v2/pets/6' },
    ];
    const [, ...lines] = await failureAfter(sent, { operation: 'getPet', status: 200 });
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      '  GET /v2/pets/6 -> 404',
      '  GET /v2/pets/5 -> 404',
      '  GET /v2/pets -> 200',
      '  GET /v2/pets/1 -> 404',
      '  DELETE /v2/pets -> 405',
      '  and 2 more',
    ]);
  });

  test.each([{}, { query: {}, header: {} }])('that nothing at all was seen: %j', (filter) => {
    expect(failureOf(emptyCatalog(), filter)).toEqual([
      'Expected at least 1 request (any request), but saw 0. No request at all has been seen.',
    ]);
  });

  test('in which fields a body differs, the body with the fewest first', async () => {
    const bodies = [
      {},
      { name: 'Max' },
      { name: 'Bella', tag: 'cat' },
      { name: 'Rex', tag: 'cat' },
    ];
    const filter = { operation: 'createPet', body: { name: 'Rex', tag: 'dog' } };
    expect(await failureAfter([...bodies.map(create), {}], filter)).toEqual([
      'Expected at least 1 request (operation createPet, body {"name":"Rex","tag":"dog"}), but saw 0. ' +
        'The closest that did not match:',
      '  POST /v2/pets -> 201: body.tag is "cat", not "dog"',
      '  POST /v2/pets -> 201: body.name is "Bella", not "Rex"; body.tag is "cat", not "dog"',
      '  POST /v2/pets -> 201: body.name is "Max", not "Rex"; body.tag is missing, not "dog"',
      '  POST /v2/pets -> 400: the body lacks the field "name"; body.name is missing, not "Rex"; body.tag is missing, not "dog"',
      '  GET /v2/pets -> 200: operation is listPets, not createPet; it has no body',
    ]);
  });

  test('that a body is none, empty, not JSON, or not there yet', async () => {
    const sent = [create({ name: 'x'.repeat(100) }), post(''), post('{"name":\n"Rex"')];
    const catalog = await sentTo([{ method: 'HEAD' }, ...sent], { maxBodyBytes: 100 });
    const slow = slowCreate(catalog);
    await expect.poll(() => catalog.requests.count()).toBe(5);
    expect(failureOf(catalog, { body: { name: 'Rex' } }).slice(1)).toEqual([
      expect.stringMatching(
        /^ {2}POST \/v2\/pets -> 400: the body is not valid JSON: .+; its body is not JSON: \{"name":\\n"Rex"$/,
      ),
      '  POST /v2/pets -> 400: the body is empty; it must be JSON; its body is empty',
      '  POST /v2/pets -> 413: the body must be at most 100 bytes; its body was not read',
      '  HEAD /v2/pets -> 200: it has no body',
      '  POST /v2/pets -> no answer: its body is not known yet; its body has not fully arrived',
    ]);
    expect(failureOf(catalog, { status: 299 }).join()).toContain('status is not answered yet');
    slow.end();
    await slow.answered;
  });

  test('that a header is missing or another', async () => {
    const catalog = await sentTo([
      { headers: { 'X-Trace': 'a', 'X-API-Key': 'test-key-01' } },
      { headers: { 'X-API-Key': 'test-key-99' } },
    ]);
    expect(
      failureOf(catalog, { header: { 'x-trace': ' b ', 'X-API-Key': 'test-key-99' } }),
    ).toEqual([
      'Expected at least 1 request (header x-trace "b", header X-API-Key "test-key-99"), but saw 0. ' +
        'The closest that did not match:',
      '  GET /v2/pets -> 200: header x-trace is missing, not "b"',
      '  GET /v2/pets -> 200: header x-trace is "a", not "b"; header X-API-Key is "test-key-01", not "test-key-99"',
    ]);
    expect(failureOf(catalog, { header: { 'X-API-Key': 'teSt-key-01' } }).slice(1)).toEqual([
      '  GET /v2/pets -> 200: header X-API-Key is "test-key-99", not "teSt-key-01"',
      '  GET /v2/pets -> 200: header X-API-Key is "test-key-01", not "teSt-key-01"',
    ]);
  });

  test('which parameters of a query differ, one that is missing as much as another', async () => {
    const catalog = await sentTo([{ path: '/v2/pets?limit=3&tag=a%20b&tag=c' }, {}]);
    expect(failureOf(catalog, { query: { limit: '2', tag: 'x', page: '1' } })).toEqual([
      'Expected at least 1 request (query limit "2", query tag "x", query page "1"), but saw 0. ' +
        'The closest that did not match:',
      '  GET /v2/pets -> 200: query limit is missing, not "2"; query tag is missing, not "x"; ' +
        'query page is missing, not "1"',
      '  GET /v2/pets?limit=3&tag=a%20b&tag=c -> 200: query limit is "3", not "2"; ' +
        'query tag is ["a b","c"], not "x"; query page is missing, not "1"',
    ]);
    expect(failureOf(catalog, { query: '', operation: 'listPets' }, { count: 2 })).toEqual([
      'Expected exactly 2 requests (operation listPets, no query), but saw 1. ' +
        'The closest that did not match:',
      '  GET /v2/pets?limit=3&tag=a%20b&tag=c -> 200: query is "limit=3&tag=a%20b&tag=c", not empty',
    ]);
  });

  test('that a text is nowhere, and whether a fault hit it', async () => {
    const catalog = faultyCatalog({ status: 503, times: 1 });
    await ask(catalog);
    await ask(catalog, { headers: { Prefer: 'code=404' } });
    await ask(catalog);
    expect(failureOf(catalog, { text: 'Rex', status: 200 }).slice(1, 3)).toEqual([
      '  GET /v2/pets -> 200: "Rex" is not in its path, its query or its bodies',
      '  GET /v2/pets -> 404: Not Found; status is 404, not 200; "Rex" is not in its path, its query or its bodies',
    ]);
    expect(failureOf(catalog, { fault: true }, { count: 3 })).toEqual([
      'Expected exactly 3 requests (hit by a fault), but saw 2. The closest that did not match:',
      '  GET /v2/pets -> 200: no fault hit it',
    ]);
    expect(failureOf(catalog, { fault: false }, { atLeast: 2 })).toEqual([
      'Expected at least 2 requests (hit by no fault), but saw 1. The closest that did not match:',
      '  GET /v2/pets -> 404: Not Found; it asked for its fault with Prefer',
      '  GET /v2/pets -> 503: Service Unavailable; fault-1 hit it',
    ]);
  });

  test('that a request was never answered', async () => {
    const catalog = faultyCatalog({ network: 'reset', times: 1 });
    await ask(catalog);
    expect(failureOf(catalog, { status: 200 }).at(-1)).toBe(
      '  GET /v2/pets -> no answer: status is none (no answer was sent), not 200',
    );
    expect(failureOf(catalog, {}, { count: 0 }).at(-1)).toBe('  GET /v2/pets -> no answer');
  });

  test('which are too many', async () => {
    const lists = times(7).map((_, limit) => ({ path: `/v2/pets?limit=${limit}` }));
    const catalog = await sentTo([create({ name: 'Rex' }), ...lists]);
    expect(failureOf(catalog, { method: 'post' }, { count: 0 })).toEqual([
      'Expected no request (method POST), but saw 1. These came:',
      '  POST /v2/pets {"name":"Rex"} -> 201',
    ]);
    expect(failureOf(catalog, { operation: 'listPets' }, { atLeast: 1, atMost: 1 })).toEqual([
      'Expected exactly 1 request (operation listPets), but saw 7. After the first came:',
      ...[1, 2, 3, 4, 5].map((limit) => `  GET /v2/pets?limit=${limit} -> 200`),
      '  and 1 more',
    ]);
    expect(failureOf(catalog, { operation: 'listPets' }, { atMost: 6 })).toEqual([
      'Expected at most 6 requests (operation listPets), but saw 7. After the first 6 came:',
      '  GET /v2/pets?limit=6 -> 200',
    ]);
    expect(failureOf(catalog, { operation: 'listPets' }, { atLeast: 1, atMost: 6 })).toEqual([
      'Expected 1 to 6 requests (operation listPets), but saw 7. After the first 6 came:',
      '  GET /v2/pets?limit=6 -> 200',
    ]);
  });
});

describe('bodies', () => {
  test('are the parsed bodies in order, without those that are not JSON', async () => {
    const texts = ['x'.repeat(16_384), '{"name":', '[1]', '{"tag":"dog"}'].map(post);
    const { requests } = await sentTo([create({ name: 'Rex' }), {}, ...texts]);
    expect(requests.bodies()).toEqual([{ name: 'Rex' }, [1], { tag: 'dog' }]);
    expect(requests.bodies({ status: 201 })).toEqual([{ name: 'Rex' }]);
    expect(requests.bodies({ limit: 1 })).toEqual([{ tag: 'dog' }]);
    expect(requests.bodies({ operation: 'getPet' })).toEqual([]);
  });

  test('of which the journal keeps a part are an error that says which and why', async () => {
    const { requests } = await sentTo([
      create({ name: 'Rex' }),
      create({ name: 'ü'.repeat(8187) }),
    ]);
    expect(() => requests.bodies()).toThrow(
      'The body of request 2 (POST /v2/pets) cannot be parsed: it is 16,385 bytes, ' +
        'of which the journal keeps 16,384',
    );
    expect(requests.bodies({ body: { name: 'Rex' } })).toEqual([{ name: 'Rex' }]);
  });
});

describe('a wait by what was sent', () => {
  test.each<[string, RequestFilter]>([
    ['a field of the body', { body: { name: 'Rex' } }],
    ['no query', { query: '', status: 201 }],
  ])('wakes for %s', async (_what, filter) => {
    const catalog = emptyCatalog();
    const waiting = catalog.requests.waitFor(filter, patient);
    await ask(catalog, { path: '/v2/pets?limit=1' });
    await ask(catalog, create({ name: 'Rex' }));
    expect(await waiting).toMatchObject([{ id: 2 }]);
  });

  test('wakes for a fault as soon as it hits, and for none once that is certain', async () => {
    const catalog = emptyCatalog();
    const hit = catalog.requests.waitFor({ fault: true }, patient);
    const spared = catalog.requests.waitFor({ fault: false }, patient);
    catalog.faults.add({ network: 'hang', times: 1 });
    const hanging = ask(catalog);
    expect(await hit).toMatchObject([{ id: 1, status: null, fault: 'fault-1' }]);
    await ask(catalog);
    expect(await spared).toMatchObject([{ id: 2, status: 200 }]);
    catalog.reset();
    await hanging;
  });
});
