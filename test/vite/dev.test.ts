import { once } from 'node:events';
import { join } from 'node:path';
import { http, passthrough } from 'msw';
import { createServer } from 'vite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { petCatalogMock } from '../../src/vite/index.ts';
import { listening } from '../control/support/started-server.ts';
import { makeProject, startDev, startDevIn } from './support/project.ts';

describe('in the dev server', () => {
  test('with a base, the paths stay at the root, and msw finds its script below the base', async () => {
    const { names, text, page, get } = await startDev({ pets: 2 }, { base: '/app/' });
    expect(await names()).toHaveLength(2);
    expect(await (await get('/__admin/info')).json()).toMatchObject({ basePath: '/v2' });
    expect(await page('/__pets/')).toContain('<title>Pet Catalog Mock');
    expect(await (await get('/__pets/openapi.json')).json()).toMatchObject({ openapi: '3.1.0' });
    expect(await page('/app/')).toContain('<title>Theirs');
    expect(await text('/app/mockServiceWorker.js')).toContain('Mock Service Worker');
    expect(await (await get('/mockServiceWorker.js')).text()).not.toContain('INTEGRITY_CHECKSUM');
  });

  test('baseUrl moves the service', async () => {
    const { get, page } = await startDev({ baseUrl: '/api/v2' });
    expect((await get('/api/v2/pets')).status).toBe(200);
    expect(await page('/v2/pets')).toContain('<title>Theirs');
  });

  test.each(['/v2/pet', '/v2', '/v2/owners/1?full=yes'])(
    'the wrong path %s is 404 in JSON, and in the journal',
    async (path) => {
      const { get, page } = await startDev();
      const response = await get(path);
      expect([response.status, await response.json()]).toEqual([404, { error: 'Not found' }]);
      expect(await page(path)).toBe('{"error":"Not found"}');
      const { requests } = (await (await get('/__admin/requests')).json()) as {
        requests: object[];
      };
      expect(requests).toHaveLength(2);
      expect(requests[0]).toMatchObject({ path: path.split('?')[0], status: 404, operation: null });
      expect(await page('/v2x/pet')).toContain('<title>Theirs');
    },
  );

  test('a path below the base path that a handler passes on stays with Vite', async () => {
    const { page } = await startDev({ handlers: [http.get('/v2/theirs', () => passthrough())] });
    expect(await page('/v2/theirs')).toContain('<title>Theirs');
    expect(await page('/v2/other')).toBe('{"error":"Not found"}');
  });

  test("a worker script of the project's own is left in place", async () => {
    const { text } = await startDev({}, {}, { 'public/mockServiceWorker.js': '// theirs' });
    expect(await text('/mockServiceWorker.js')).toBe('// theirs');
  });

  test('a line below the URLs names the pages', async () => {
    const { server, origin, log } = await startDev();
    server.printUrls();
    expect(log()).toContain(`  ➜  Local:   ${origin()}/`);
    expect(log()).toContain(`  ➜  Pets:    ${origin()}/v2, dashboard: ${origin()}/__pets/`);
  });

  test('admin: false leaves the service alone', async () => {
    const { server, page, names, log } = await startDev({ admin: false, pets: 1 });
    expect(await names()).toHaveLength(1);
    expect(await page('/__admin/health')).toContain('<title>Theirs');
    server.printUrls();
    expect(log()).not.toContain('dashboard');
  });

  test('pages of other ports, which Vite lets read modules, cannot read the control plane', async () => {
    const { get } = await startDev();
    const headers = { Origin: 'http://localhost:1' };
    const allowed = async (path: string) =>
      (await get(path, { headers })).headers.get('access-control-allow-origin');
    expect(await allowed('/index.html')).toBe('http://localhost:1');
    expect(await allowed('/__admin/requests')).toBeNull();
    const reset = await get('/__admin/reset', { method: 'POST', headers });
    expect(reset.status).toBe(403);
  });

  test('with a token, the control plane needs it', async () => {
    const { get } = await startDev({ adminToken: 'my-token' });
    expect((await get('/__admin/requests')).status).toBe(401);
    const headers = { Authorization: 'Bearer my-token' };
    expect((await get('/__admin/requests', { headers })).status).toBe(200);
  });

  test('the dashboard and HMR have their own WebSockets', async () => {
    const { server, origin } = await startDev();
    const firstOf = async (path: string, protocol: string[], sent: object) => {
      const socket = new WebSocket(origin().replace('http', 'ws') + path, protocol);
      onTestFinished(() => socket.terminate());
      socket.once('open', () => socket.send(JSON.stringify(sent)));
      return String(await once(socket, 'message'));
    };
    const info = { method: 'GET', path: '/__admin/info', headers: {} };
    expect(await firstOf('/__admin/socket', [], info)).toBe('200,false');
    const { webSocketToken: token } = server.config;
    const hello = await firstOf(`/?token=${token}`, ['vite-hmr'], { type: 'ping' });
    expect(hello).toBe('{"type":"connected"},false');
  });

  test('a wrong option stops the config with its name', () => {
    expect(() => petCatalogMock({ pets: -1 })).toThrow(/"pets" must be/);
    expect(() => petCatalogMock({ petz: 1 } as object)).toThrow(
      /Unknown option "petz".*emitWorker/,
    );
  });

  test('the server of Vitest gets nothing', async () => {
    const { page } = await startDev({}, { plugins: [petCatalogMock(), { name: 'vitest' }] });
    expect(await page('/v2/pets')).toContain('<title>Theirs');
  });
});

describe('the state', () => {
  test('survives a restart, as long as there is a server', async () => {
    const { root, server, names, create } = await startDev({ pets: 1 });
    await create('Rex');
    await server.restart();
    expect(await names()).toEqual([expect.any(String), 'Rex']);
    await server.restart();
    expect(await names()).toHaveLength(2);
    await server.close();

    const next = await startDevIn(root, { pets: 1 });
    expect(await next.names()).toHaveLength(1);
  });

  test('is not shared with other options or another project', async () => {
    const { root, create } = await startDev({ pets: 1 });
    await create('Rex');
    expect(await (await startDevIn(root, { pets: 2 })).names()).toHaveLength(2);
    expect(await (await startDev({ pets: 1 })).names()).toHaveLength(1);
  });
});

test('in middleware mode streams end when the server closes', async () => {
  const { root } = await makeProject();
  const vite = await createServer({
    configFile: false,
    root,
    logLevel: 'silent',
    cacheDir: join(root, 'cache'),
    server: { middlewareMode: true, ws: false },
    plugins: [petCatalogMock()],
  });
  onTestFinished(() => vite.close());
  const { origin } = await listening(vite.middlewares);
  const { body } = await fetch(`${origin}/__admin/events`);
  const ended = new Response(body).text();
  await vite.close();
  expect(await ended).toContain('open');
});
