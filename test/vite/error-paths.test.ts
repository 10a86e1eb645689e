import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { http, passthrough } from 'msw';
import { expect, onTestFinished, test } from 'vitest';
import { bodyOf, errorPaths } from '../contract/error-paths.ts';
import { exchange } from '../support/exchange.ts';
import { startDev } from './support/project.ts';

// Vite answers a preflight itself.
const cases = errorPaths.filter(({ name }) => name !== 'a preflight');

test.each(cases)('in Vite: $name', async (one) => {
  const { operations = [], handlers = [], faults = [], request, outcome, headers = {} } = one;
  const { origin, get } = await startDev({ pets: 2, maxBodyBytes: 1000, operations, handlers });
  for (const fault of faults) {
    await get('/__admin/faults', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fault),
    });
  }
  const port = Number(new URL(origin()).port);
  const seen = await exchange(port, request);
  expect(seen.outcome).toBe(outcome);
  expect(seen.headers).toMatchObject(headers);
  if (outcome !== 'dropped') expect(seen.body).toMatch(bodyOf(one));
  expect((await get('/__admin/health')).status).toBe(200);
});

test("a body that a handler passes on reaches the backend of Vite's proxy", async () => {
  const backend = createServer((req, res) => {
    void buffer(req).then((body) => res.end(`${req.method} ${body.toString()}`));
  });
  await once(backend.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void backend.close());
  const target = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
  const handlers = [http.all('*/api/*', () => passthrough())];
  const { text } = await startDev({ handlers }, { server: { proxy: { '/api': target } } });
  expect(await text('/api/x')).toBe('GET ');
  expect(await text('/api/x', { method: 'POST', body: '{"a":1}' })).toBe('POST {"a":1}');
});
