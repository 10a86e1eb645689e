import type * as v from 'valibot';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { catalogOptions, type appOptions, type serverOptions } from '../../src/controls/options.ts';
import { createPetCatalog, type PetCatalogOptions } from '../../src/index.ts';
import { createApp, startServer, type AppOptions, type ServerOptions } from '../../src/server.ts';
import { maxDelay } from '../../src/controls/delay.ts';
import { ask, emptyCatalog, namesOf } from '../support/catalog.ts';

describe('the options of a catalog', () => {
  test('count as left out when they are undefined', () => {
    const names = Object.keys(catalogOptions);
    const options = Object.fromEntries(names.map((name) => [name, undefined]));
    expect(createPetCatalog(options).snapshot()).toEqual(createPetCatalog().snapshot());
  });

  test.each([
    [{ seed: Number.MAX_SAFE_INTEGER + 1 }, /"seed"/],
    [{ baseUrl: 7 }, /"baseUrl".*7/],
    [{ baseUrl: 'v2' }, /^Option "baseUrl" must be a path/],
    [{ fixtures: Array(1) }, /fixtures\[0\].*not undefined/],
    [{ apiKeys: [] }, /"apiKeys".*at least one/],
    [{ apiKeys: ['Schlüssel ☃'] }, /"apiKeys\[0\]" must be a key that a header can carry/],
    [{ isolate: 'yes' }, /"isolate".*true or false.*"yes"/],
    [{ delay: '100' }, /"delay".*milliseconds.*"100"/],
    [[], /object/],
  ])(
    'are refused with a message that names the option, the value and what is expected: %j',
    (options, message) => {
      expect(() => createPetCatalog(options as never)).toThrow(message);
      expect(() => createPetCatalog(options as never)).toThrow(TypeError);
    },
  );

  test('delay every operation that passes the checks, and nothing else', async () => {
    const slow = emptyCatalog({ delay: maxDelay });
    const call = ask(slow);
    expect((await ask(slow, { headers: { 'X-API-Key': null } })).status).toBe(401);
    expect(slow.requests.list()).toMatchObject([{ status: null }, { status: 401 }]);
    slow.reset();
    expect((await call).status).toBe(503);
  });

  test('are not changed, and may be changed afterwards', async () => {
    const options = { apiKeys: ['one'], fixtures: [{ name: 'Rex' }] } satisfies PetCatalogOptions;
    const before = structuredClone(options);
    const catalog = createPetCatalog(options);
    expect(options).toEqual(before);
    options.apiKeys.push('other');
    options.fixtures[0]!.name = 'changed';
    catalog.reset();
    expect(namesOf(catalog)).toEqual(['Rex']);
    expect((await ask(catalog, { headers: { 'X-API-Key': 'other' } })).status).toBe(401);
  });
});

test.each([
  [{ tls: { cert: 'x' } }, /^Option "tls" must be an object with "cert" and "key"$/],
  [
    { tls: { cert: 'x', key: 'y' } },
    /^Option "tls" must be a certificate and its key, .*no start line/,
  ],
  [{ cors: [] }, /^Option "cors" must be "\*", an origin such as .*, not \[\]$/],
  // Not as a browser sends it.
  [{ cors: 'https://app.example:443' }, /^Option "cors" must be .*, not "https:/],
  [{ handlers: [1] }, /^Option "handlers" must be .* an array of msw handlers, not \[1\]$/],
  [{ operations: {} }, /^Option "operations" must be .* an array of operations, not \{\}$/],
])('a server does not start with %j', async (options, message) => {
  const started = startServer({ port: 0, ...(options as object) });
  await expect(started).rejects.toThrow(expect.objectContaining({ name: 'OptionError' }));
  await expect(started).rejects.toThrow(message);
});

test.each([undefined, null, {}])('an app is of a catalog, not of %j', (catalog) => {
  expect(() => createApp(catalog as never)).toThrow(
    'The catalog must be one that createPetCatalog() gave',
  );
});

/** The options of a table as its schemas have them, without `undefined`. */
type Table = Readonly<Record<string, { schema: v.GenericSchema }>>;
type Given<T extends Table> = { [K in keyof T]: v.InferInput<T[K]['schema']> };
type Defined<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };

test('the types of the options fit the schemas of the table', () => {
  expectTypeOf<keyof PetCatalogOptions>().toEqualTypeOf<keyof typeof catalogOptions>();
  expectTypeOf<keyof AppOptions>().toEqualTypeOf<keyof typeof appOptions>();
  expectTypeOf<keyof ServerOptions>().toEqualTypeOf<keyof typeof serverOptions>();

  type BySchema = Given<typeof serverOptions>;
  expectTypeOf<
    Omit<BySchema, 'collections' | 'handlers' | 'operations'>
  >().toExtend<ServerOptions>();
  // An array that must not be changed is one that schemas take as well.
  type Lists = 'apiKeys' | 'collections' | 'cors' | 'handlers' | 'operations';
  expectTypeOf<Omit<Defined<ServerOptions>, Lists>>().toExtend<Omit<BySchema, Lists>>();
});

test.each<[object | null, data: [string, unknown, unknown], message: string | RegExp]>([
  [
    { pets: -1 },
    ['pets', -1, 'a whole number from 0 to 1000000'],
    'Option "pets" must be a whole number from 0 to 1000000, not -1',
  ],
  [
    { pets: 11, maxPets: 10 },
    ['pets', 11, 'at most "maxPets" (10)'],
    'Option "pets" must be at most "maxPets" (10), not 11',
  ],
  [
    { maxPets: 1, fixtures: [{ name: 'Rex' }, { name: 'Ada' }] },
    ['fixtures', [{ name: 'Rex' }, { name: 'Ada' }], 'at most "maxPets" (1) pets'],
    'Option "fixtures" must be at most "maxPets" (1) pets, not 2',
  ],
  [
    { pets: 3, fixtures: [] },
    ['pets', 3, 'left out beside fixtures'],
    'Option "pets" must not be given beside "fixtures"',
  ],
  [
    { seed: 3, fixtures: createPetCatalog({ pets: 1, seed: 4 }).snapshot() },
    ['seed', 3, 'left out beside a snapshot as fixtures'],
    'Option "seed" must not be given beside a snapshot as "fixtures"',
  ],
  [
    { scenarios: { monday: { pets: -1 } } },
    ['scenarios', { monday: { pets: -1 } }, 'well-formed scenarios'],
    /^Scenario "monday": "pets" must be a whole number/,
  ],
  [
    { dialect: { order: 'random' } },
    ['dialect', { order: 'random' }, 'a well-formed dialect'],
    /"order" must be one of "oldest", "newest", not "random"/,
  ],
  [null, ['options', null, 'an object'], /^The options must be an object$/],
  [
    { apiKeys: ['my-secret', ''] },
    ['apiKeys[1]', undefined, 'a key that is not empty'],
    /^Option "apiKeys\[1\]" must be a key that is not empty$/,
  ],
  [
    { petz: 'my-secret' },
    ['petz', undefined, expect.stringMatching(/^one of baseUrl, pets,/)],
    /^Unknown option "petz"\. The options are: baseUrl, pets,/,
  ],
])('the error of %j has option, value and expectation as data', (options, data, message) => {
  const take = () => createPetCatalog(options as object);
  const [option, value, expected] = data;
  expect(take).toThrow(expect.objectContaining({ option, value, expected }));
  expect(take).toThrow(message);
});

test('generated pets look real: names of their own, a species for most, and about one in five without', () => {
  const pets = createPetCatalog({ pets: 1000 }).pets.list();
  const untagged = pets.filter(({ tag }) => tag === '').length;
  expect(untagged).toBeGreaterThan(140);
  expect(untagged).toBeLessThan(260);
  expect(new Set(pets.map(({ name }) => name)).size).toBeGreaterThan(30);
  expect(pets.every(({ name }) => /^[A-Z][\w .'-]*$/.test(name))).toBe(true);
  expect(new Set(pets.map(({ id }) => id)).size).toBe(1000);
});
