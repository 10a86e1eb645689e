import { createServer, type RequestListener } from 'node:http';
import express, { Router } from 'express';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createServer as createVite } from 'vite';
import { createPetCatalog, type PetCatalog } from '../../src/index.ts';
import { createApp } from '../../src/server.ts';
import { listen } from '../../src/server/listen.ts';

/** What each app does with a path that is not the mock's. */
const theirs: RequestListener = (req, res) => res.end(`theirs ${req.url}`);

const hosts: [string, (catalog: PetCatalog) => Promise<RequestListener>][] = [
  [
    'an Express app',
    async (catalog) =>
      express()
        .disable('x-powered-by')
        .use(createApp(catalog))
        .use((req, res) => theirs(req, res)),
  ],
  [
    'a router of Express',
    async (catalog) =>
      express()
        .disable('x-powered-by')
        .use(Router().use(createApp(catalog)))
        .use((req, res) => theirs(req, res)),
  ],
  [
    "connect, as Vite's middlewares are",
    async (catalog) => {
      const vite = await createVite({
        configFile: false,
        appType: 'custom',
        logLevel: 'error',
        server: { middlewareMode: true, watch: null, ws: false },
      });
      onTestFinished(() => vite.close());
      vite.middlewares.stack.unshift({ route: '', handle: createApp(catalog) as RequestListener });
      vite.middlewares.use(theirs);
      return vite.middlewares;
    },
  ],
  [
    'a listener of a server that calls it',
    async (catalog) => {
      const app = createApp(catalog) as unknown as (...args: unknown[]) => void;
      return (req, res) => app(req, res, () => theirs(req, res));
    },
  ],
];

describe.each(hosts)('mounted in %s', (name, host) => {
  async function start() {
    const catalog = createPetCatalog({ pets: 3 });
    const server = createServer(await host(catalog));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const origin = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
    return {
      catalog,
      get: (path: string, init: RequestInit = {}) =>
        fetch(origin + path, { ...init, headers: { 'X-API-Key': 'k', ...init.headers } }),
    };
  }

  test.each(['/', '/mine', '/v2/owners', '/v2/petsitters', '/__administration', '/__dashboard/x'])(
    '%s is left as it is',
    async (path) => {
      const { get, catalog } = await start();
      // Vite answers OPTIONS itself.
      for (const method of name.startsWith('connect')
        ? ['GET', 'POST']
        : ['GET', 'POST', 'OPTIONS']) {
        const response = await get(path, { method });
        expect([response.status, await response.text()]).toEqual([200, `theirs ${path}`]);
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
      }
      expect(catalog.requests.count()).toBe(0);
    },
  );

  test('the service, the controls and the documents are there', async () => {
    const { get } = await start();
    expect(await (await get('/v2/pets')).json()).toHaveLength(3);
    expect((await get('/v2/pets', { method: 'DELETE' })).status).toBe(405);
    expect(await (await get('/__admin/health')).json()).toMatchObject({ status: 'ok' });
    expect((await get('/__admin/nope')).status).toBe(404);
    expect((await get('/openapi.json')).status).toBe(200);
  });
});

test('an app that is the listener of a server answers for all paths', async () => {
  const server = createServer(createApp(createPetCatalog()));
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
  const unknown = await fetch(`${origin}/mine`);
  expect([unknown.status, await unknown.json()]).toEqual([404, { error: 'Not found' }]);
  expect(await (await fetch(origin)).json()).toMatchObject({ name: 'pet-catalog-mock' });
});
