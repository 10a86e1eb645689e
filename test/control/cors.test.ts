import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPetCatalog, type Fault, type PetCatalog } from '../../src/index.ts';
import { createApp, startServer, type AppOptions } from '../../src/server.ts';
import { complete, create, fixtures, type CaseRequest } from '../../src/verify/cases/case.ts';
import type { OpenHost } from '../support/answer.ts';
import { listen } from '../support/hosts-over-http.ts';
import { sendHttp } from '../support/send-http.ts';

type Cors = AppOptions['cors'];
type Open = (cors: Cors) => Promise<Pick<OpenHost, 'catalog' | 'send' | 'close'>>;

/** One pet more than there are at the start fits. */
const catalogOptions = { fixtures, maxPets: fixtures.length + 1, maxBodyBytes: 100 };

const served =
  (fastLane: boolean): Open =>
  async (cors) => {
    const server = await startServer({ ...catalogOptions, cors, fastLane, log: 'none', port: 0 });
    return { ...server, send: (sent) => sendHttp(server.port, sent) };
  };

const lanes: [name: string, open: Open][] = [
  ['the server', served(true)],
  ['the server without its fast lane', served(false)],
  [
    'an app in another',
    async (cors) => {
      const catalog = createPetCatalog(catalogOptions);
      const outer = express().disable('x-powered-by');
      return { catalog, ...(await listen(outer.use(createApp(catalog, { cors, log: 'none' })))) };
    },
  ],
];

const app = 'https://app.example';
const exposed = 'Location,Preference-Applied,WWW-Authenticate';

/** What a response to a page of the app's lets it read, and whether it says that others get another. */
const settings: [cors: Cors, allowed: string | undefined, isVaried: boolean][] = [
  [undefined, '*', false],
  [app, app, true],
  ['https://other.example', 'https://other.example', true],
  [['https://other.example', app], app, true],
  [['https://other.example', 'https://third.example'], undefined, true],
];

interface Asked {
  request: CaseRequest;
  status: number;
  fault?: Fault;
  before?: (catalog: PetCatalog) => unknown;
}

const calls: [what: string, asked: Asked][] = [
  ['a list', { request: {}, status: 200 }],
  ['a list with a limit', { request: { path: '/v2/pets?limit=1' }, status: 200 }],
  ['a get', { request: { path: '/v2/pets/alba' }, status: 200 }],
  ['a create', { request: create({ name: 'Rex' }), status: 201 }],
  ['HEAD of a list', { request: { method: 'HEAD' }, status: 200 }],
  ['HEAD of an unknown pet', { request: { method: 'HEAD', path: '/v2/pets/x' }, status: 404 }],
  ['OPTIONS', { request: { method: 'OPTIONS' }, status: 204 }],
  [
    'a preflight',
    {
      request: { method: 'OPTIONS', headers: { 'Access-Control-Request-Method': 'POST' } },
      status: 204,
    },
  ],
  ['a bad limit', { request: { path: '/v2/pets?limit=x' }, status: 400 }],
  ['a create that is no JSON', { request: { method: 'POST', body: '{' }, status: 400 }],
  ['a call without a key', { request: { headers: { 'X-API-Key': null } }, status: 401 }],
  ['an unknown pet', { request: { path: '/v2/pets/x' }, status: 404 }],
  ['a method that is not allowed', { request: { method: 'DELETE' }, status: 405 }],
  ['a create that is too long', { request: create({ name: 'x'.repeat(100) }), status: 413 }],
  [
    'a create of another type',
    { request: { ...create({}), headers: { 'Content-Type': 'text/plain' } }, status: 415 },
  ],
  [
    'a create in a full catalog',
    {
      before: ({ pets }) => pets.create({ name: 'Max' }),
      request: create({ name: 'Rex' }),
      status: 507,
    },
  ],
  ['a call that asks for a failure', { request: { headers: { Prefer: 'code=503' } }, status: 503 }],
  ['a fault', { fault: { status: 418, headers: { 'X-Fault': 'yes' } }, request: {}, status: 418 }],
  ['a call that is delayed', { fault: { delay: 1 }, request: {}, status: 200 }],
  [
    'a create that is delayed',
    { fault: { delay: 1 }, request: create({ name: 'x' }), status: 201 },
  ],
  ['a call that dribbles', { fault: { network: 'dribble', delay: 1 }, request: {}, status: 200 }],
];

describe.each(lanes)('CORS on %s', (_name, open) => {
  describe.each(settings)('with %j', (cors, allowed, isVaried) => {
    let host: Awaited<ReturnType<Open>>;
    beforeAll(async () => {
      host = await open(cors);
    });
    afterAll(() => host.close());

    test.each(calls)('%s has the headers of every response', async (_what, asked) => {
      expect(await askFromApp(host, asked)).toEqual({
        status: asked.status,
        allowed,
        exposed,
        isVaried,
      });
    });
  });

  test('no response has any where they are turned off', async () => {
    const host = await open(false);
    try {
      for (const [what, asked] of calls) {
        expect({ what, ...(await askFromApp(host, asked)) }).toEqual({
          what,
          status: asked.status,
          isVaried: false,
        });
      }
    } finally {
      await host.close();
    }
  });
});

/** Asks as a page of the app's would. */
async function askFromApp(
  { catalog, send }: Awaited<ReturnType<Open>>,
  { request, fault, before }: Asked,
) {
  catalog.reset();
  before?.(catalog);
  if (fault) catalog.faults.add(fault);
  const sent = complete({ ...request, headers: { Origin: app, ...request.headers } });
  const { status, headers } = (await send(sent))!;
  return {
    status,
    allowed: headers['access-control-allow-origin'],
    exposed: headers['access-control-expose-headers'],
    isVaried: /\borigin\b/i.test(headers['vary'] ?? ''),
  };
}
