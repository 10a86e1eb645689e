import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { verifyService, type VerifyOptions } from '../../src/verify/index.ts';
import { mark } from '../../src/verify/ground.ts';
import { wrongKey } from '../../src/verify/cases/case.ts';
import { printReport } from '../../src/verify/print-report.ts';
import { startedServer } from '../control/support/started-server.ts';
import { startBroken, type BrokenRule } from './support/start-proxy.ts';
import { alwaysPets, pets, startService, startWithout } from './support/start-service.ts';

/** The case of a pet that is not there. */
async function caseOfNobody(options: VerifyOptions) {
  const { cases } = await verifyService({ ...options, only: ['Not found'] });
  return cases.find(({ name }) => name === 'answers 404 for an id that no pet has');
}

describe('what it does to a service', () => {
  test('without write, nothing is created and nothing is changed; headers of a user go with all', async () => {
    const { url, mock, asked } = await startBroken({});
    const before = mock.catalog.snapshot();
    const report = await verifyService({ url, headers: { 'X-Tenant': 'blue' } });
    expect(asked.filter(({ headers }) => headers['x-tenant'] !== 'blue')).toEqual([]);
    expect(mock.catalog.snapshot()).toEqual(before);
    expect(report.leftBehind).toEqual([]);
    expect(report.requests).toBe(asked.length);
    const reads = new Set(['GET', 'HEAD', 'OPTIONS']);
    expect(asked.filter(({ method }) => !reads.has(method))).toEqual([]);
  });

  test('with write, the report says which pets are left behind, and a person finds them', async () => {
    const { url, mock } = await startBroken({});
    const { pets: own } = mock.catalog;
    const before = new Set(own.list().map(({ id }) => id));
    const { leftBehind } = await verifyService({ url, write: true });
    const created = own.list().filter(({ id }) => !before.has(id));
    const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id).toSorted();
    expect(ids(leftBehind)).toEqual(ids(created));
    const unmarked = created.filter(({ name, tag }) => !`${name}${tag}`.includes(mark));
    expect(unmarked).toEqual([]);
  });

  test('with write, a second run gives the same report, with the pets of the first still there', async () => {
    // It creates what it should refuse, and lists it.
    const lenient: BrokenRule = {
      request(request) {
        if (request.method === 'POST' && request.path === '/v2/pets')
          request.body = request.body.replace('"name":null', '"name":"none"');
      },
      answer(answer, { method }) {
        if (method === 'GET') answer.body = answer.body.replaceAll('"name":"none"', '"name":null');
      },
    };
    const { url } = await startBroken(lenient);
    const run = async () => {
      const { cases, leftBehind } = await verifyService({ url, write: true });
      expect(leftBehind).not.toEqual([]);
      return cases.map(({ name, outcome, why }) => ({ name, outcome, why }));
    };
    const first = await run();
    expect(first.filter(({ outcome }) => outcome === 'different')).not.toEqual([]);
    expect(await run()).toEqual(first);
  });

  test('with write, a service without pets gets three', async () => {
    const { url, mock } = await startBroken({}, { pets: 0 });
    const { notAsked } = await verifyService({ url, write: true, only: ['Order of the list'] });
    expect([mock.catalog.pets.count(), notAsked]).toEqual([4, 0]);
  });

  test('it sends `concurrency` requests at a time, and one by default', async () => {
    let now = 0;
    let most = 0;
    const url = await startService((_request, response) => {
      most = Math.max(most, ++now);
      response.on('close', () => now--);
      setImmediate(() => response.end(JSON.stringify(pets)));
    });
    await verifyService({ url });
    expect(most).toBe(1);
    await verifyService({ url, concurrency: 4 });
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
    // No more at a time than there are.
    const { cases } = await verifyService({ url, concurrency: 2 ** 31 - 1 });
    expect(most).toBeLessThanOrEqual(cases.length);
  });
});

test.each<[string, object]>([
  ['with a pet that was there', pets[0]!],
  ['with a pet of another name, which may be beyond the list', { id: '9', name: 'Rosie' }],
  ['with an empty id', { id: '', name: 'x' }],
  ['with a number for an id', { id: 7, name: mark }],
])('if a service answers a create %s, existing pets stay unchanged', async (_, body) => {
  const changed: string[] = [];
  const url = await startService((request, response) => {
    const { method = '', url: path = '' } = request;
    request.resume();
    if (['PUT', 'PATCH', 'DELETE'].includes(method)) changed.push(`${method} ${path}`);
    if (method !== 'POST') return response.end(JSON.stringify(pets));
    return response.writeHead(201).end(JSON.stringify(body));
  });
  const { leftBehind } = await verifyService({ url, write: true });
  expect(leftBehind.map(({ id }) => id)).not.toContain(pets[0]!.id);
  expect(changed).not.toEqual([]);
  expect(changed.filter((call) => !/ \/v2\/pets\/nobody-[\w-]{36}$/.test(call))).toEqual([]);
});

/** A service that creates pets, and says of each that it has failed. */
function startUnsaid() {
  const all: object[] = [...pets];
  return startService(async (request, response) => {
    if (request.method !== 'POST') return response.end(JSON.stringify(all));
    const [, name] = /^{"name":"(pet-catalog-mock verify[^"]*)/.exec(await text(request)) ?? [];
    const id = `no. ${all.length + 1}`;
    if (name !== undefined) all.push({ id, name });
    return response.writeHead(500).end();
  });
}

test('a pet that was created although the answer was an error is reported as left behind', async () => {
  const url = await startUnsaid();
  const onProgress = vi.fn<NonNullable<VerifyOptions['onProgress']>>();
  const options = { url, write: true, only: ['Order of the list'], onProgress } as const;
  const { leftBehind } = await verifyService(options);
  expect(leftBehind.map(({ id }) => id)).toEqual(['no. 4']);
  const [done, all] = onProgress.mock.lastCall!;
  expect(done).toBe(all);
});

test('of two runs in the same second, each has left behind its own', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  const url = await startUnsaid();
  const run = () => verifyService({ url, write: true, only: ['Caching'] });
  const reports = await Promise.all([run(), run()]);
  const ids = reports.flatMap(({ leftBehind }) => leftBehind.map(({ id }) => id));
  expect(ids.toSorted()).toEqual(['no. 4', 'no. 5']);
});

describe('what is asked', () => {
  test('only some rows, or all but some', async () => {
    const { url } = await startBroken({});
    const only = await verifyService({ url, only: ['limit', 'Caching'] });
    expect(new Set(only.cases.map(({ row }) => row))).toEqual(new Set(['limit', 'Caching']));
    const skipped = await verifyService({ url, skip: ['limit'] });
    expect(skipped.cases.map(({ row }) => row)).not.toContain('limit');
    expect(skipped.cases.length).toBeGreaterThan(only.cases.length);
  });

  test('JSON that is nested very deep is a difference in words', async () => {
    const levels = 100_000;
    const deep = `{"error":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    const url = await startWithout((_request, response) => {
      response.writeHead(404, { 'content-type': 'application/json' }).end(deep);
    });
    const { cases } = await verifyService({ url, only: ['Other errors'] });
    const one = cases.find(({ name }) => name.startsWith('says that a pet is not there'));
    expect(one).toMatchObject({ outcome: 'different', parts: ['body'], kind: 'shape' });
    expect(one?.why).toContain('the body is JSON that is nested too deep');
  });

  test('with write, a list that breaks once something is created is no end of the run', async () => {
    let isBroken = false;
    const url = await startService((request, response) => {
      isBroken ||= request.method === 'POST';
      const answer = isBroken ? { id: 7, name: 'x' } : [];
      response.statusCode = request.method === 'POST' ? 201 : isBroken ? 500 : 200;
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    });
    const { different, leftBehind } = await verifyService({ url, write: true });
    expect(different).toBeGreaterThan(0);
    expect(leftBehind).toMatchObject([{ id: '7' }]);
  });

  test('without enough pets, the cases that need some are not asked', async () => {
    const { url } = await startBroken({}, { pets: 0 });
    const { different, cases } = await verifyService({ url });
    expect(different).toBe(0);
    const why = cases.find(({ name }) => name === 'gets a pet by its id')?.why;
    expect(why).toBe('needs a pet: the service lists 0');
    const empty = cases.find(({ name }) => name === 'lists no pets when there are none');
    expect(empty?.outcome).toBe('same');
  });

  test('asks a service at the root of its host for other paths than `/`, where the mock has a page', async () => {
    const { url } = await startedServer({ baseUrl: '/' });
    const { different, cases } = await verifyService({ url });
    expect(different).toBe(0);
    const why = cases.find(({ name }) => name.includes(' the base with a slash '))?.why;
    expect(why).toBe('is about the root of a host, where a page may be');
  });

  test.each([
    [['my-key'], [], 'same'],
    [
      undefined,
      [expect.stringContaining('takes any key')],
      'needs a service that refuses a key that it cannot know',
    ],
  ])(
    'with a key, of a service with the keys %j, what fits them; any key is said',
    async (apiKeys, notes, known) => {
      const { url, asked } = await startBroken({}, { apiKeys });
      const report = await verifyService({ url, apiKey: 'my-key', write: true });
      const wrong = asked.filter(({ headers }) => headers['x-api-key'] === wrongKey);
      // The first asks whether it takes any key; the rest are cases.
      expect(wrong.map(({ method }) => method)).toEqual(
        apiKeys ? ['GET', 'GET', 'GET', 'POST'] : ['GET'],
      );
      expect(report.cases.filter(({ outcome }) => outcome === 'different')).toEqual([]);
      expect(report.notes).toEqual(notes);
      const one = report.cases.find(({ name }) => name === 'takes a key that it knows');
      expect(one?.why ?? one?.outcome).toBe(known);
    },
  );

  test('a case without an answer is different, and the report says what happened', async () => {
    const url = await startWithout((request) => request.socket.destroy());
    const one = await caseOfNobody({ url });
    expect(one).toMatchObject({ outcome: 'different', expected: { status: 404 } });
    expect(one).not.toHaveProperty('got');
    expect(one?.why).toBe(
      'A get gives no answer (the connection was closed) where the mock answers 404',
    );
  });

  test('the end of a run leaves the rest not asked', async () => {
    const { url } = await startBroken({});
    const ended = new AbortController();
    const report = await verifyService({
      url,
      signal: ended.signal,
      onProgress: (asked) => asked === 10 && ended.abort(),
    });
    expect(report.same).toBe(10);
    const reasons = report.cases.map(({ why }) => why);
    expect(reasons).toContain('the run was ended before');
  });
});

test('pets without an id, and ids that are no well-formed text or that a terminal obeys, end no run', async () => {
  const ids = ['\ud800', 'x\u001b[2J\u202e', 'c/ü%41 ?#'];
  const all = [...ids.map((id) => ({ id, name: 'a', tag: '' })), { name: 'Nobody' }, null];
  const url = await startService((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.statusCode = request.method === 'POST' ? 201 : 200;
    response.end(JSON.stringify(request.method === 'POST' ? all[1] : all));
  });
  const report = await verifyService({ url, apiKey: 'a-key', write: true });
  expect(report.cases.length).toBeGreaterThan(100);
  expect(printReport(report, 'pretty')).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
});

describe('a key', () => {
  test('is in no report, whatever the service answers', async () => {
    const apiKey = 'sk-"very"/secret+key';
    const headers = {
      Authorization: 'Bearer abcdef.ghijkl',
      Cookie: 'session=mnopqr; other=stuvwx',
      'X-Two': 'yz0123 456789',
    };
    const url = await startService((request, response) => {
      const { 'x-api-key': key, authorization, cookie, 'x-two': two } = request.headers;
      response.setHeader('location', `/v2/pets?key=${encodeURIComponent(String(key))}`);
      if (request.url?.includes('nobody')) response.end(JSON.stringify({ key, authorization }));
      else if (request.url?.includes('limit=x'))
        response.end(`"${cookie} ${two}`.split(/[ =;]/).join());
      else if (request.url?.includes('%')) response.end(`no JSON: ${key} ${authorization}`);
      else alwaysPets(request, response);
    });
    const report = await verifyService({ url, apiKey, headers, write: true });
    expect(report.different).toBeGreaterThan(0);
    expect(JSON.stringify(report)).not.toMatch(
      /very|secret|abcdef|ghijkl|mnopqr|stuvwx|yz0123|456789/,
    );
  });

  const odd = 'sk/very+secret"key';
  test.each<[string, string, (key: string) => string]>([
    ['as PHP writes JSON', odd, (key) => JSON.stringify({ key }).replaceAll('/', String.raw`\/`)],
    [
      'as .NET writes JSON',
      odd,
      (key) => JSON.stringify({ key }).replaceAll('+', String.raw`\u002B`),
    ],
    ['in a URL', odd, (key) => `<a href="?key=${encodeURIComponent(key).toLowerCase()}">`],
    ['again and again', 'very-secret-'.repeat(9), (key) => `.${key}`.repeat(200)],
    ['though it is short', 'xyz', (key) => `no pet for the key ${key}.`],
  ])('is not shown %s', async (_, apiKey, write) => {
    const url = await startWithout(({ headers }, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(write(String(headers['x-api-key'])));
    });
    const report = await verifyService({ url, apiKey, only: ['Not found'] });
    expect(report.different).toBeGreaterThan(0);
    expect(JSON.stringify(report)).not.toMatch(/very|secret|xyz/i);
  });

  test('is not in the message of a service that answers it as a type, nor are its controls', async () => {
    const url = await startService((request, response) => {
      response.setHeader('content-type', `te\u009bxt/${request.headers['x-api-key']}`);
      response.end('x');
    });
    await expect(verifyService({ url, apiKey: 'very-secret' })).rejects.toThrow(
      /200 with te.?\\u009bxt\/\[redacted\], and not a JSON array of pets/,
    );
  });

  test('is not in the ids of pets that are left behind', async () => {
    const url = await startService((request, response) => {
      if (request.method !== 'POST') return alwaysPets(request, response);
      response.statusCode = 201;
      response.end(JSON.stringify({ id: `own-${request.headers['x-api-key']}`, name: 'x' }));
    });
    const options: VerifyOptions = { url, write: true, only: ['Caching'] };
    const { leftBehind } = await verifyService({ ...options, apiKey: 'very-secret' });
    expect(leftBehind).toEqual([{ id: 'own-[redacted]', name: 'x' }]);
  });

  test('does not follow redirects to another origin, and compares the redirect itself', async () => {
    let asked = 0;
    const other = await startService((_request, response) => {
      asked++;
      response.end();
    });
    const url = await startWithout((_request, response) => {
      response.writeHead(302, { location: other }).end();
    });
    const one = await caseOfNobody({ url, apiKey: 'secret-key' });
    expect(asked).toBe(0);
    expect(one).toMatchObject({ outcome: 'different', got: { status: 302 } });
  });

  test('a redirect on the same origin is followed, and said', async () => {
    const url = await startWithout((_request, response) => {
      response.writeHead(307, { location: '/v2/elsewhere' }).end();
    });
    const one = await caseOfNobody({ url });
    expect(one?.got).toMatchObject({ status: 200, redirects: ['/v2/elsewhere'] });
  });
});
