import { ownOperations } from '../../src/service/table.ts';
import { http, HttpResponse, passthrough } from 'msw';
import { setupServer, type SetupServer } from 'msw/node';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createPetCatalog,
  defineOperation,
  type Pet,
  type PetCatalog,
  type PetCatalogOptions,
} from '../../src/index.ts';
import { createService } from '../../src/service/service.ts';
import { toPetCatalog } from '../../src/pet-catalog.ts';
import { listening } from '../control/support/started-server.ts';
import { alba, create, fixtures } from '../../src/verify/cases/case.ts';
import { sendFetch } from '../support/send-http.ts';

const origin = 'https://pets.example';
const headers = { 'X-API-Key': 'k' };

/** A suite's msw server over catalogs, closed after the test. */
function suite(...catalogs: PetCatalog[]): SetupServer {
  const server = setupServer(...catalogs.flatMap(({ handlers }) => handlers));
  server.listen({ onUnhandledRequest: 'error' });
  onTestFinished(() => server.close());
  return server;
}

const countPets = defineOperation({
  name: 'countPets',
  method: 'GET',
  path: '/pets/count',
  run: ({ pets }) => ({ status: 200, body: { count: pets.count() } }),
});

const get = (path: string, at = origin) => sendFetch(at, { path: `/v2${path}` });
const list = async (at = origin) => (await get('/pets', at)).json() as Promise<Pet[]>;

describe('the list of handlers', () => {
  const listOf = (options: PetCatalogOptions) =>
    suite(createPetCatalog(options))
      .listHandlers()
      .map((handler) => 'info' in handler && handler.info.header);

  test('shows the method and path of each operation', () => {
    expect(listOf({})).toEqual([
      'POST */v2/pets',
      'GET */v2/pets/:petId',
      'GET */v2/pets',
      'HEAD, OPTIONS, 405 */v2/*',
    ]);
  });

  test('shows the base URL and operations of the user', () => {
    const at = 'https://here.example/api';
    expect(listOf({ baseUrl: at, operations: [countPets] })).toEqual([
      ...ownOperations().map(
        ({ method, path }) => `${method} ${at}${path.replace('{petId}', ':petId')}`,
      ),
      'GET https://here.example/api/pets/count',
      'HEAD, OPTIONS, 405 https://here.example/api/*',
    ]);
  });
});

describe('the handlers in a suite', () => {
  test('replace one operation and keep the others', async () => {
    const server = suite(createPetCatalog({ fixtures }));
    server.use(http.get('*/v2/pets', () => HttpResponse.json([])));
    expect(await list()).toEqual([]);
    expect(await (await get('/pets/alba')).json()).toEqual(alba);
    expect((await sendFetch(origin, create({ name: 'Rex' }))).status).toBe(201);
    const refused = await sendFetch(origin, { method: 'PUT', path: '/v2/pets' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([
      405,
      'GET, HEAD, OPTIONS, POST',
    ]);
  });

  test('follow operations that are replaced while they run', async () => {
    const service = createService({ fixtures });
    suite(toPetCatalog(service));
    expect((await get('/pets/count')).status).toBe(404);
    service.replace({ operations: [countPets] });
    expect(await (await get('/pets/count')).json()).toEqual({ count: 3 });
  });

  test('are asked after the handlers of server.use', async () => {
    const server = suite(createPetCatalog({ fixtures }));
    server.use(
      http.get('*/v2/pets/:id', () => HttpResponse.json({ error: 'overridden' }, { status: 418 })),
    );
    expect((await get('/pets/alba')).status).toBe(418);
    expect((await list()).length).toBe(3);
    server.resetHandlers();
    expect(await (await get('/pets/alba')).json()).toEqual(alba);
  });

  test('leave other paths to onUnhandledRequest, whose error is seen', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => error.mockRestore());
    suite(createPetCatalog({ fixtures }));
    const refusal = /onUnhandledRequest/;
    await expect(get('/owners')).rejects.toThrow(refusal);
    await expect(fetch(`${origin}/v2//pets`, { headers })).rejects.toThrow(refusal);
    expect(error).toHaveBeenCalledTimes(2);
  });

  test('leave other paths to a real server when they are let past', async () => {
    const { origin: at } = await listening((_req, res) => res.end('real'));
    suite(createPetCatalog({ fixtures })).use(http.all(`${at}/v2/pets/cleo`, () => passthrough()));
    expect(await (await get('/pets/cleo', at)).text()).toBe('real');
    expect(await (await get('/pets/alba', at)).json()).toEqual(alba);
  });
});

describe('several catalogs in one process', () => {
  const here = 'https://here.example';
  const there = 'https://there.example:8443';

  test('each answer for the origin that is theirs', async () => {
    const [one, other] = [here, there].map((at) =>
      createPetCatalog({ baseUrl: `${at}/v2`, fixtures: [] }),
    ) as [PetCatalog, PetCatalog];
    suite(one, other);
    await sendFetch(here, create({ name: 'Rex' }));
    for (const name of ['Max', 'Moritz']) await sendFetch(there, create({ name }));
    expect((await list(here)).map(({ name }) => name)).toEqual(['Rex']);
    expect((await list(there)).map(({ name }) => name)).toEqual(['Max', 'Moritz']);
    expect([one, other].map(({ requests }) => requests.count())).toEqual([2, 3]);
  });

  test.each([
    'http://here.example/v2/pets',
    'https://here.example.org/v2/pets',
    `https://elsewhere.example/${here}/v2/pets`,
  ])('leave %s alone', async (url) => {
    const catalog = createPetCatalog({ baseUrl: `${here}/v2` });
    expect(await catalog.fetch(new Request(url, { headers }))).toBeUndefined();
  });

  test('take the default port and the host in any letter case for the same origin', async () => {
    const catalog = createPetCatalog({ baseUrl: 'HTTPS://HERE.example:443/V2/', fixtures });
    const response = await catalog.fetch(new Request(`${here}/V2/pets/alba`, { headers }));
    expect(await response!.json()).toEqual(alba);
    const atRoot = createPetCatalog({ baseUrl: here, fixtures });
    expect((await atRoot.fetch(`${here}/pets/alba`, { headers }))?.status).toBe(200);
  });
});
