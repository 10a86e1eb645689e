import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { http, passthrough } from 'msw';
import { setupServer } from 'msw/node';
import { expect, expectTypeOf, onTestFinished, test, vi } from 'vitest';
import {
  ControlError,
  createControl,
  type Control,
  type ControlEvent,
  type ControlOptions,
} from '../src/client.ts';
import {
  createPetCatalog,
  type CatalogControls,
  type NewPet,
  type Pet,
  type PetPlace,
} from '../src/index.ts';
import { createApp, startServer, type ServerOptions } from '../src/server.ts';
import { patient } from './support/patience.ts';

async function start(options: ServerOptions = {}, identity: Partial<ControlOptions> = {}) {
  const server = await startServer({ port: 0, pets: 5, ...options });
  onTestFinished(() => server.close());
  const control = createControl({ url: server.url, ...identity });
  const ask = (path: string, apiKey = 'test-key-01') =>
    fetch(`${server.url}${path}`, { headers: { 'X-API-Key': apiKey } });
  return { server, control, ask };
}

test('the client has the members of the catalog, asynchronous', () => {
  expectTypeOf<Control>().toHaveProperty('restore').returns.toEqualTypeOf<Promise<void>>();
  expectTypeOf<Control['pets']['create']>().toEqualTypeOf<
    (newPet: NewPet, place?: PetPlace) => Promise<Pet>
  >();
  expectTypeOf<Control['requests']['waitFor']>().toEqualTypeOf<
    CatalogControls['requests']['waitFor']
  >();
});

test('the pets are those of the catalog', async () => {
  const { server, control } = await start();
  const rex = await control.pets.create({ name: 'Rex' });
  expect(rex).toEqual(server.catalog.pets.get(rex.id));
  expect(await control.pets.get(rex.id)).toEqual(rex);
  expect(await control.pets.get('no/such pet')).toBeUndefined();
  expect(await control.pets.count()).toBe(6);
  for (const options of [undefined, {}, { limit: 0 }, { limit: 2 }, { limit: 5000 }]) {
    expect(await control.pets.list(options)).toEqual(server.catalog.pets.list(options));
  }
});

test('a pet that cannot be added says why', async () => {
  const { control } = await start({ maxPets: 5 });
  await expect(control.pets.create({ name: 'Rex' })).rejects.toMatchObject({
    status: 507,
    message: expect.stringContaining('full') as string,
  });
  await expect(control.pets.create({ tag: 'dog' } as never)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('"name"') as string,
  });
});

test.each(['', '/', '/mock', '/mock/v2', '/mock/v2/'])(
  'a control plane that is mounted is found from %j',
  async (path) => {
    const catalog = createPetCatalog({ pets: 3 });
    const outer = express();
    outer.use(path.startsWith('/mock') ? '/mock' : '/', createApp(catalog));
    const server = createHttpServer(outer);
    onTestFinished(() => void server.close());
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const control = createControl({ url: `http://127.0.0.1:${port}${path}` });
    expect((await control.health()).pets).toBe(3);
    await control.pets.create({ name: 'Rex' });
    expect(catalog.pets.count()).toBe(4);
    // Looking for it leaves nothing in the journal.
    expect(catalog.requests.count()).toBe(0);
  },
);

test('where there is none, that is said, and it is looked for again', async () => {
  const outer = express();
  const server = createHttpServer(outer);
  onTestFinished(() => void server.close());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const control = createControl({ url: `http://127.0.0.1:${port}/mock` });
  await expect(control.health()).rejects.toThrow('There is no control plane at');
  outer.use('/mock', createApp(createPetCatalog({ pets: 3 })));
  expect((await control.health()).pets).toBe(3);
});

test('the service URL and the origin name the same server', async () => {
  const { server, control } = await start();
  const byOrigin = createControl({ url: new URL(server.url).origin });
  expect(await control.health()).toMatchObject({ status: 'ok', pets: 5 });
  expect(await byOrigin.health()).toMatchObject({ status: 'ok', pets: 5 });
});

test.each([
  ['the reset', (control: Control) => control.reset(), 'POST /__admin/reset'],
  ['a pet', (control: Control) => control.pets.get('rex'), 'GET /__admin/pets/rex'],
  ['a fault', (control: Control) => control.faults.remove('x'), 'DELETE /__admin/faults/x'],
])('where the mock is mounted below the URL, %s says so', async (_, use, asked) => {
  const outer = express().use('/mock', createApp(createPetCatalog({ pets: 3 })));
  const server = createHttpServer(outer);
  onTestFinished(() => void server.close());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(use(createControl({ url: origin }))).rejects.toMatchObject({
    name: 'ControlError',
    status: 404,
    message:
      `There is no control plane at ${origin}/__admin: ${asked} was answered with 404. ` +
      'Where the mock is mounted in another app, "url" must include the path of the mount',
  });
  await expect(use(createControl({ url: `${origin}/elsewhere` }))).rejects.toThrow(
    `nothing answered GET ${origin}/__admin/health or ${origin}/elsewhere/__admin/health`,
  );
});

test('an option that there is none of is refused at once', () => {
  const options = { url: 'http://127.0.0.1:4020', apikey: 'x' };
  expect(() => createControl(options)).toThrow(
    new TypeError(
      'Unknown option "apikey". The options are: url, apiKey, catalog, headers, token, fetch',
    ),
  );
});

test.each(['', '.', '..', '\ud800'])('an id that no URL has is refused: %j', async (id) => {
  const { server, control } = await start({
    pets: undefined,
    fixtures: [{ name: 'Rex', id: '.' }],
  });
  await control.faults.add({ status: 503 });
  const refused = /no URL can have it/;
  await expect(control.pets.get(id)).rejects.toThrow(refused);
  await expect(control.pets.update(id, { tag: 'dog' })).rejects.toThrow(refused);
  await expect(control.pets.remove(id)).rejects.toThrow(refused);
  await expect(control.faults.update(id, { rate: 1 })).rejects.toThrow(refused);
  await expect(control.faults.remove(id)).rejects.toThrow(refused);
  expect(server.catalog.faults.list()).toHaveLength(1);
});

test('an invalid URL is refused at once', () => {
  expect(() => createControl({ url: 'localhost:4020' })).toThrow(
    'Option "url" must be the server\'s address, such as "http://127.0.0.1:4020", not "localhost:4020"',
  );
});

test('seed, snapshot, restore and reset change the catalog', async () => {
  const { server, control } = await start();
  const atStart = server.catalog.snapshot();
  await control.seed({ fixtures: [{ name: 'Rex' }, { name: 'Bella', tag: 'cat' }] });
  expect(server.catalog.pets.count()).toBe(2);
  const snapshot = await control.snapshot();
  expect(snapshot).toEqual(server.catalog.snapshot());
  server.catalog.pets.create({ name: 'Milo' });
  await control.restore(snapshot);
  expect(server.catalog.pets.count()).toBe(2);
  await control.reset();
  expect(server.catalog.snapshot()).toEqual(atStart);
  await control.seed();
  expect(server.catalog.snapshot()).toEqual(atStart);
});

test('faults are added, changed, listed, removed and cleared', async () => {
  const { control, ask } = await start();
  const id = await control.faults.add({ operation: 'listPets', status: 503, times: 2 });
  expect(await control.faults.list()).toEqual([
    { id, operation: 'listPets', status: 503, times: 2, hits: 0, remaining: 2 },
  ]);
  expect((await ask('/pets')).status).toBe(503);
  expect(await control.faults.update(id, { error: 'Down', times: null })).toEqual({
    id,
    operation: 'listPets',
    status: 503,
    error: 'Down',
    hits: 1,
  });
  expect(await control.faults.remove(id)).toBe(true);
  expect(await control.faults.remove(id)).toBe(false);
  await control.faults.add({ delay: 1 });
  await control.faults.clear();
  expect(await control.faults.list()).toEqual([]);
});

test('requests are listed, counted, waited for and cleared', async () => {
  const { server, control, ask } = await start();
  const waiting = control.requests.waitFor({ operation: 'getPet', status: 404 }, patient);
  await ask('/pets');
  await ask('/pets/nobody');
  expect(await waiting).toEqual([
    expect.objectContaining({ path: '/v2/pets/nobody', apiKey: 'te…01' }),
  ]);
  expect(await control.requests.list()).toEqual(server.catalog.requests.list());
  expect(await control.requests.list({ limit: 1 })).toHaveLength(1);
  expect(await control.requests.count({ operation: 'listPets' })).toBe(1);
  await fetch(new URL('/elsewhere', server.url));
  expect(await control.requests.list({ operation: null })).toHaveLength(1);
  await control.requests.clear();
  expect(await control.requests.count()).toBe(0);
});

test('a wait for several is over with so many, and not with one less', async () => {
  const { control, ask } = await start();
  const wait = (timeout: number) =>
    control.requests.waitFor({ operation: 'getPet' }, { count: 3, timeout });
  for (const seen of [0, 1, 2]) {
    await expect(wait(0)).rejects.toThrow(`Expected 3 requests`);
    await expect(wait(0)).rejects.toThrow(`but saw ${seen}.`);
    await ask(`/pets/${seen}`);
  }
  expect(await wait(0)).toHaveLength(3);
});

test('a wait that ran out of time says what was seen instead', async () => {
  const { control, ask } = await start();
  await ask('/pets');
  const waited = control.requests.waitFor({ operation: 'createPet' }, { timeout: 1 });
  await expect(waited).rejects.toThrow(ControlError);
  await expect(waited).rejects.toMatchObject({
    status: 408,
    message: expect.stringContaining('operation is listPets, not createPet') as string,
  });
});

test('a wait ends with its signal', async () => {
  const { control } = await start();
  const controller = new AbortController();
  const waited = control.requests.waitFor({}, { timeout: 60_000, signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(waited).rejects.toThrow('enough');
});

test('pets come in pages, searched by name and tag', async () => {
  const { control } = await start();
  const fixtures = [
    { name: 'Rex', tag: 'dog' },
    { name: 'Bella', tag: 'cat' },
    { name: 'Dogbert', tag: 'cat' },
  ];
  await control.seed({ fixtures });
  expect((await control.pets.find({ offset: 1, limit: 1 })).pets).toMatchObject([fixtures[1]]);
  expect(await control.pets.find({ search: 'DOG', limit: 1 })).toMatchObject({
    pets: [fixtures[0]],
    total: 2,
  });
  expect(await control.pets.find({ tag: 'cat' })).toMatchObject({ total: 2 });
});

test('info says how the server was started', async () => {
  const { control } = await start({ isolate: true, apiKeys: ['test-key-01'], seed: 7 });
  expect(await control.info()).toEqual({
    version: expect.any(String) as string,
    operations: [
      { name: 'createPet', method: 'POST', path: '/pets', summary: 'Create a pet' },
      { name: 'getPet', method: 'GET', path: '/pets/{petId}', summary: 'Get a pet by its id' },
      { name: 'listPets', method: 'GET', path: '/pets', summary: 'List all pets' },
    ],
    petFields: [
      {
        name: 'name',
        type: 'string',
        isRequired: true,
        description: 'Name of the pet. Any string.',
      },
      { name: 'tag', type: 'string', isRequired: false, description: 'Free-text label.' },
    ],
    basePath: '/v2',
    isolate: true,
    keysRequired: true,
    dialect: {},
    maxPets: 1_000_000,
    seed: 7,
    catalog: 0,
    scenario: null,
    isChanged: false,
    delay: 0,
  });
});

test('with isolate, the key chooses the catalog', async () => {
  const { server, control } = await start({ isolate: true }, { apiKey: 'alpha-key-1' });
  const other = createControl({ url: server.url, apiKey: 'bravo-key-2' });
  await control.seed({ pets: 1 });
  expect(await control.pets.count()).toBe(1);
  expect(await other.pets.count()).toBe(5);
  // To read alone makes none.
  expect(await control.catalogs.list()).toHaveLength(1);
  await other.pets.create({ name: 'Rex' });
  expect((await control.catalogs.list()).map(({ apiKey, pets }) => [apiKey, pets])).toEqual(
    expect.arrayContaining([
      ['al…-1', 1],
      ['br…-2', 6],
    ]),
  );
});

test('with isolate by a header, that header chooses the catalog, in streams as well', async () => {
  const { server, control } = await start(
    { isolate: 'X-Test-Id' },
    { headers: { 'X-Test-Id': 'test-one-1' }, apiKey: 'alpha-key-1' },
  );
  const listeners: Record<string, (event: ControlEvent) => void> = {};
  const next = (type: string) =>
    new Promise<ControlEvent>((resolve) => (listeners[type] = resolve));
  const [opened, seen] = [next('open'), next('request')];
  const stop = control.subscribe((event) => listeners[event.type]?.(event));
  onTestFinished(stop);
  await opened;
  await control.seed({ pets: 1 });
  const headers = { 'X-API-Key': 'any', 'X-Test-Id': 'test-one-1' };
  expect(await (await fetch(`${server.url}/pets`, { headers })).json()).toHaveLength(1);
  expect(await seen).toMatchObject({ entry: { path: '/v2/pets' } });
  expect(server.catalog.forKey('test-one-1').pets.count()).toBe(1);
  expect((await control.info()).isolate).toBe('X-Test-Id');
});

test('a token opens the control plane, and health needs none', async () => {
  const { server, control } = await start({ adminToken: 'secret' });
  expect(await control.health()).toMatchObject({ status: 'ok' });
  await expect(control.reset()).rejects.toMatchObject({ name: 'ControlError', status: 401 });
  await createControl({ url: server.url, token: 'secret' }).reset();
});

test("a refusal carries the server's own words", async () => {
  const { control } = await start();
  await expect(control.faults.add({ status: 200 })).rejects.toMatchObject({
    name: 'ControlError',
    status: 400,
    message:
      'A fault: "status" must be a whole number from 400 to 599, or from 200 to 599 beside a "body", not 200',
  });
});

test('an answer that is not of the control plane is told by its status', async () => {
  const server = createHttpServer((_, response) =>
    response.writeHead(502).end('<h1>Bad gateway</h1>'),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  await expect(createControl({ url: `http://127.0.0.1:${port}` }).reset()).rejects.toMatchObject({
    status: 502,
    message: '502 Bad Gateway',
  });
});

test('a request that msw refuses in the same process is told by the handler that lets it through', async () => {
  const { server } = await start();
  const { origin } = new URL(server.url);
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
      `msw in this process has refused a request to ${origin}, as no handler is for it: ` +
      `add http.all('${origin}/*', () => passthrough()) before its other handlers`,
    cause: expect.any(Error) as Error,
  });

  msw.use(http.all(`${origin}/*`, () => passthrough()));
  await control.reset();
  await fetch(`${server.url}/pets`, { headers: { 'X-API-Key': 'one' } });
  expect(server.catalog.requests.count()).toBe(1);
});

test('a server that is not there is told by its address and the reason', async () => {
  const { server, control } = await start();
  await server.close();
  await expect(control.reset()).rejects.toMatchObject({
    name: 'ControlError',
    status: null,
    message: expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:\d+ does not answer: .*ECONNREFUSED/,
    ) as string,
  });
});
