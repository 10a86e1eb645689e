import { http } from 'msw';
import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../src/index.ts';
import { startServer, type ServerOptions } from '../../src/server.ts';
import { adminRoutes } from '../../src/server/admin/routes/index.ts';
import { emptyCatalog } from '../support/catalog.ts';
import { onExpress } from '../support/hosts-over-http.ts';
import { loggedServer } from './support/logged-server.ts';
import { startedServer } from './support/started-server.ts';
import { requestText, sendOn, sendRaw } from './support/tcp.ts';

const key = 'sk-live-0123456789';
const token = 'tok-0123456789-abcdef';

/** Wrong requests of every kind: a line, more headers, a body. */
const asked: [line: string, headers?: Record<string, string>, body?: string | undefined][] = [
  ['GET /v2/pets?limit=x'],
  ['POST /v2/pets', {}, '{"name":1}'],
  ['POST /v2/pets', {}, '{"name":"Rex"}'],
  ['GET /v2/pets/x', { 'X-API-Key': `${key}-wrong` }],
  ['GET /v2/pets/x', { Authorization: `Bearer ${token}-wrong` }],
  [`GET /nowhere/${token}?a=${token}`, { 'X-A': token }],
  ['DELETE /v2/pets'],
  ['GET /__admin/faults', { Authorization: `Bearer ${token}-wrong` }],
  ['GET /__admin/faults', { 'X-API-Key': `${key}-wrong` }],
  ['GET /__admin/requests/wait?status=599&timeout=1'],
  [`GET /__admin/requests?status=${key}`],
  [`GET /__admin/requests?header=${token}`],
  // Each place of a filter that can name a key, asked of each path that takes a filter.
  ...['requests', 'requests/count', 'requests/verify', 'requests.har'].flatMap((path) =>
    [
      `header=X-API-Key:${key}`,
      `header=Authorization:Bearer%20${token}`,
      `header=X-API-Key:${key}&status=499`,
      `path=/${key}&query=a=${key}&text=${key}&body="${key}"`,
    ].map((filter): [string] => [`GET /__admin/${path}?${filter}`]),
  ),
  ['GET /openapi.json'],
  ['GET /'],
  ...adminRoutes
    .filter(({ path }) => !path.endsWith('/events'))
    .map(({ method, path }): (typeof asked)[number] => {
      const query = path.endsWith('/wait') ? '?timeout=1' : '';
      return [`${method} ${path}${query}`, {}, method === 'GET' ? undefined : '{}'];
    }),
];

/** Every byte of every answer. */
async function everything(options: ServerOptions): Promise<string> {
  const { port, close } = await startedServer({ apiKeys: [key], adminToken: token, ...options });
  const good = { 'X-API-Key': key, Authorization: `Bearer ${token}` };
  const { socket: stream, seen } = await sendOn(port, requestText('GET /__admin/events', good));
  await new Promise((resolve) => stream.once('data', resolve));
  const texts: string[] = [];
  for (const [line, headers, body] of asked) {
    texts.push((await sendRaw(port, requestText(line, { ...good, ...headers }, body))).text);
  }
  await close();
  return [...texts, (await seen).text].join('\n');
}

describe('keys and tokens', () => {
  test.each([{}, { isolate: true }, onExpress])(
    'keys are shown as they were sent, tokens are in no byte of any answer: %j',
    async (options) => {
      const all = await everything(options);
      expect(all).toContain(key);
      expect(all).not.toContain(token);
    },
  );

  test.each(['json', 'pretty'] as const)('are in no byte of the log (%s)', async (format) => {
    const failing = http.get('*/fails', ({ request }) => {
      throw new Error(`Upstream refused ${request.headers.get('x-api-key')} for ${request.url}`);
    });
    const server = await loggedServer([failing], format, { secrets: [key, token] });
    const headers = { 'X-API-Key': key, Authorization: `Bearer ${token}` };
    for (const path of ['/v2/pets', `/v2/pets/x?key=${key}`, `/nowhere?token=${token}`, '/fails']) {
      await (await fetch(server.origin + path, { headers })).text();
    }
    const log = await server.stop();
    expect(log).toContain('sk…89');
    expect(log).toContain('Upstream refused sk…89');
    expect(log).not.toContain('0123456789');
  });

  test.each(['X-API-Key', 'authorization', 'Cookie'])(
    'are in no message about the header %s of a filter or a fault',
    (name) => {
      const { faults, requests } = emptyCatalog();
      const header = { [name]: `${key}\n` };
      for (const take of [
        () => requests.count({ header }),
        () => faults.add({ status: 503, match: { header } }),
        () => faults.add({ status: 503, headers: header }),
      ]) {
        expect(take).toThrow(/^(?!.*0123456789).* must be text that a header can carry$/);
      }
    },
  );

  test.each<ServerOptions>([
    { apiKeys: [key, ''] },
    { adminToken: `${token} with spaces` },
    { host: '0.0.0.0', apiKeys: [key] },
    { apiKeys: [key], adminToken: token, seed: -1 },
    { apiKeys: key as never },
  ])('are in no message of a start that is refused: case %#', async (options) => {
    const refused = startServer({ port: 0, ...options });
    await expect(refused).rejects.toThrow(/^(?!.*0123456789)/s);
  });
});

test('a refusal does not give away a token that is one of its words', async () => {
  const { origin } = await startedServer({ adminToken: 'control' });
  const refused = async (path: string, headers?: Record<string, string>) =>
    ((await (await fetch(origin + path, { ...(headers && { headers }) })).json()) as ErrorBody)
      .error;
  expect(await refused('/__admin/info')).toMatch(/^The control plane needs its token/);
  const authorization = 'Bearer control';
  expect(await refused('/__admin/nowhere', { authorization })).toMatch(/^The control plane has no/);
});
