import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { createControl } from '../../src/client.ts';
import {
  defineOperation,
  OptionError,
  type Explanation,
  type PetCatalog,
  type PetCatalogOptions,
} from '../../src/index.ts';
import { create, fixtures, type CaseRequest } from '../../src/verify/cases/case.ts';
import { ask, emptyCatalog } from '../support/catalog.ts';
import { arrived, startedServer, waitingIn } from './support/started-server.ts';

const deletePet = defineOperation({
  name: 'deletePet',
  method: 'DELETE',
  path: '/pets/{petId}',
  responses: { 204: 'The pet is gone' },
  run: ({ params, pets, fail }) =>
    pets.remove(params.petId) ? { status: 204 } : fail(404, 'Pet not found'),
});

const showPhoto = defineOperation({
  name: 'showPhoto',
  method: 'GET',
  path: '/pets/{petId}/photo',
  run: ({ fail }) => fail(404, 'No photo'),
});

const brushPet = defineOperation({
  name: 'brushPet',
  method: 'POST',
  path: '/pets/{petId}/brush',
  run: ({ params, pets }) => ({ status: 200, body: pets.get(params.petId) }),
});

const askOwner = defineOperation({
  name: 'askOwner',
  method: 'GET',
  path: '/owner',
  run: ({ fail }) => fail(409, 'The owner is busy'),
});

const bookWalk = defineOperation({
  name: 'bookWalk',
  method: 'POST',
  path: '/walks',
  run: () => ({ status: 201, body: { id: 'walk-1' } }),
});

const options: PetCatalogOptions = {
  fixtures,
  operations: [deletePet, showPhoto, brushPet, askOwner, bookWalk],
  apiKeys: ['test-key-01'],
  maxPets: 4,
  maxBodyBytes: 100,
};

const get = (id: string): CaseRequest => ({ path: `/v2/pets/${id}` });
const remove = (id: string): CaseRequest => ({ ...get(id), method: 'DELETE' });
const rex = create({ name: 'Rex' });

async function createRex(catalog: PetCatalog): Promise<string> {
  return ((await (await ask(catalog, rex)).json()) as { id: string }).id;
}

/** Without what is another in each run. */
function steady({ text, ...rest }: Explanation): Explanation {
  const plain = text
    .replaceAll(/\d\d:\d\d:\d\d UTC/g, 'HH:MM:SS UTC')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'UUID');
  return { text: plain, ...rest };
}

type Case = [
  name: string,
  happen: (catalog: PetCatalog) => Promise<unknown>,
  /** How the last request is explained, or that of the id that `happen` gives. */
  text: string,
  rest?: Omit<Explanation, 'text'>,
];

const seen = 'getPet answered 404: “Pet not found”.';

/** What became of the pet. */
const ofPets: Case[] = [
  [
    'a pet that nobody has seen',
    (catalog) => ask(catalog, get('nobody')),
    `${seen} No pet of the id "nobody" has been seen.`,
  ],
  [
    'a pet after a reset, which may be one from before it',
    async (catalog) => {
      const id = await createRex(catalog);
      catalog.reset();
      await ask(catalog, get(id));
    },
    `${seen} No pet of the id "UUID" has been seen since the catalog was reset at HH:MM:SS UTC; ` +
      'what was there before is not known.',
  ],
  [
    'a pet that an operation has removed',
    async (catalog) => {
      const id = await createRex(catalog);
      await ask(catalog, remove(id));
      await ask(catalog, get(id));
    },
    `${seen} The pet "UUID" was created by request 1 and removed by request 2.`,
    { request: 2 },
  ],
  [
    'a pet of the start that a control has removed',
    async (catalog) => {
      catalog.pets.remove('alba');
      await ask(catalog, get('alba'));
    },
    `${seen} The pet "alba" was removed by a control at HH:MM:SS UTC.`,
  ],
  [
    'a pet that a control has removed, and brought back since',
    async (catalog) => {
      catalog.pets.remove('alba');
      await ask(catalog, get('alba'));
      catalog.pets.create({ name: 'Alba' }, { id: 'alba' });
    },
    `${seen} The pet "alba" was removed by a control at HH:MM:SS UTC, and is there again.`,
  ],
  [
    'a second removal',
    async (catalog) => {
      await ask(catalog, remove('alba'));
      await ask(catalog, remove('alba'));
    },
    'deletePet answered 404: “Pet not found”. The pet "alba" was removed by request 1.',
    { request: 1 },
  ],
  [
    'a pet that was removed by a request which the journal has forgotten',
    async (catalog) => {
      await ask(catalog, remove('alba'));
      catalog.requests.clear();
      await ask(catalog, get('alba'));
    },
    `${seen} The pet "alba" was removed by request 1.`,
  ],
  ...(
    [
      ['seeded', ({ seed }) => seed({ fixtures: [] })],
      ['restored from a snapshot', ({ restore, snapshot }) => restore({ ...snapshot(), pets: [] })],
      ['set to the scenario "empty"', ({ scenarios }) => scenarios.use('empty')],
    ] as [how: string, replace: (catalog: PetCatalog) => void][]
  ).map(([how, replace]): Case => [
    `a pet that was there until the catalog was ${how}`,
    async (catalog) => {
      const id = await createRex(catalog);
      replace(catalog);
      await ask(catalog, get(id));
    },
    `${seen} The pet "UUID" was created by request 1; since then, the catalog was ${how} at HH:MM:SS UTC.`,
    { request: 1 },
  ]),
  [
    'a pet that was removed, restored, and went with a scenario',
    async (catalog) => {
      const snapshot = catalog.snapshot();
      await ask(catalog, remove('alba'));
      catalog.restore(snapshot);
      catalog.scenarios.use('empty');
      await ask(catalog, get('alba'));
    },
    `${seen} No pet of the id "alba" has been seen since the catalog was set to the scenario "empty" ` +
      'at HH:MM:SS UTC; what was there before is not known.',
  ],
  [
    'a pet that was removed before a seed',
    async (catalog) => {
      await ask(catalog, remove('alba'));
      await ask(catalog, get('alba'));
      catalog.seed({ fixtures: [] });
      return 2;
    },
    `${seen} The pet "alba" was removed by request 1.`,
    { request: 1 },
  ],
  [
    'a pet that was created later',
    async (catalog) => {
      const { id } = emptyCatalog(options).pets.create({ name: 'Rex' });
      await ask(catalog, get(id));
      await createRex(catalog);
      return 1;
    },
    `${seen} The pet "UUID" is there: request 2 created it, after this one.`,
    { request: 2 },
  ],
  [
    'a pet that was created after a seed, and both later',
    async (catalog) => {
      const { id } = emptyCatalog(options).pets.create({ name: 'Rex' });
      await ask(catalog, get(id));
      catalog.seed();
      await createRex(catalog);
      return 1;
    },
    `${seen} The pet "UUID" is there: request 2 created it, after this one.`,
    { request: 2 },
  ],
  [
    'a pet that an operation has answered with, and not created',
    async (catalog) => {
      await ask(catalog, { ...get('alba/brush'), method: 'POST' });
      await ask(catalog, get('alba/photo'));
    },
    'showPhoto answered 404: “No photo”. The pet "alba" is there now, and no request in the journal ' +
      'created it.',
  ],
  [
    'a pet that came with another catalog later',
    async (catalog) => {
      await ask(catalog, get('dora'));
      catalog.seed({ fixtures: [{ id: 'dora', name: 'Dora' }] });
    },
    `${seen} The pet "dora" is there now: the catalog was seeded at HH:MM:SS UTC, after this request.`,
  ],
  [
    'a pet that a control has added later',
    async (catalog) => {
      await ask(catalog, get('dora'));
      catalog.pets.create({ name: 'Dora' }, { id: 'dora' });
    },
    `${seen} The pet "dora" is there now, and no request in the journal created it.`,
  ],
  [
    'a pet that is removed after the request',
    async (catalog) => {
      await ask(catalog, get('bruno/photo'));
      catalog.pets.remove('bruno');
    },
    'showPhoto answered 404: “No photo”. The pet "bruno" was removed by a control at HH:MM:SS UTC, ' +
      'after this request.',
  ],
  [
    'an operation that answers 404 although the pet is there',
    async (catalog) => {
      const id = await createRex(catalog);
      await ask(catalog, get(`${id}/photo`));
    },
    'showPhoto answered 404: “No photo”. The pet "UUID" is there: request 1 created it.',
    { request: 1 },
  ],
  [
    'an id of something else that an operation has given',
    async (catalog) => {
      await ask(catalog, { method: 'POST', path: '/v2/walks' });
      await ask(catalog, get('walk-1'));
    },
    `${seen} Request 1 answered with that id, and yet no such pet was stored.`,
    { request: 1 },
  ],
  [
    'a pet that a restore has brought back',
    async (catalog) => {
      const id = await createRex(catalog);
      const snapshot = catalog.snapshot();
      catalog.scenarios.use('empty');
      await ask(catalog, get(id));
      catalog.restore(snapshot);
    },
    `${seen} The pet "UUID" is there now: the catalog was restored from a snapshot at HH:MM:SS UTC, ` +
      'after this request.',
  ],
  [
    'an id in other letters',
    (catalog) => ask(catalog, get('ALBA')),
    `${seen} There is a pet "alba": the id differs in letter case or blanks.`,
  ],
  [
    'an id with blanks',
    (catalog) => ask(catalog, get('alba%20')),
    `${seen} There is a pet "alba": the id differs in letter case or blanks.`,
  ],
];

/** Rules that requests break, and those that they keep. */
const ofRules: Case[] = [
  [
    'a good request',
    (catalog) => ask(catalog, get('alba')),
    'getPet answered as documented: A pet.',
  ],
  ['a good create', (catalog) => ask(catalog, rex), 'createPet answered as documented: Created.'],
  [
    'a missing key',
    (catalog) => ask(catalog, { headers: { 'X-API-Key': null } }),
    'listPets answered 401: “The header X-API-Key is missing or empty; send an API key”. ' +
      'It needs a key, and none was sent.',
  ],
  [
    'a key that is not on the list, and is not shown',
    (catalog) => ask(catalog, { headers: { 'X-API-Key': 'secret-of-mine' } }),
    'listPets answered 401: “The API key in the header X-API-Key is not valid”. ' +
      'Only the keys of the option "apiKeys" are good, and se…ne is none of them.',
  ],
  [
    'a good key in the path, which is not shown either',
    (catalog) => ask(catalog, get('test%2Dkey-01')),
    `${seen} No pet of the id "te…01" has been seen.`,
  ],
  [
    'a body that breaks a rule',
    (catalog) => ask(catalog, create({ name: 7 })),
    'createPet answered 400: “The request body: "name" must be a string, not 7”. ' +
      'It documents 400 as: The body is not JSON in UTF-8, or not a pet to be created.',
  ],
  [
    'a body of another type',
    (catalog) => ask(catalog, { ...rex, headers: { 'Content-Type': 'text/plain' } }),
    'createPet answered 415: “The header Content-Type must be application/json”. It said "text/plain".',
  ],
  [
    'a body that is too long',
    (catalog) => ask(catalog, create({ name: 'x'.repeat(200) })),
    'createPet answered 413: “The request body must be at most 100 bytes”.',
  ],
  [
    'a catalog that is full',
    async (catalog) => {
      await ask(catalog, rex);
      await ask(catalog, rex);
    },
    'createPet answered 507: “The catalog is full: it holds 4 pets and takes no more”. ' +
      'The option "maxPets" is 4.',
  ],
  [
    'a method that the path does not take',
    (catalog) => ask(catalog, { method: 'PUT' }),
    'The path takes GET, HEAD, OPTIONS, POST, and not PUT.',
  ],
  [
    'OPTIONS',
    (catalog) => ask(catalog, { method: 'OPTIONS' }),
    'The path takes GET, HEAD, OPTIONS, POST.',
  ],
  [
    'a failure of an operation that documents nothing',
    (catalog) => ask(catalog, { path: '/v2/owner' }),
    'askOwner answered 409: “The owner is busy”.',
  ],
];

/** Faults, and what becomes of them. */
const ofFaults: Case[] = [
  [
    'a fault that is still there',
    async (catalog) => {
      catalog.faults.add({ status: 503, error: 'Later' });
      await ask(catalog);
    },
    'The fault fault-1 hit it (503 “Later”); it is still there.',
    { fault: 'fault-1' },
  ],
  [
    'a fault that is used up',
    async (catalog) => {
      catalog.faults.add({ status: 503, times: 1 });
      await ask(catalog);
    },
    'The fault fault-1 hit it (503, once); it is used up.',
    { fault: 'fault-1' },
  ],
  [
    'a fault that is switched off',
    async (catalog) => {
      const id = catalog.faults.add({ status: 503 });
      await ask(catalog);
      catalog.faults.update(id, { enabled: false });
    },
    'The fault fault-1 hit it (503); it is switched off now.',
    { fault: 'fault-1' },
  ],
  [
    'a fault that was removed',
    async (catalog) => {
      catalog.faults.add({ status: 503 });
      await ask(catalog);
      catalog.faults.clear();
    },
    'The fault fault-1 hit it (503); it has been removed since.',
    { fault: 'fault-1' },
  ],
  [
    'a fault that went with its scenario, and whose id another has now',
    async (catalog) => {
      catalog.faults.add({ status: 503 });
      await ask(catalog);
      catalog.scenarios.use('flaky');
    },
    'The fault fault-1 hit it (503); since then, the catalog was set to the scenario "flaky" at ' +
      'HH:MM:SS UTC.',
    { fault: 'fault-1' },
  ],
  [
    'a fault that a seed has left',
    async (catalog) => {
      catalog.faults.add({ status: 503 });
      await ask(catalog);
      catalog.seed();
    },
    'The fault fault-1 hit it (503); it is still there.',
    { fault: 'fault-1' },
  ],
  [
    'a fault that only delays, and the answer that followed',
    async (catalog) => {
      catalog.faults.add({ delay: 1 });
      await ask(catalog, get('nobody'));
    },
    `The fault fault-1 hit it (1 ms slower); it is still there. ${seen} No pet of the id "nobody" has been seen.`,
    { fault: 'fault-1' },
  ],
  [
    'a fault that drops the connection',
    async (catalog) => {
      catalog.faults.add({ network: 'reset' });
      await ask(catalog);
    },
    'The fault fault-1 hit it (connection reset); it is still there. That is why it got no answer.',
    { fault: 'fault-1' },
  ],
  [
    'a connection that was dropped before the scenario came',
    async (catalog) => {
      catalog.faults.add({ network: 'empty', times: 1 });
      await ask(catalog);
      catalog.scenarios.use('empty');
    },
    'The fault fault-1 hit it (closed with no answer, once); since then, the catalog was set to the ' +
      'scenario "empty" at HH:MM:SS UTC. That is why it got no answer.',
    { fault: 'fault-1' },
  ],
  [
    'a fault that sends half of a 404',
    async (catalog) => {
      catalog.faults.add({ network: 'truncate' });
      await ask(catalog, get('nobody'));
    },
    'The fault fault-1 hit it (half an answer); it is still there.',
    { fault: 'fault-1' },
  ],
  [
    'a request that asks for its own failure',
    (catalog) => ask(catalog, { headers: { Prefer: 'code=503' } }),
    'It asked for this itself, with the header Prefer: 503.',
  ],
  [
    'a delay of all operations',
    async (catalog) => {
      catalog.restore({ ...catalog.snapshot(), delay: 1 });
      await ask(catalog, get('alba'));
    },
    'All operations are 1 ms slower. getPet answered as documented: A pet.',
  ],
];

/** Requests that nobody has answered, or not yet. */
const ofWaits: Case[] = [
  [
    'a request that is held',
    async (catalog) => {
      catalog.faults.add({ hold: true });
      void ask(catalog);
      await waitingIn({ catalog });
    },
    'It is still waiting for an answer. The fault fault-1 hit it (held until it is let go); ' +
      'it is still there.',
    { fault: 'fault-1' },
  ],
  [
    'a client that goes away while it waits',
    async (catalog) => {
      catalog.faults.add({ hold: true });
      const controller = new AbortController();
      const { signal } = controller;
      const headers = { 'X-API-Key': 'test-key-01' };
      const call = catalog.fetch('http://localhost/v2/pets', { headers, signal });
      await waitingIn({ catalog });
      controller.abort();
      await call?.catch(() => {});
    },
    'The fault fault-1 hit it (held until it is let go); it is still there. ' +
      'The client went away before the answer.',
    { fault: 'fault-1' },
  ],
  ...(['hold', 'hang'] as const).map((kind): Case => [
    `a request that a scenario has cut off in a ${kind}`,
    async (catalog) => {
      catalog.faults.add(kind === 'hold' ? { hold: true } : { network: 'hang' });
      const call = ask(catalog);
      await waitingIn({ catalog });
      catalog.scenarios.use('empty');
      await call;
    },
    'It was cut off in flight: the catalog was set to the scenario "empty" at HH:MM:SS UTC.',
    { fault: 'fault-1' },
  ]),
];

test.each([...ofPets, ...ofRules, ...ofFaults, ...ofWaits])(
  'explains %s',
  async (_name, happen, text, rest) => {
    const catalog = emptyCatalog(options);
    const id = await happen(catalog);
    const last = catalog.requests.list().at(-1)!.id;
    const explained = catalog.requests.explain(typeof id === 'number' ? id : last);
    expect(steady(explained!)).toEqual({ text, ...rest });
  },
);

test('remembers the newest thousand removed pets, until a reset', async () => {
  const catalog = emptyCatalog({ pets: 1001, fixtures: undefined });
  const ids = catalog.pets.list().map(({ id }) => id);
  for (const id of ids) catalog.pets.remove(id);
  const explain = async (id: string) => {
    await ask(catalog, get(id));
    return catalog.requests.explain(catalog.requests.list().at(-1)!.id)!.text;
  };
  expect(await explain(ids[0]!)).toContain('No pet');
  expect(await explain(ids[1]!)).toContain('removed by a control');
  expect(await explain(ids[1000]!)).toContain('removed by a control');
  catalog.reset();
  catalog.seed({ fixtures: [] });
  expect(await explain(ids[1000]!)).toContain('No pet');
});

test('has nothing to say of a request that the journal does not have', async () => {
  const catalog = emptyCatalog({ journalSize: 1 });
  await ask(catalog);
  await ask(catalog);
  const ids = [0, 1, 3, -1, 1.5, Number.NaN, '2x' as never];
  expect(ids.map((id) => catalog.requests.explain(id))).toEqual(ids.map(() => undefined));
  expect(catalog.requests.explain(2)).toBeDefined();
  expect(() => emptyCatalog({ journalSize: 0 }).requests.explain(1)).toThrow(OptionError);
});

describe('over HTTP', () => {
  test.each([
    ['/pets', 'No operation has the path /pets: the base path /v2 is missing.'],
    ['/pets/alba', 'No operation has the path /pets/alba: the base path /v2 is missing.'],
    [
      '/v2/pet/alba',
      'No operation has the path /v2/pet/alba. The closest is /v2/pets/alba (getPet, deletePet).',
    ],
    [
      '/V2/Pets',
      'No operation has the path /V2/Pets. The closest is /v2/pets (createPet, listPets).',
    ],
    ['/index.html', 'No operation has the path /index.html: all are below /v2.'],
    ['/own', 'No operation answered it, but the server or a handler of your own, with 200.'],
    [
      '/v2/pets/own',
      'No operation answered it, but the server or a handler of your own, with 404.',
    ],
  ])('explains %s', async (path, text) => {
    const server = await startedServer({
      ...options,
      handlers: [
        http.get('*/own', ({ request }) =>
          HttpResponse.text('', { status: request.url.includes('pets') ? 404 : 200 }),
        ),
      ],
    });
    await fetch(server.origin + path);
    const control = createControl({ url: server.origin });
    expect(await control.requests.explain(1)).toEqual({ text });
  });

  test('is a route of the control plane, and a member of the client', async () => {
    const server = await startedServer(options);
    const [{ id }] = [await (await server.create('Rex')).json()] as [{ id: string }];
    await server.call(`/pets/${id}`, { method: 'DELETE' });
    await server.call(`/pets/${id}`);
    const text = `${seen} The pet "${id}" was created by request 1 and removed by request 2.`;
    const explanation = { text, request: 2 };
    const route = await server.admin('GET /requests/3/explanation');
    expect([route.status, route.json]).toEqual([200, explanation]);
    const { requests } = createControl({ url: server.origin });
    expect(await requests.explain(3)).toEqual(explanation);
    for (const none of ['4', '0', 'x', '3e0']) {
      const { status, json } = await server.admin(`GET /requests/${none}/explanation`);
      const error = 'The journal has no request of that id';
      expect([none, status, json]).toEqual([none, 404, { error }]);
    }
    expect(await requests.explain(4)).toBeUndefined();
  });

  test('explains a request whose body has not come whole', async () => {
    const server = await startedServer();
    let finish = () => {};
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":'));
        finish = () => controller.close();
      },
    });
    const call = server.create('', { body, duplex: 'half' } as RequestInit);
    await arrived(server, '/v2/pets');
    expect(server.catalog.requests.explain(1)).toEqual({
      text: 'It is still waiting for the rest of its body.',
    });
    finish();
    expect((await call).status).toBe(400);
  });
});
