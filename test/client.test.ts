import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, expectTypeOf, onTestFinished, test } from 'vitest';
import { ControlError, createControl, type Control, type ControlOptions } from '../src/client.ts';
import type { CatalogControls } from '../src/index.ts';
import { startServer, type ServerOptions } from '../src/server.ts';

async function start(options: ServerOptions = {}, identity: Partial<ControlOptions> = {}) {
  const server = await startServer({ port: 0, pets: 5, ...options });
  onTestFinished(() => server.close());
  const control = createControl({ url: server.url, ...identity });
  const ask = (path: string, apiKey = 'test-key-01') =>
    fetch(`${server.url}${path}`, { headers: { 'X-API-Key': apiKey } });
  return { server, control, ask };
}

test('the client has the members of the catalog, asynchronous', () => {
  expectTypeOf<Control>().toHaveProperty('pets');
  expectTypeOf<keyof CatalogControls>().toExtend<keyof Control>();
  expectTypeOf<keyof CatalogControls['faults']>().toEqualTypeOf<keyof Control['faults']>();
  expectTypeOf<keyof CatalogControls['requests']>().toExtend<keyof Control['requests']>();
  expectTypeOf<Parameters<Control['faults']['add']>>().toEqualTypeOf<
    Parameters<CatalogControls['faults']['add']>
  >();
  expectTypeOf<Awaited<ReturnType<Control['requests']['list']>>>().toEqualTypeOf<
    ReturnType<CatalogControls['requests']['list']>
  >();
  expectTypeOf<Awaited<ReturnType<Control['snapshot']>>>().toEqualTypeOf<
    ReturnType<CatalogControls['snapshot']>
  >();
});

test('the service URL and the origin name the same server', async () => {
  const { server, control } = await start();
  const byOrigin = createControl({ url: new URL(server.url).origin });
  expect(await control.health()).toMatchObject({ status: 'ok', pets: 5 });
  expect(await byOrigin.health()).toMatchObject({ status: 'ok', pets: 5 });
});

test('a URL that is none is refused at once', () => {
  expect(() => createControl({ url: 'localhost:4020' })).toThrow(
    'Option "url" must be the server\'s address, such as "http://127.0.0.1:4020", not "localhost:4020"',
  );
});

test('seed, snapshot, restore and reset change the catalog', async () => {
  const { server, control } = await start();
  expect(
    await control.seed({ fixtures: [{ name: 'Rex' }, { name: 'Bella', tag: 'cat' }] }),
  ).toEqual({
    pets: 2,
  });
  const snapshot = await control.snapshot();
  expect(snapshot).toEqual(server.catalog.snapshot());
  server.catalog.pets.create({ name: 'Milo' });
  await control.restore(snapshot);
  expect(server.catalog.pets.count()).toBe(2);
  server.catalog.pets.create({ name: 'Milo' });
  await control.reset();
  expect(server.catalog.snapshot()).toEqual(snapshot);
});

test('faults are added, listed, removed and cleared', async () => {
  const { control, ask } = await start();
  const id = await control.faults.add({ operation: 'listPets', status: 503, times: 2 });
  expect(await control.faults.list()).toEqual([
    { id, operation: 'listPets', status: 503, times: 2 },
  ]);
  expect((await ask('/pets')).status).toBe(503);
  expect(await control.faults.remove(id)).toBe(true);
  expect(await control.faults.remove(id)).toBe(false);
  await control.faults.add({ delay: 1 });
  await control.faults.clear();
  expect(await control.faults.list()).toEqual([]);
});

test('requests are listed, counted, waited for and cleared', async () => {
  const { server, control, ask } = await start();
  const waiting = control.requests.waitFor({ operation: 'getPet', status: 404 });
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
  expect((await control.pets.list({ offset: 1, limit: 1 })).pets).toMatchObject([fixtures[1]]);
  expect(await control.pets.list({ search: 'DOG', limit: 1 })).toMatchObject({
    pets: [fixtures[0]],
    total: 2,
  });
  expect(await control.pets.list({ tag: 'cat' })).toMatchObject({ total: 2 });
});

test('info says how the server was started', async () => {
  const { control } = await start({ isolate: true, apiKeys: ['test-key-01'], seed: 7 });
  expect(await control.info()).toEqual({
    version: expect.any(String) as string,
    basePath: '/v2',
    isolate: true,
    keysRequired: true,
    maxPets: 1_000_000,
    seed: 7,
    catalog: 'common',
  });
});

test('with isolate, the key chooses the catalog', async () => {
  const { server, control } = await start({ isolate: true }, { apiKey: 'alpha-key-1' });
  const other = createControl({ url: server.url, apiKey: 'bravo-key-2' });
  await control.seed({ pets: 1 });
  expect((await control.pets.list()).total).toBe(1);
  expect((await other.pets.list()).total).toBe(5);
  expect((await control.catalogs.list()).map(({ apiKey, pets }) => [apiKey, pets])).toEqual(
    expect.arrayContaining([
      ['al…-1', 1],
      ['br…-2', 5],
    ]),
  );
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
    message: 'A fault: "status" must be a whole number from 400 to 599, not 200',
  });
});

test('an answer that is not of the control plane is told by its status', async () => {
  const server = createServer((_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  await expect(createControl({ url: `http://127.0.0.1:${port}` }).reset()).rejects.toMatchObject({
    status: 502,
    message: '502 Bad Gateway',
  });
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
