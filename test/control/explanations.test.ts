import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import {
  OptionError,
  type Fault,
  type Operation,
  type PetCatalog,
  type PetCatalogOptions,
  type Snapshot,
} from '../../src/index.ts';
import { serviceOf } from '../../src/pet-catalog.ts';
import { create, fixtures, get, noKey, type CaseRequest } from '../../src/verify/cases/case.ts';
import { ask, emptyCatalog, slowCreate } from '../support/catalog.ts';
import { deletePet } from '../support/delete-pet.ts';
import { startedServer, waitingIn } from './support/started-server.ts';

const own = (name: string, line: string, run: Operation['run']): Operation => {
  const [method, path] = line.split(' ') as [Operation['method'], string];
  return { name, method, path, run };
};
const operations: Operation[] = [
  deletePet,
  own('showPhoto', 'GET /pets/{petId}/photo', ({ fail }) => fail(404, 'No photo')),
  own('brushPet', 'POST /pets/{petId}/brush', () => ({ status: 200, body: fixtures[0] })),
  own('askOwner', 'GET /owner', ({ fail }) => fail(409, 'The owner is busy')),
  own('findOwner', 'GET /owners/{id}/keys/{key}', ({ fail }) => fail(404, 'No owner')),
  own('payOwner', 'POST /owner/fee', () => ({ status: 402, body: { error: { code: 7 } } })),
  own('bookWalk', 'POST /walks', () => ({ status: 201, body: { id: 'walk-1' } })),
];

const options: PetCatalogOptions = {
  fixtures,
  operations,
  apiKeys: ['test-key-01'],
  maxPets: 4,
  maxBodyBytes: 100,
};

const remove = (id: string): CaseRequest => ({ ...get(id), method: 'DELETE' });
const rex = create({ name: 'Rex' });
/** The first id that the seed gives. */
const rexId = emptyCatalog().pets.create({ name: 'Rex' }).id;

/** What happens before the last request is explained, or that of a number. */
type Step = CaseRequest | ((catalog: PetCatalog) => unknown);
type Row = [steps: Step[], text: string, request?: number, explained?: number];

function use(scenario: string): Step {
  return ({ scenarios }) => scenarios.use(scenario);
}
function faulty(given: Fault): Step {
  return ({ faults }) => faults.add(given);
}
function add(id: string): Step {
  return ({ pets }) => pets.create({ name: 'Dora' }, { id });
}
const removeAlba: Step = ({ pets }) => pets.remove('alba');
const seedNone: Step = ({ seed }) => seed({ fixtures: [] });
const seen = 'getPet answered 404: “Pet not found”.';
const noPhoto = 'showPhoto answered 404: “No photo”.';
const notKnown = 'what was there before is not known.';
const after = 'after this request.';

/** What became of the pet; “NOW” is a time. */
const ofPets: Row[] = [
  [[get('nobody')], `${seen} No pet of the id "nobody" has been seen.`],
  [
    [rex, ({ reset }) => reset(), get(rexId)],
    `${seen} No pet of the id "${rexId}" has been seen since the catalog was reset NOW; ${notKnown}`,
  ],
  [
    [rex, remove(rexId), get(rexId)],
    `${seen} The pet "${rexId}" was created by request 1 and removed by request 2.`,
    2,
  ],
  [[removeAlba, get('alba')], `${seen} The pet "alba" was removed by a control NOW.`],
  [
    [removeAlba, get('alba'), add('alba')],
    `${seen} The pet "alba" was removed by a control NOW, and is there again.`,
  ],
  [
    [remove('alba'), remove('alba')],
    'deletePet answered 404: “Pet not found”. The pet "alba" was removed by request 1.',
    1,
  ],
  [
    [remove('alba'), ({ requests }) => requests.clear(), get('alba')],
    `${seen} The pet "alba" was removed by request 1.`,
  ],
  ...(
    [
      ['seeded', seedNone],
      ['restored from a snapshot', ({ restore, snapshot }) => restore({ ...snapshot(), pets: [] })],
      ['set to the scenario "empty"', use('empty')],
    ] as [how: string, replace: Step][]
  ).map(([how, replace]): Row => [
    [rex, replace, get(rexId)],
    `${seen} The pet "${rexId}" was created by request 1; since then, the catalog was ${how} NOW.`,
    1,
  ]),
  [
    [remove('alba'), ({ restore }) => restore(start), use('empty'), get('alba')],
    `${seen} No pet of the id "alba" has been seen since the catalog was set to the scenario "empty" ` +
      `NOW; ${notKnown}`,
  ],
  [[remove('alba'), get('alba'), seedNone], `${seen} The pet "alba" was removed by request 1.`, 1],
  ...[[], [({ seed }) => seed()] satisfies Step[]].map((between): Row => [
    [get(rexId), ...between, rex],
    `${seen} The pet "${rexId}" is there: request 2 created it, after this one.`,
    2,
    1,
  ]),
  [
    [{ ...get('alba/brush'), method: 'POST' }, get('alba/photo')],
    `${noPhoto} The pet "alba" is there now, and no request in the journal created it.`,
  ],
  [
    [get('dora'), ({ seed }) => seed({ fixtures: [{ id: 'dora', name: 'Dora' }] })],
    `${seen} The pet "dora" is there now: the catalog was seeded NOW, ${after}`,
  ],
  [
    [get('alba/photo'), removeAlba],
    `${noPhoto} The pet "alba" was removed by a control NOW, ${after}`,
  ],
  [
    [rex, get(`${rexId}/photo`)],
    `${noPhoto} The pet "${rexId}" is there: request 1 created it.`,
    1,
  ],
  [
    [{ method: 'POST', path: '/v2/walks' }, get('walk-1')],
    `${seen} Request 1 answered with that id, and yet no such pet was stored.`,
    1,
  ],
  [
    [rex, use('empty'), get(rexId), ({ restore }) => restore(withRex)],
    `${seen} The pet "${rexId}" is there now: the catalog was restored from a snapshot NOW, ${after}`,
  ],
  ...['ALBA', 'alba%20'].map((id): Row => [
    [get(id)],
    `${seen} There is a pet "alba": the id differs in letter case or blanks.`,
  ]),
  [
    [add('DORA'), get('dora')],
    `${seen} There is a pet "DORA": the id differs in letter case or blanks.`,
  ],
];

/** Rules that requests break, and those that they keep. */
const ofRules: Row[] = [
  [[get('alba')], 'getPet answered as documented: A pet.'],
  [
    [noKey],
    'listPets answered 401: “The header X-API-Key is missing or empty; send an API key”. ' +
      'It needs a key, and none was sent.',
  ],
  [
    [{ ...get('alba'), headers: { 'X-API-Key': 'secret-of-mine' } }],
    'getPet answered 401: “The API key in the header X-API-Key is not valid”. ' +
      'Only the keys of the option "apiKeys" are good, and se…ne is none of them.',
  ],
  [[get('test%2Dkey-01')], `${seen} No pet of the id "te…01" has been seen.`],
  [
    [create({ name: 7 })],
    'createPet answered 400: “The request body: "name" must be a string, not 7”. ' +
      'It documents 400 as: The body is not JSON in UTF-8, or not a pet to be created.',
  ],
  [
    [{ ...rex, headers: { 'Content-Type': 'text/plain' } }],
    'createPet answered 415: “The header Content-Type must be application/json”. It said "text/plain".',
  ],
  [
    [create({ name: 'x'.repeat(200) })],
    'createPet answered 413: “The request body must be at most 100 bytes”.',
  ],
  [
    [rex, rex],
    'createPet answered 507: “The catalog is full: it holds 4 pets and takes no more”. ' +
      'The option "maxPets" is 4.',
  ],
  [[{ method: 'PUT' }], 'The path takes GET, HEAD, OPTIONS, POST, and not PUT.'],
  [[{ method: 'OPTIONS' }], 'The path takes GET, HEAD, OPTIONS, POST.'],
  [[{ path: '/v2/owner' }], 'askOwner answered 409: “The owner is busy”.'],
  [[{ path: '/v2/owners/alba/keys/1' }], 'findOwner answered 404: “No owner”.'],
  [[{ path: '/v2/owner/fee', method: 'POST' }], 'payOwner answered 402.'],
  [
    [remove('alba'), (catalog) => serviceOf(catalog).replace({ operations: [] })],
    'deletePet answered 204.',
  ],
  [[{ headers: { Prefer: 'code=503' } }], 'It asked for this itself, with the header Prefer: 503.'],
  [
    [({ restore, snapshot }) => restore({ ...snapshot(), delay: 1 }), get('alba')],
    'All operations are 1 ms slower. getPet answered as documented: A pet.',
  ],
  [
    [
      async (catalog) => {
        slowCreate(catalog).send('{"name":');
        await expect.poll(() => catalog.requests.count()).toBe(1);
      },
    ],
    'It is still waiting for the rest of its body.',
  ],
];

const hit = (words: string) => `The fault fault-1 hit it (${words}`;
const toEmpty = 'the catalog was set to the scenario "empty" NOW.';
const noAnswer = 'That is why it got no answer.';
const fails = faulty({ status: 503 });
/** A call that waits in a fault, and what is done meanwhile. */
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

/** Faults, and what becomes of them and of the requests that wait in them. */
const ofFaults: Row[] = [
  [[faulty({ status: 503, error: 'Later' }), {}], `${hit('503 “Later”')}); it is still there.`],
  [[faulty({ status: 503, times: 1 }), {}], `${hit('503, once')}); it is used up.`],
  [
    [fails, {}, ({ faults }) => faults.update('fault-1', { enabled: false })],
    `${hit('503')}); it is switched off now.`,
  ],
  [[fails, {}, ({ faults }) => faults.clear()], `${hit('503')}); it has been removed since.`],
  // It brings faults of its own.
  [[fails, {}, use('flaky')], `${hit('503')}); since then, ${toEmpty.replace('empty', 'flaky')}`],
  [[fails, {}, ({ seed }) => seed()], `${hit('503')}); it is still there.`],
  [
    [faulty({ delay: 1 }), get('nobody')],
    `${hit('1 ms slower')}); it is still there. ${seen} No pet of the id "nobody" has been seen.`,
  ],
  [
    [faulty({ network: 'reset' }), {}],
    `${hit('connection reset')}); it is still there. ${noAnswer}`,
  ],
  [
    [faulty({ network: 'empty', times: 1 }), {}, use('empty')],
    `${hit('closed with no answer, once')}); since then, ${toEmpty} ${noAnswer}`,
  ],
  [
    [waiting({ hold: true })],
    `It is still waiting for an answer. ${hit('held until it is let go')}); it is still there.`,
  ],
  [
    [waiting({ hold: true }, (_catalog, client) => client.abort())],
    `${hit('held until it is let go')}); it is still there. The client went away before the answer.`,
  ],
  [
    [waiting({ hold: true }, (_catalog, client) => client.abort()), use('empty')],
    `${hit('held until it is let go')}); since then, ${toEmpty} The client went away before the answer.`,
  ],
  ...([{ hold: true }, { network: 'hang' }] as const).map((given): Row => [
    [waiting(given, ({ scenarios }) => void scenarios.use('empty'))],
    `It was cut off in flight: ${toEmpty}`,
  ]),
];

const start = emptyCatalog(options).snapshot();
const withRex: Snapshot = {
  ...start,
  pets: [...start.pets, { name: 'Rex', tag: '', id: rexId }],
};

describe.each([
  ['pets', undefined, ofPets],
  ['rules', undefined, ofRules],
  ['faults', 'fault-1', ofFaults],
] as const)('of %s', (_what, fault, rows) => {
  const byText = rows.map((row) => [row[1], row] as const);
  test.each(byText)('%s', async (text, [steps, , request, explained]) => {
    const catalog = emptyCatalog(options);
    for (const step of steps) {
      await (typeof step === 'function' ? step(catalog) : ask(catalog, step));
    }
    const last = catalog.requests.list().at(-1)!.id;
    const explanation = catalog.requests.explain(explained ?? last)!;
    const steady = explanation.text.replaceAll(/at \d\d:\d\d:\d\d UTC/g, 'NOW');
    expect({ ...explanation, text: steady }).toEqual({ text, request, fault });
  });
});

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
    [
      '/v2/pet/alba',
      'No operation has the path /v2/pet/alba. The closest is /v2/pets/alba (getPet, deletePet).',
    ],
    [
      '/V2/Pets',
      'No operation has the path /V2/Pets. The closest is /v2/pets (createPet, listPets).',
    ],
    ['/pets/alba', 'No operation has the path /pets/alba: the base path /v2 is missing.'],
    ['/index.html', 'No operation has the path /index.html: all are below /v2.'],
    ['/a/b/c/d', 'No operation has the path /a/b/c/d: all are below /.', 'GET', '/'],
    // Too long to be compared with others.
    [
      `/v2/pets/${'x'.repeat(500)}/photos`,
      `No operation has the path /v2/pets/${'x'.repeat(191)}…: all are below /v2.`,
    ],
    ...[
      ['/own/200'],
      ['/v2/pets/404'],
      ['/own/405'],
      ['/own/200?allow=GET'],
      ['/own/200', 'OPTIONS'],
    ].map(([path = '', method]) => [
      path,
      `No operation answered it, but the server or a handler of your own, with ${/\d{3}/.exec(path)![0]}.`,
      method,
    ]),
  ])('explains %s', async (path, text, method = 'GET', baseUrl = '/v2') => {
    const { origin, control } = await startedServer({
      ...options,
      baseUrl,
      handlers: [
        http.all('*/:status', ({ params, request }) => {
          const status = Number(params['status']);
          const allow = new URL(request.url).searchParams.get('allow');
          const headers = new Headers(allow === null ? {} : { allow });
          return status ? HttpResponse.text('', { status, headers }) : undefined;
        }),
      ],
    });
    await fetch(origin + path!, { method });
    expect(await control.requests.explain(1)).toEqual({ text });
  });

  test('explains a request that waits in a handler, which the delay of operations is not for', async () => {
    const handlers = [http.get('*/own', () => new Promise<Response>(() => {}))];
    const server = await startedServer({ ...options, handlers, delay: 1 });
    const client = new AbortController();
    const call = fetch(`${server.origin}/own`, { signal: client.signal }).catch(() => {});
    await expect.poll(() => server.catalog.requests.count()).toBe(1);
    expect(server.catalog.requests.explain(1)?.text).toBe('It is still waiting for an answer.');
    client.abort();
    await call;
  });
});
