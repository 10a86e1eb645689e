import { describe, expect, test } from 'vitest';
import {
  OptionError,
  type Fault,
  type Operation,
  type PetCatalog,
  type PetCatalogOptions,
} from '../../src/index.ts';
import { create, fixtures, get, noKey, type CaseRequest } from '../../src/verify/cases/case.ts';
import { ask, emptyCatalog, slowCreate } from '../support/catalog.ts';
import { deletePet } from '../support/delete-pet.ts';
import { startedServer, waitingIn } from './support/started-server.ts';

const askOwner: Operation = {
  name: 'askOwner',
  method: 'GET',
  path: '/owner',
  run: ({ fail }) => fail(409, 'The owner is busy'),
};

const options: PetCatalogOptions = {
  fixtures,
  operations: [deletePet, askOwner],
  apiKeys: ['test-key-01'],
  maxPets: 4,
  maxBodyBytes: 100,
};

const remove = (id: string): CaseRequest => ({ ...get(id), method: 'DELETE' });
const rex = create({ name: 'Rex' });
/** The first id that the seed gives. */
const rexId = emptyCatalog().pets.create({ name: 'Rex' }).id;

/** What happens before the last request is explained. */
type Step = CaseRequest | ((catalog: PetCatalog) => unknown);
type Row = [steps: Step[], why: string];

const faulty =
  (given: Fault): Step =>
  ({ faults }) =>
    faults.add(given);
const useEmpty: Step = ({ scenarios }) => scenarios.use('empty');
const removeAlba: Step = ({ pets }) => pets.remove('alba');

/** A call that waits in a fault, and an action meanwhile. */
const waiting =
  (given: Fault, act?: (catalog: PetCatalog, client: AbortController) => void): Step =>
  async (catalog) => {
    catalog.faults.add(given);
    const client = new AbortController();
    const init = { headers: { 'X-API-Key': 'test-key-01' }, signal: client.signal };
    const call = catalog.fetch('http://localhost/v2/pets', init).catch(() => {});
    await waitingIn({ catalog });
    if (!act) return;
    act(catalog, client);
    await call;
  };

const hit = 'Your fault hit this call:';
const answered = 'Your fault answered:';
const cutOff = 'Cut off: the catalog was set to the scenario "empty" NOW.';

/** The explanation of each call; "NOW" is a time. */
const rows: Row[] = [
  [[get('alba')], 'getPet answered 200.'],
  // The pet of a 404.
  [[get('nobody')], 'No pet here has ever had the id "nobody".'],
  [
    [({ reset }) => reset(), get('nobody')],
    'No pet has had the id "nobody" since the catalog was reset NOW.',
  ],
  [[rex, remove(rexId), get(rexId)], `The pet "${rexId}" was deleted by request 2.`],
  [[removeAlba, get('alba')], 'The pet "alba" was deleted by a control NOW.'],
  [[remove('alba'), remove('alba')], 'The pet "alba" was deleted by request 1.'],
  [
    [rex, useEmpty, get(rexId)],
    `No pet has had the id "${rexId}" since the catalog was set to the scenario "empty" NOW.`,
  ],
  [
    [get('dora'), ({ pets }) => pets.create({ name: 'Dora' }, { id: 'dora' })],
    'The pet "dora" exists now.',
  ],
  // The key.
  [[noKey], 'No X-API-Key was sent. Add the header X-API-Key.'],
  [
    [{ headers: { 'X-API-Key': null, Authorization: 'Bearer secret' } }],
    'No X-API-Key was sent; an Authorization header was. Add the header X-API-Key.',
  ],
  [
    [{ ...get('alba'), headers: { 'X-API-Key': 'secret-of-mine' } }],
    'The API key "secret-of-mine" is not one of the option "apiKeys".',
  ],
  // A rule that the request broke.
  [[create({ name: 7 })], 'The request body: "name" must be a string, not 7.'],
  [
    [{ ...rex, headers: { 'Content-Type': 'text/plain' } }],
    'The app sent text/plain; createPet takes application/json.',
  ],
  [
    [{ path: '/v2/pets?limit=abc' }],
    expect.stringMatching(/ The app sent \?limit=abc\.$/) as string,
  ],
  [[create({ name: 'x'.repeat(200) })], 'The request body must be at most 100 bytes.'],
  [[rex, rex], expect.stringMatching(/^The catalog is full/) as string],
  [[{ method: 'PUT' }], 'PUT is not allowed at this path. It takes GET, HEAD, OPTIONS, POST.'],
  [[{ path: '/v2/owner' }], 'The owner is busy.'],
  // A fault.
  [[faulty({ status: 503 }), {}], `${answered} 503.`],
  [[faulty({ status: 503, times: 1 }), {}], `${answered} 503, next call only. Done.`],
  [[faulty({ delay: 1 }), get('alba')], `${hit} 1 ms slower. getPet answered 200.`],
  [[faulty({ network: 'reset' }), {}], `${answered} connection dropped.`],
  [
    [faulty({ network: 'dribble', delay: 1 }), get('alba')],
    `${hit} response in small pieces, over 1 ms. getPet answered 200.`,
  ],
  [[{ headers: { Prefer: 'code=503' } }], 'The call asked for it with the header Prefer: 503.'],
  [[waiting({ hold: true })], `${hit} held until released. Release it to send the real answer.`],
  [
    [waiting({ hold: true }, (_catalog, client) => client.abort())],
    expect.stringMatching(/ The client went away before the answer\.$/) as string,
  ],
  // A reset.
  [[waiting({ hold: true }, ({ scenarios }) => void scenarios.use('empty'))], cutOff],
  [[waiting({ network: 'hang' }, ({ scenarios }) => void scenarios.use('empty'))], cutOff],
  [
    [
      async (catalog) => {
        slowCreate(catalog).send('{"name":');
        await expect.poll(() => catalog.requests.count()).toBe(1);
      },
    ],
    'Still waiting for the rest of the body.',
  ],
];

test.each(rows.map((row, index) => [index + 1, row[1], row] as const))(
  '%i: %s',
  async (_number, why, [steps]) => {
    const catalog = emptyCatalog(options);
    for (const step of steps) {
      await (typeof step === 'function' ? step(catalog) : ask(catalog, step));
    }
    const last = catalog.requests.list().at(-1)!.id;
    const entry = catalog.requests.get(last);
    expect(entry?.why?.replaceAll(/at \d\d:\d\d:\d\d UTC/g, 'NOW')).toEqual(why);
  },
);

test('a request that the journal does not have has no explanation', async () => {
  const catalog = emptyCatalog({ journalSize: 1 });
  await ask(catalog);
  await ask(catalog);
  const ids = [0, 1, 3, -1, 1.5, Number.NaN, '2x' as never];
  expect(ids.map((id) => catalog.requests.get(id))).toEqual(ids.map(() => undefined));
  expect(catalog.requests.get(2)).toBeDefined();
  expect(() => emptyCatalog({ journalSize: 0 }).requests.get(1)).toThrow(OptionError);
});

describe('over HTTP', () => {
  test.each([
    ['/v2/animals', 'Did you mean /v2/pets?'],
    ['/pets', 'Did you mean /v2/pets?'],
    ['/v2/pet/alba', 'Did you mean /v2/pets/{petId}?'],
    ['/V2/Pets', 'Did you mean /v2/pets?'],
    ['/index.html', 'All operations are below /v2.'],
  ])('nothing is served at %s: %s', async (path, end) => {
    const { origin, control } = await startedServer(options);
    await fetch(origin + path);
    const entry = await control.requests.get(1);
    expect(entry).toMatchObject({ path, why: `Nothing is served at ${path}. ${end}` });
  });

  test('GET /__admin/requests/{id} has the whole entry, and 404 for another id', async () => {
    const { origin, admin } = await startedServer(options);
    await fetch(`${origin}/v2/pets`);
    expect(await admin('GET /requests/1')).toMatchObject({
      status: 200,
      json: {
        id: 1,
        operation: 'listPets',
        status: 401,
        why: expect.stringMatching(/^No X-API-Key was sent/),
      },
    });
    expect((await admin('GET /requests/9')).status).toBe(404);
    expect((await admin('GET /requests/x')).status).toBe(404);
  });
});
