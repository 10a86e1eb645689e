import type { IncomingMessage, RequestListener } from 'node:http';
import express from 'express';
import { describe, expect, test } from 'vitest';
import { http, HttpResponse } from 'msw';
import { createPetCatalog } from '../../src/index.ts';
import { createApp, startServer, type MountOptions } from '../../src/server.ts';
import { createGuard } from '../../src/server/admin/guard.ts';
import type { AppSettings } from '../../src/server/options.ts';
import { create } from '../../src/verify/cases/case.ts';
import { sendFetch, sendHttp } from '../support/send-http.ts';
import { listening } from './support/started-server.ts';

/** What another app does with a path that is not the mock's. */
const theirs: RequestListener = (req, res) => res.end(`theirs ${req.url}`);

/** The mock in an Express app, below a path of it. */
async function mounted(options: MountOptions = {}, mount = '') {
  const catalog = createPetCatalog({ pets: 3 });
  const outer = express().use(mount, createApp(catalog, options));
  const { origin } = await listening(outer.use((req, res) => theirs(req, res)));
  const get = (path: string, init: RequestInit = {}) =>
    fetch(origin + mount + path, { redirect: 'manual', ...init });
  return { catalog, get };
}

const withDashboard: MountOptions = {
  dashboard: '/__pets/',
  handlers: [http.post('/own', () => HttpResponse.text('own'))],
};
const others = ['/mine', '/v2/owners', '/v2/petsitters', '/__administration', '/__dashboard/x'];
describe.each<[string, MountOptions, paths: string[]]>([
  ['with no options', {}, ['/', '/favicon.ico', ...others]],
  ['with a dashboard', withDashboard, ['/', '/docs', '/openapi.json', '/__petshop', '/own']],
])('mounted %s', (_how, options, paths) => {
  test.each(paths)('%s goes to the other app unchanged, without an entry', async (path) => {
    const { get, catalog } = await mounted(options);
    for (const method of ['GET', 'PUT', 'OPTIONS']) {
      const response = await get(path, { method, headers: { 'X-API-Key': 'k' } });
      expect([response.status, await response.text()]).toEqual([200, `theirs ${path}`]);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect(catalog.requests.count()).toBe(0);
  });
});

test('a function around it gets requests back that are not for the mock', async () => {
  const app = createApp(createPetCatalog({ pets: 3 })) as (...args: unknown[]) => void;
  const { origin } = await listening((req, res) => app(req, res, () => theirs(req, res)));
  const get = (path: string) => fetch(origin + path, { headers: { 'X-API-Key': 'k' } });
  expect(await (await get('/mine')).text()).toBe('theirs /mine');
  expect(await (await get('/v2/pets')).json()).toHaveLength(3);
  expect((await get('/__admin/nope')).status).toBe(404);
});

test.each([
  ['json', express.json({ limit: '4mb' })],
  ['raw', express.raw({ type: () => true, limit: '4mb' })],
  ['text', express.text({ type: () => true, limit: '4mb' })],
])(
  'a body that express.%s() of the other app has read is one all the same',
  async (_name, parser) => {
    const catalog = createPetCatalog({ fixtures: [] });
    const { origin } = await listening(express().use(parser, createApp(catalog)));
    const statusOf = async (name: unknown) => (await sendFetch(origin, create({ name }))).status;
    expect(await statusOf('Zoë')).toBe(201);
    expect(await statusOf(7)).toBe(400);
    expect(await statusOf('x'.repeat(2 ** 20))).toBe(413);
    expect(catalog.pets.list()).toMatchObject([{ name: 'Zoë' }]);
  },
);

test('the journal has the whole path of a call that msw cannot carry', async () => {
  const catalog = createPetCatalog({ fixtures: [] });
  const { origin } = await listening(express().use('/mock', createApp(catalog)));
  const port = Number(new URL(origin).port);
  await sendHttp(port, { method: 'TRACE', path: '/mock/v2/pets', headers: {}, body: undefined });
  expect(catalog.requests.list()).toMatchObject([{ method: 'TRACE', path: '/mock/v2/pets' }]);
});

test('a handler for any path leaves the pages of another app alone', async () => {
  const { get } = await mounted({ handlers: [http.all('*', () => undefined)] });
  for (const path of ['/', '/favicon.ico', '/__dashboard/index.html']) {
    expect(await (await get(path)).text()).toBe(`theirs ${path}`);
  }
  for (const path of ['/', '/docs']) {
    const left = await get(path, { method: 'PUT' });
    expect(await left.text()).toBe(`theirs ${path}`);
    expect(left.headers.get('access-control-allow-origin')).toBeNull();
  }
});

describe('mounted with a dashboard', () => {
  test.each(['', '/mock'])('below "%s", it is there with the documents', async (mount) => {
    const { get } = await mounted(withDashboard, mount);
    const page = await (await get('/__pets/', { headers: { accept: 'text/html' } })).text();
    expect(page).toContain('<title>Pet');
    const [, script] = /src="([^"]+)"/.exec(page)!;
    expect((await get(`/__pets/${script}`)).status).toBe(200);
    expect(await (await get('/__pets/openapi.json')).json()).toMatchObject({
      servers: [{ url: expect.stringMatching(`:\\d+${mount}/v2$`) as string }],
    });
    expect(await (await get('/__admin/info')).json()).toMatchObject({ basePath: `${mount}/v2` });
    expect(await (await get('/__admin/openapi.json')).json()).toMatchObject({
      servers: [{ url: mount || '/' }],
    });
    expect(await (await get('/__pets/')).json()).toMatchObject({
      pets: `${mount}/v2/pets`,
      admin: `${mount}/__admin`,
      dashboard: `${mount}/__pets/`,
      openapi: `${mount}/__pets/openapi.json`,
    });
  });

  test('the address without its last slash leads to it, query and all', async () => {
    const { get } = await mounted(withDashboard, '/mock');
    const response = await get('/__pets?tab=faults');
    expect(response.headers.get('location')).toBe('/mock/__pets/?tab=faults');
    expect((await get('/__pets/docs/')).headers.get('location')).toBe('/mock/__pets/docs');
  });

  test('a handler that a function chooses is asked about every request', async () => {
    const isOwn = ({ request }: { request: Request }) => request.headers.has('x-own');
    const handlers = [http.all(isOwn, () => HttpResponse.text('own'))];
    const { get, catalog } = await mounted({ ...withDashboard, handlers }, '/mock');
    expect(await (await get('/any', { headers: { 'X-Own': '1' } })).text()).toBe('own');
    expect(await (await get('/any')).text()).toBe('theirs /mock/any');
    const paths = catalog.requests.list().map(({ path }) => path);
    expect(paths).toEqual(['/mock/any']);
  });

  // The middleware's error was an unhandled rejection, which ended the process.
  test('a handler that answers after the other app has answered is an error in the log alone', async () => {
    let giveUp = () => {};
    const late = http.get('/late', () => {
      giveUp();
      return HttpResponse.text('late');
    });
    const app = createApp(createPetCatalog(), { handlers: [late] });
    const outer = express()
      .use((_req, res, next) => {
        giveUp = () => void res.status(504).end('given up');
        next();
      })
      .use(app);
    const { origin } = await listening(outer);
    for (const _ of [1, 2]) expect((await fetch(`${origin}/late`)).status).toBe(504);
  });

  const taken = /"dashboard" must be a path that is not at or below \/(?:__admin|v2)/;
  test.each([
    ...['/__admin', '/__admin/x', '/v2', '/v2/pets/'].map((path) => [path, taken] as const),
    ...['', '/', 'pets', '/a b', '/../x'].map((path) => [path, /"dashboard" must be/] as const),
  ])('"%s" is refused as its path', (dashboard, words) => {
    expect(() => createApp(createPetCatalog(), { dashboard })).toThrow(words);
  });
});

describe('a base path', () => {
  test.each(['/__admin', '/__admin/x', '/docs', '/docs/v2', '/favicon.ico', '/__dashboard'])(
    'is not where the control plane or a page is: %s',
    async (baseUrl) => {
      const message = /"baseUrl" must be a path that is not at or below \/\S+, which is taken/;
      await expect(startServer({ port: 0, baseUrl })).rejects.toThrow(message);
      expect(() => createApp(createPetCatalog({ baseUrl: `*${baseUrl}` }))).toThrow(message);
    },
  );
});

test('the control plane of an app that listens on every address answers this machine alone', () => {
  const from = (remoteAddress: string, settings: AppSettings = {}) => {
    const req = { method: 'GET', headers: { host: 'localhost' }, socket: { remoteAddress } };
    return createGuard(settings)(req as IncomingMessage, false)?.status;
  };
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    expect(from(address)).toBeUndefined();
  }
  for (const address of ['192.0.2.7', '::ffff:192.0.2.7']) expect(from(address)).toBe(403);
  expect(from('192.0.2.7', { adminToken: 'secret' })).toBe(401);
});

test('an app that is the listener of a server answers for all paths', async () => {
  const { origin } = await listening(createApp(createPetCatalog()));
  const unknown = await fetch(`${origin}/mine`);
  expect([unknown.status, await unknown.json()]).toEqual([404, { error: 'Not found' }]);
  expect(await (await fetch(origin)).json()).toMatchObject({ name: 'pet-catalog-mock' });
});
