import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
// #region mounting
import express from 'express';
import { createPetCatalog } from 'pet-catalog-mock';
import { createApp } from 'pet-catalog-mock/server';

const catalog = createPetCatalog({ pets: 3 });
const app = express();
app.use('/mock', createApp(catalog, { dashboard: '/__pets' }));
// #endregion

test('a mounted app serves the service and its control plane below its path', async () => {
  app.get('/mock/other', (_req, res) => void res.send('of the app'));
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const get = (path: string) => fetch(origin + path, { headers: { 'X-API-Key': 'test' } });

  expect(await (await get('/mock/v2/pets')).json()).toHaveLength(3);
  expect(await (await get('/mock/__admin/health')).json()).toMatchObject({ status: 'ok' });
  expect((await get('/mock/__pets/docs')).status).toBe(200);
  expect(await (await get('/mock/other')).text()).toBe('of the app');
  const created = await fetch(`${origin}/mock/v2/pets`, {
    method: 'POST',
    headers: { 'X-API-Key': 'test', 'Content-Type': 'application/json' },
    body: '{"name":"Rex"}',
  });
  expect(created.headers.get('location')).toMatch(/^\/mock\/v2\/pets\/[\da-f-]{36}$/);
});
