import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { openApi } from '../support/openapi-checker.ts';
import { routes, startedServer } from './support/started-server.ts';

const allow = 'GET, HEAD, OPTIONS';
const html = { Accept: 'text/html' };

test.each([
  ['/docs', 'index.html', 'text/html; charset=utf-8'],
  ['/docs/docs.js', 'docs.js', 'text/javascript; charset=utf-8'],
  ['/docs/favicon.svg', 'favicon.svg', 'image/svg+xml'],
  ['/docs/swagger-ui.css', 'swagger-ui.css', 'text/css; charset=utf-8'],
])('%s is the file %s, with its type, and is revalidated', async (path, file, type) => {
  const { origin } = await startedServer();
  const response = await fetch(origin + path);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': type,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  });
  const built = await readFile(join(import.meta.dirname, '../../dist/docs', file), 'utf8');
  expect(await response.text()).toBe(built);
  const etag = response.headers.get('etag')!;
  // fetch itself would add no-cache.
  const headers = { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' };
  const again = await fetch(origin + path, { headers });
  expect(again.status).toBe(304);
});

test.each([...routes, ['without a control plane', { admin: false }] as const])(
  '/favicon.ico, which browsers ask for with a document, is the icon, %s',
  async (_lane, options) => {
    const { origin, catalog } = await startedServer(options);
    const icon = await fetch(`${origin}/favicon.ico`);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(await icon.text()).toMatch(/^<svg /);
    expect(catalog.requests.count()).toBe(0);
  },
);

test('the script of the dashboard is sent compressed to clients that take gzip', async () => {
  const { origin } = await startedServer();
  const [, script] = /src="(.*?)"/.exec(await (await fetch(origin, { headers: html })).text())!;
  const ask = (encoding: string) =>
    fetch(`${origin}/${script}`, { headers: { 'Accept-Encoding': encoding } });
  const [zipped, plain] = [await ask('gzip, br'), await ask('identity')];
  expect(zipped.headers.get('content-encoding')).toBe('gzip');
  expect(zipped.headers.get('cache-control')).toContain('immutable');
  expect(plain.headers.get('content-encoding')).toBeNull();
  const length = (response: Response) => Number(response.headers.get('content-length'));
  expect(length(zipped)).toBeLessThan(length(plain) / 2);
  expect(await zipped.text()).toBe(await plain.text());
});

test.each(routes)('another method than a page has is refused, %s', async (_lane, options) => {
  const { origin, catalog } = await startedServer(options);
  for (const path of ['/', '/docs', '/docs/', '/openapi.json', '/openapi.yaml', '/favicon.ico']) {
    for (const headers of [{}, { 'Access-Control-Request-Method': 'POST' }]) {
      const asked = await fetch(origin + path, { method: 'OPTIONS', headers });
      expect([path, asked.status, asked.headers.get('allow')]).toEqual([path, 204, allow]);
      expect(await asked.text()).toBe('');
    }
    expect(catalog.requests.count({ method: 'OPTIONS' })).toBe(0);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const refused = await fetch(origin + path, { method });
      expect([path, refused.status, refused.headers.get('allow')]).toEqual([path, 405, allow]);
      expect(await refused.json()).toEqual({ error: `The method ${method} is not allowed here` });
    }
  }
  for (const path of ['//', '/docs/x', '/openapi']) {
    expect((await fetch(origin + path, { method: 'POST' })).status).toBe(404);
  }
});

test('the OpenAPI document names this server; in YAML it has no anchors, which some tools refuse', async () => {
  const { origin, url } = await startedServer();
  const read = async (path: string) => (await fetch(origin + path)).text();
  const document = JSON.parse(await read('/openapi.json')) as object;
  expect(document).toEqual({ ...openApi, servers: [{ ...openApi.servers[0], url }] });
  const text = await read('/openapi.yaml');
  expect(parse(text)).toEqual(document);
  expect(text).toMatch(/^openapi: 3\.1/);
  expect(text).not.toMatch(/: [&*]\w+$/m);
});

describe.each(['/openapi.json', '/openapi.yaml'])('%s, to a page of another origin', (path) => {
  const elsewhere = { Origin: 'https://viewer.example' };

  test.each([
    ['any origin may call the service', {}],
    ['one origin may call the service', { cors: 'https://app.example' }],
    ['no other origin may call the service', { cors: false as const }],
  ])('may be read if %s', async (_where, options) => {
    const { origin } = await startedServer(options);
    const response = await fetch(origin + path, { headers: elsewhere });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('lets a preflight pass', async () => {
    const { origin } = await startedServer();
    const response = await fetch(origin + path, {
      method: 'OPTIONS',
      headers: {
        ...elsewhere,
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'x-viewer',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-methods')).toBe('GET,HEAD');
    expect(response.headers.get('access-control-allow-headers')).toBe('x-viewer');
  });
});
