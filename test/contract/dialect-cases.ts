import type { Dialect } from '../../src/index.ts';
import {
  alba,
  bruno,
  cleo,
  create,
  get,
  list,
  noKey,
  ok,
  post,
  type ContractCase,
} from '../../src/verify/cases/case.ts';

type Part = Omit<ContractCase, 'options'> & { options?: ContractCase['options'] };

/** Cases of one dialect; its fields are in their names. */
function inDialect(dialect: Dialect, parts: readonly Part[]): ContractCase[] {
  const words = Object.entries(dialect).map(
    ([field, value]) => `${field} ${JSON.stringify(value)}`,
  );
  return parts.map(({ name, options, ...part }) => ({
    name: `with ${words.join(' and ')}, ${name}`,
    options: { ...options, dialect },
    ...part,
  }));
}

const all = ok([alba, bruno, cleo]);
/** The first id that the seed gives. */
const firstId = 'a6d48331-438a-426e-86cb-effa306f303c';
const dora = { name: 'Dora', tag: '', id: firstId };

const createStatus = [
  ...inDialect({ createStatus: 201 }, [
    {
      name: 'a create is answered with 201',
      request: create({ name: 'Dora' }),
      expected: { status: 201, created: { name: 'Dora', tag: '' } },
    },
  ]),
  ...inDialect({ createStatus: 200 }, [
    {
      name: 'a create is answered with 200, and still with the path of the pet',
      request: create({ name: 'Dora' }),
      expected: { status: 200, created: { name: 'Dora', tag: '' } },
    },
    {
      name: 'a body that is refused is 400',
      request: create({}),
      expected: { status: 400, error: /"name"/ },
    },
    {
      name: 'a full catalog is 507',
      options: { maxPets: 3 },
      request: create({ name: 'Dora' }),
      expected: { status: 507, error: /full.*3 pets/ },
    },
  ]),
];

const { tag: _, ...brunoAlone } = bruno;
const brunoOfNull = { ...bruno, tag: null };
const { tag: __, ...doraAlone } = dora;

/** What becomes of an empty tag, for each way to an answer. */
const tags = (untagged: object, createdPet: object): Part[] => [
  {
    name: 'a pet without a tag is got so',
    request: get('bruno'),
    expected: { status: 200, json: untagged },
  },
  {
    name: 'a pet without a tag is listed so',
    request: list(),
    expected: { status: 200, json: [alba, untagged, cleo] },
  },
  { name: 'a tag is got', request: get('cleo'), expected: { status: 200, json: cleo } },
  {
    name: 'a create without a tag is answered so',
    request: create({ name: 'Dora' }),
    expected: { status: 201, json: createdPet, headers: { location: /a306f303c$/ } },
  },
  {
    name: 'a create with an empty tag is answered so',
    request: create({ name: 'Dora', tag: '' }),
    expected: { status: 201, json: createdPet },
  },
  {
    name: 'a created pet without a tag is got so',
    before: [create({ name: 'Dora' })],
    request: get(firstId),
    expected: { status: 200, json: createdPet },
  },
  {
    name: 'a create with a tag is answered with it',
    request: create({ name: 'Dora', tag: 'dog' }),
    expected: { status: 201, json: { ...dora, tag: 'dog' } },
  },
  {
    name: 'null is no tag of a create',
    request: create({ name: 'Dora', tag: null }),
    expected: { status: 400, error: /"tag".*string.*null/ },
  },
];

const missingTag = [
  ...inDialect({ missingTag: 'empty' }, tags(bruno, dora)),
  ...inDialect({ missingTag: 'absent' }, tags(brunoAlone, doraAlone)),
  ...inDialect({ missingTag: 'null' }, tags(brunoOfNull, { ...dora, tag: null })),
  ...inDialect({ missingTag: 'absent', order: 'newest' }, [
    {
      name: 'a list has both',
      request: list('?limit=2'),
      expected: { status: 200, json: [cleo, brunoAlone] },
    },
  ]),
];

const wrongKey = { options: { apiKeys: ['other-key'] } };
const unauthorized = [
  ...inDialect({ unauthorized: 401 }, [
    {
      name: 'a request without a key is challenged',
      request: noKey,
      expected: {
        status: 401,
        error: /X-API-Key is missing/,
        headers: { 'www-authenticate': 'ApiKey' },
      },
    },
  ]),
  ...inDialect({ unauthorized: 403 }, [
    {
      name: 'a request without a key is refused with 403, and not challenged',
      request: noKey,
      expected: { status: 403, error: /X-API-Key is missing/ },
    },
    {
      name: 'a create without a key is refused with 403',
      request: { ...create({ name: 'Dora' }), ...noKey },
      expected: { status: 403, error: /X-API-Key is missing/ },
    },
    {
      ...wrongKey,
      name: 'a key that is not valid is refused with 403',
      request: get('alba'),
      expected: { status: 403, error: /not valid/ },
    },
    {
      name: 'a good key is good',
      request: list(),
      expected: all,
    },
    {
      name: '403 that a call asks for says the same',
      request: { headers: { Prefer: 'code=403' } },
      expected: { status: 403, error: /not valid/, headers: { 'preference-applied': 'code=403' } },
    },
  ]),
];

const badLimits = ['limit=', 'limit=-1', 'limit=1.5', 'limit=ten', 'limit=1&limit=1'];
const badLimit = [
  ...inDialect(
    { badLimit: 'refuse' },
    badLimits.map((query) => ({
      name: `${query} is 400`,
      request: list(`?${query}`),
      expected: { status: 400, error: /"limit"/ },
    })),
  ),
  ...inDialect({ badLimit: 'ignore' }, [
    ...badLimits.map((query) => ({
      name: `${query} counts as left out`,
      request: list(`?${query}`),
      expected: all,
    })),
    {
      name: 'a good limit is one',
      request: list('?limit=1'),
      expected: { status: 200, json: [alba] },
    },
  ]),
];

const first = (count: number) => ({ status: 200, json: [alba, bruno, cleo].slice(0, count) });
const limits = [
  ...inDialect({ defaultLimit: 2 }, [
    { name: 'a list without a limit has two pets', request: list(), expected: first(2) },
    { name: 'a limit may be more', request: list('?limit=3'), expected: first(3) },
    { name: 'a limit may be less', request: list('?limit=1'), expected: first(1) },
    {
      name: 'a bad limit is 400',
      request: list('?limit=x'),
      expected: { status: 400, error: /"limit"/ },
    },
  ]),
  ...inDialect({ defaultLimit: 0 }, [
    { name: 'a list without a limit is empty', request: list(), expected: first(0) },
  ]),
  ...inDialect({ defaultLimit: 2, badLimit: 'ignore' }, [
    { name: 'a bad limit is the default', request: list('?limit=x'), expected: first(2) },
  ]),
  ...inDialect({ maxLimit: 2 }, [
    { name: 'a list without a limit has two pets', request: list(), expected: first(2) },
    { name: 'a greater limit gives two pets', request: list('?limit=3'), expected: first(2) },
    { name: 'a limit may be less', request: list('?limit=1'), expected: first(1) },
  ]),
  ...inDialect({ maxLimit: 1, defaultLimit: 2 }, [
    { name: 'a list without a limit has one pet', request: list(), expected: first(1) },
  ]),
  ...inDialect({ maxLimit: 2, badLimit: 'ignore' }, [
    { name: 'a bad limit gives two pets', request: list('?limit=-1'), expected: first(2) },
  ]),
  ...inDialect({ maxLimit: 0 }, [
    { name: 'each list is empty', request: list('?limit=1'), expected: first(0) },
  ]),
];

const newest = (count: number) => ({ status: 200, json: [cleo, bruno, alba].slice(0, count) });
const order = [
  ...inDialect({ order: 'oldest' }, [
    { name: 'a list begins with the oldest', request: list('?limit=1'), expected: first(1) },
  ]),
  ...inDialect({ order: 'newest' }, [
    { name: 'a list begins with the newest', request: list(), expected: newest(3) },
    { name: 'a limit takes the newest', request: list('?limit=2'), expected: newest(2) },
    { name: 'a limit may be more than there are', request: list('?limit=9'), expected: newest(3) },
    { name: 'a limit of 0 gives none', request: list('?limit=0'), expected: newest(0) },
    {
      name: 'a pet that is created comes first',
      before: [create({ name: 'Dora' })],
      request: list('?limit=2'),
      expected: { status: 200, json: [dora, cleo] },
    },
  ]),
  ...inDialect({ order: 'newest', maxLimit: 2, defaultLimit: 1 }, [
    { name: 'a list without a limit has the newest', request: list(), expected: newest(1) },
    { name: 'a limit takes the two newest', request: list('?limit=3'), expected: newest(2) },
  ]),
];

const named = (name: string, id: string) => ({ name, tag: '', id });
const idForm = [
  ...inDialect({ idForm: 'uuid' }, [
    {
      name: 'a pet gets a UUID',
      request: create({ name: 'Dora' }),
      expected: { status: 201, created: { name: 'Dora', tag: '' } },
    },
  ]),
  ...inDialect({ idForm: 'integer' }, [
    {
      name: 'the first pet gets the id 1',
      request: create({ name: 'Dora' }),
      expected: {
        status: 201,
        json: named('Dora', '1'),
        headers: { location: /\/pets\/1$/ },
      },
    },
    {
      name: 'the next gets the id 2',
      before: [create({ name: 'Dora' })],
      request: create({ name: 'Emil' }),
      expected: { status: 201, json: named('Emil', '2') },
    },
    {
      name: 'a pet is got by its id',
      before: [create({ name: 'Dora' })],
      request: get('1'),
      expected: { status: 200, json: named('Dora', '1') },
    },
    {
      name: 'the pets of the fixtures without ids get them in order',
      options: { fixtures: [{ name: 'a' }, { name: 'b', id: '2' }, { name: 'c' }] },
      request: list(),
      expected: { status: 200, json: [named('a', '1'), named('b', '2'), named('c', '3')] },
    },
    {
      name: 'ids of fixtures are left out',
      options: { fixtures: [{ name: 'a', id: '1' }, { name: 'b', id: '3' }, { name: 'c' }] },
      before: [create({ name: 'd' })],
      request: list(),
      expected: {
        status: 200,
        json: [named('a', '1'), named('b', '3'), named('c', '2'), named('d', '4')],
      },
    },
    {
      name: 'seeded pets have the ids 1, 2 and 3',
      options: { fixtures: undefined, pets: 3 },
      request: list(),
      expected: {
        status: 200,
        json: [
          { name: 'Cookie', tag: 'dog', id: '1' },
          { name: 'Archie', tag: 'rabbit', id: '2' },
          { name: 'Hank', tag: 'hamster', id: '3' },
        ],
      },
    },
    {
      name: 'a pet that is created comes after seeded ones',
      options: { fixtures: undefined, pets: 3 },
      request: create({ name: 'Dora' }),
      expected: { status: 201, json: named('Dora', '4') },
    },
  ]),
];

const ids = ['"7"', '7', 'null', '""', '{"a":[1]}'];
const givenId = [
  ...inDialect(
    { givenId: 'refuse' },
    ids.map((id) => ({
      name: `the id ${id} of a create is 400`,
      request: post(`{"name":"Dora","id":${id}}`),
      expected: { status: 400, error: /"id".*service assigns/ },
    })),
  ),
  ...inDialect(
    { givenId: 'ignore' },
    ids.map((id) => ({
      name: `the id ${id} of a create is ignored`,
      request: post(`{"id":${id},"name":"Dora"}`),
      expected: { status: 201, created: { name: 'Dora', tag: '' } },
    })),
  ),
  ...inDialect({ givenId: 'ignore', unknownFields: 'refuse' }, [
    {
      name: 'an id is no unknown field',
      request: create({ name: 'Dora', id: 7 }),
      expected: { status: 201, created: { name: 'Dora', tag: '' } },
    },
  ]),
  ...inDialect({ givenId: 'ignore', unknownFields: 'keep' }, [
    {
      name: 'an id is not kept',
      request: create({ id: 7, name: 'Dora', colour: 'red' }),
      expected: { status: 201, json: { name: 'Dora', tag: '', colour: 'red', id: firstId } },
    },
  ]),
];

const colourful = { name: 'Dora', colour: 'red', toys: [{ ball: 1 }, null], age: 3, good: true };
const keptDora = {
  name: 'Dora',
  tag: '',
  colour: 'red',
  toys: [{ ball: 1 }, null],
  age: 3,
  good: true,
  id: firstId,
};
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const strange =
  '{"name":"Dora","__proto__":{"tag":"p"},"constructor":"c","toString":1,"prototype":2}';
const unknownFields = [
  ...inDialect({ unknownFields: 'ignore' }, [
    {
      name: 'other fields are not returned',
      request: create(colourful),
      expected: { status: 201, created: { name: 'Dora', tag: '' } },
    },
    {
      name: 'other fields are not stored',
      before: [create(colourful)],
      request: get(firstId),
      expected: { status: 200, json: dora },
    },
  ]),
  ...inDialect({ unknownFields: 'refuse' }, [
    {
      name: 'the first unknown field is named',
      request: create({ name: 'Dora', tag: 'dog', colour: 'red', age: 3 }),
      expected: { status: 400, error: 'The request body has no field "colour"' },
    },
    {
      name: 'names of JavaScript are unknown fields, too',
      request: post('{"name":"Dora","constructor":1}'),
      expected: { status: 400, error: 'The request body has no field "constructor"' },
    },
    {
      name: '__proto__ is an unknown field, too',
      request: post('{"name":"Dora","__proto__":{"tag":"p"}}'),
      expected: { status: 400, error: 'The request body has no field "__proto__"' },
    },
    {
      name: 'a pet with its fields alone is created',
      request: create({ name: 'Dora', tag: 'dog' }),
      expected: { status: 201, created: { name: 'Dora', tag: 'dog' } },
    },
    {
      name: 'an id is refused as such',
      request: create({ name: 'Dora', id: '7' }),
      expected: { status: 400, error: /"id".*service assigns/ },
    },
  ]),
  ...inDialect({ unknownFields: 'keep' }, [
    {
      name: 'other fields are returned',
      request: create(colourful),
      expected: { status: 201, json: keptDora, headers: { location: /a306f303c$/ } },
    },
    {
      name: 'other fields are got',
      before: [create(colourful)],
      request: get(firstId),
      expected: { status: 200, json: keptDora },
    },
    {
      name: 'other fields are listed',
      before: [create(colourful)],
      request: list(),
      expected: { status: 200, json: [alba, bruno, cleo, keptDora] },
    },
    {
      name: 'fixtures may have them',
      options: { fixtures: [{ name: 'Rex', colour: 'red', id: 'rex' } as { name: string }] },
      request: list(),
      expected: { status: 200, json: [{ name: 'Rex', tag: '', colour: 'red', id: 'rex' }] },
    },
    {
      name: 'names of JavaScript are names, and no prototype comes of any',
      request: post(strange),
      expected: {
        status: 201,
        json: {
          name: 'Dora',
          tag: '',
          constructor: 'c',
          toString: 1,
          prototype: 2,
          id: firstId,
        },
      },
    },
    {
      name: 'a field that is nested 501 levels deep is refused',
      request: post(`{"name":"Dora","deep":${nested(501)}}`),
      expected: { status: 400, error: /"deep".*500 levels/ },
    },
    {
      name: 'what is nested too deep is refused',
      request: post(`{"name":"Dora","deep":${nested(1e5)}}`),
      expected: { status: 400, error: /"deep".*500 levels/ },
    },
    {
      name: 'an array is no pet',
      request: post('[]'),
      expected: { status: 400, error: /object.*array/ },
    },
    {
      name: 'a pet needs its name all the same',
      request: create({ colour: 'red' }),
      expected: { status: 400, error: /lacks the field "name"/ },
    },
    {
      name: 'an id is refused all the same',
      request: create({ name: 'Dora', id: '7' }),
      expected: { status: 400, error: /"id".*service assigns/ },
    },
  ]),
  ...inDialect({ unknownFields: 'keep', missingTag: 'absent' }, [
    {
      name: 'the tag is left out beside other fields',
      request: create({ name: 'Dora', colour: 'red' }),
      expected: { status: 201, json: { name: 'Dora', colour: 'red', id: firstId } },
    },
  ]),
];

const emptyName = [
  ...inDialect({ emptyName: 'accept' }, [
    {
      name: 'a name may be empty',
      request: create({ name: '' }),
      expected: { status: 201, created: { name: '', tag: '' } },
    },
  ]),
  ...inDialect({ emptyName: 'refuse' }, [
    {
      name: 'a name that is empty is 400',
      request: create({ name: '' }),
      expected: { status: 400, error: /"name" must be a string that is not empty/ },
    },
    {
      name: 'a name of white space is one',
      request: create({ name: ' ' }),
      expected: { status: 201, created: { name: ' ', tag: '' } },
    },
    {
      name: 'a fixture may have an empty name all the same',
      options: { fixtures: [{ name: '', id: 'x' }] },
      request: get('x'),
      expected: { status: 200, json: named('', 'x') },
    },
  ]),
];

/** Cases of each value of each field of a dialect. */
export const dialectCases: ContractCase[] = [
  ...createStatus,
  ...missingTag,
  ...unauthorized,
  ...badLimit,
  ...limits,
  ...order,
  ...idForm,
  ...givenId,
  ...unknownFields,
  ...emptyName,
];
