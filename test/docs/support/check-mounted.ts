import { createServer, type RequestListener } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { listen } from '../../../src/server/listen.ts';

/** Holds an app that has the mock below `/mock`, and `/mock/other` of its own, to what it must answer. */
export async function checkMounted(app: RequestListener): Promise<void> {
  const server = createServer(app);
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
  const headers = { 'X-API-Key': 'test', 'Content-Type': 'application/json' };
  const get = (path: string) => fetch(origin + path, { headers });

  expect(await (await get('/mock/v2/pets')).json()).toHaveLength(3);
  expect(await (await get('/mock/__admin/info')).json()).toMatchObject({ basePath: '/mock/v2' });
  expect((await get('/mock/__pets/docs')).status).toBe(200);
  expect(await (await get('/mock/other')).text()).toBe('of the app');
  const init = { method: 'POST', headers, body: '{"name":"Rex"}' };
  const created = await fetch(`${origin}/mock/v2/pets`, init);
  expect(created.headers.get('location')).toMatch(/^\/mock\/v2\/pets\/[\da-f-]{36}$/);
}
