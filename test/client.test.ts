import type { RequestListener } from 'node:http';
import express from 'express';
import { http, passthrough } from 'msw';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createControl, type Control, type ControlOptions } from '../src/client/index.ts';
import { plainModel } from '../src/contract/pet-model.ts';
import { createPetCatalog } from '../src/index.ts';
import { createApp, type ServerOptions } from '../src/server.ts';
import { alba, cleo } from '../src/verify/cases/case.ts';
import { version } from '../src/version.ts';
import { listening, startedServer } from './control/support/started-server.ts';

async function start(options: ServerOptions = {}, identity: Partial<ControlOptions> = {}) {
  const server = await startedServer({ pets: 5, ...options });
  return { server, control: createControl({ url: server.url, ...identity }) };
}

const originOf = async (listener: RequestListener) => (await listening(listener)).origin;

test('pets are found by their tag', async () => {
  const { control } = await start({ pets: undefined, fixtures: [alba, cleo] });
  expect(await control.pets.find({ tag: alba.tag })).toEqual({ pets: [alba], total: 1 });
});

test.each([Number.NaN, -1, 1.5])('a list of at most %s pets is refused', async (limit) => {
  const { control } = await start();
  await expect(control.pets.list({ limit })).rejects.toThrow(/"limit" must be a whole number/);
});

test.each(['', '/', '/__pets/', '/mock', '/mock/v2', '/mock/v2/', '/mock/__pets/'])(
  'a control plane that is mounted is found from %j',
  async (path) => {
    const catalog = createPetCatalog({ pets: 3 });
    const outer = express();
    const app = createApp(catalog, { dashboard: '/__pets' });
    outer.use(path.startsWith('/mock') ? '/mock' : '/', app);
    const control = createControl({ url: `${await originOf(outer)}${path}` });
    expect((await control.health()).pets).toBe(3);
    await control.pets.create({ name: 'Rex' });
    expect(catalog.pets.count()).toBe(4);
    // Looking for it leaves nothing in the journal.
    expect(catalog.requests.count()).toBe(0);
  },
);

test.each(['/api', '/api/v2'])(
  'behind a proxy that cuts /api off, it is found from %s',
  async (path) => {
    const catalog = createPetCatalog({ pets: 3 });
    const app = createApp(catalog);
    const proxy = express().use('/api', (req, res) => {
      // What tells the mock where it is mounted.
      Object.assign(req, { baseUrl: '', originalUrl: req.url });
      app(req, res);
    });
    const control = createControl({ url: `${await originOf(proxy)}${path}` });
    expect((await control.info()).basePath).toBe('/v2');
    expect(catalog.requests.count()).toBe(0);
  },
);

test('a control plane that tells its path to nobody without a token is found all the same', async () => {
  const { control } = await start({ adminToken: 'secret' });
  await expect(control.reset()).rejects.toMatchObject({ status: 401 });
});

test('a missing server is reported, and looked for again', async () => {
  const outer = express();
  const control = createControl({ url: `${await originOf(outer)}/mock` });
  await expect(control.health()).rejects.toThrow('There is no control plane at');
  outer.use('/mock', createApp(createPetCatalog({ pets: 3 })));
  expect((await control.health()).pets).toBe(3);
});

test.each([
  ['the reset', (control: Control) => control.reset(), 'POST /__admin/reset'],
  ['a pet', (control: Control) => control.pets.get('rex'), 'GET /__admin/pets/rex'],
  ['a fault', (control: Control) => control.faults.remove('x'), 'DELETE /__admin/faults/x'],
])('%s names the path if the mock is mounted below the URL', async (_, use, asked) => {
  const outer = express().use('/mock', createApp(createPetCatalog({ pets: 3 })));
  const origin = await originOf(outer);
  await expect(use(createControl({ url: origin }))).rejects.toMatchObject({
    name: 'ControlError',
    status: 404,
    message:
      `There is no control plane at ${origin}/__admin: ${asked} was answered with 404. ` +
      'If the mock is mounted in another app, "url" must include the path of the mount',
  });
  await expect(use(createControl({ url: `${origin}/elsewhere` }))).rejects.toThrow(
    `nothing answered GET ${origin}/__admin/health or ${origin}/elsewhere/__admin/health`,
  );
});

test.each<[string, RequestListener, status: number | null, message: RegExp]>([
  [
    'a page, which is no control plane',
    (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
    200,
    /^There is no control plane at http:\S+\/__admin: GET \/__admin\/snapshot was answered with 200 and text\/html\. /,
  ],
  [
    'an answer that breaks off, and so has no status',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 99 });
      response.write('{"version":', () => response.destroy());
    },
    null,
    /\/__admin\/snapshot cannot be read: /,
  ],
  [
    'a gateway',
    (_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'),
    502,
    /^502 Bad Gateway$/,
  ],
  [
    'nobody, at its address and with the reason',
    (request) => request.socket.destroy(),
    null,
    /^http:\/\/127\.0\.0\.1:\d+ does not answer: (?!fetch failed)./,
  ],
])(
  'a difference that follows from another one is explained: %s',
  async (_what, listener, status, message) => {
    const control = createControl({ url: await originOf(listener) });
    await expect(control.snapshot()).rejects.toMatchObject({
      name: 'ControlError',
      status,
      message: expect.stringMatching(message) as string,
    });
  },
);

const url = 'http://127.0.0.1:4020';
const noOptions = 'The options must be an object with "url", the server\'s address';
/** It is said without the value, which may be secret. */
const uncarried = (option: string) => `Option "${option}" must be text that a header can carry`;

test.each<[unknown, string]>([
  [null, noOptions],
  [url, noOptions],
  [
    { url: 'localhost:4020' },
    `Option "url" must be the server's address, such as "${url}", not "localhost:4020"`,
  ],
  [
    { url, apikey: 'x' },
    'Unknown option "apikey". The options are: url, apiKey, catalog, headers, token, fetch',
  ],
  [{ url, headers: { 'X-Test-Id': 'ä€' } }, uncarried('headers')],
  [{ url, apiKey: 'secret\nkey' }, uncarried('apiKey')],
  [{ url, token: 'secret\ntoken' }, uncarried('token')],
])('the options %j are refused at once', (options, message) => {
  expect(() => createControl(options as ControlOptions)).toThrow(new TypeError(message));
});

test.each<[ServerOptions['isolate'], Partial<ControlOptions>]>([
  [true, {}],
  [true, { apiKey: 'other' }],
  ['X-Test-Id', {}],
  ['X-Test-Id', { apiKey: 'k', headers: { 'x-test-id': 'other' } }],
  [true, { catalog: 0 }],
])('with isolate %j, forKey controls the catalog of a key: %j', async (isolate, identity) => {
  const { server, control } = await start({ isolate }, identity);
  const { pets, subscribe, forKey } = control.forKey(' one ');
  const seen: string[] = [];
  onTestFinished(subscribe(({ type }) => void seen.push(type)));
  await expect.poll(() => seen).toEqual(['open']);
  await pets.create({ name: 'Rex' });
  await forKey('two').seed({ pets: 1 });

  expect(server.catalog.forKey('one').pets.count()).toBe(6);
  expect(server.catalog.forKey('two').pets.count()).toBe(1);
  expect(server.catalog.forKey('other').pets.count()).toBe(5);
  await expect.poll(() => seen).toEqual(['open', 'pets']);
});

test('forKey wants isolation and a key, as in process', async () => {
  const { server, control } = await start();
  for (const key of ['', ' ']) {
    expect(() => control.forKey(key)).toThrow(
      new TypeError('Option "apiKey" must be a key that is not empty'),
    );
  }
  expect(() => control.forKey('secret\nkey')).toThrow(/^Option "apiKey" must be text/);
  const one = control.forKey('one');
  const message = /^Option "isolate" must be true or the name of a header/;
  expect(() => server.catalog.forKey('one')).toThrow(message);
  await expect(one.reset()).rejects.toThrow(message);
  const refused = new Promise((resolve) => {
    one.subscribe((event) => resolve(event));
  });
  expect(await refused).toMatchObject({ type: 'refused', error: { status: 400 } });
});

test('info says how the server was started', async () => {
  const { control } = await start({ apiKeys: ['test-key-01'] });
  expect(await control.info()).toMatchObject({
    version,
    petFields: plainModel.fields.map(({ name, isRequired, description }) => ({
      name,
      isRequired,
      description,
    })),
    basePath: '/v2',
    keysRequired: true,
    maxBodyBytes: 1_048_576,
    journalSize: 1000,
  });
});

test('the error for a request that msw refuses names the handler that lets it pass', async () => {
  const { server } = await start();
  const { origin } = server;
  const msw = setupServer(...createPetCatalog().handlers);
  vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => {
    msw.close();
    vi.restoreAllMocks();
  });
  msw.listen({ onUnhandledRequest: 'error' });
  const control = createControl({ url: server.url });
  await expect(control.reset()).rejects.toMatchObject({
    name: 'ControlError',
    status: null,
    message:
      `msw in this process refused a request to ${origin}, because it has no handler for it: ` +
      `add http.all('${origin}/*', () => passthrough()) before the other handlers`,
    cause: expect.any(Error) as Error,
  });

  msw.use(http.all(`${origin}/*`, () => passthrough()));
  await control.reset();
  await fetch(`${server.url}/pets`, { headers: { 'X-API-Key': 'one' } });
  expect(server.catalog.requests.count()).toBe(1);
});
