import { plainModel } from '../../src/contract/pet-model.ts';
import { seededPets } from '../../src/contract/seeded-pets.ts';
import { dialectValues } from '../../src/contract/dialect.ts';
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
  refused,
  type Expected,
} from '../../src/verify/cases/case.ts';
import { sentence, type ContractCase } from '../support/contract-case.ts';

/** Cases of one dialect; its fields are in their names. */
function inDialect(
  dialect: Dialect,
  parts: readonly Parameters<typeof sentence>[],
): ContractCase[] {
  const words = Object.entries(dialect).map(
    ([field, value]) => `${field} ${JSON.stringify(value)}`,
  );
  return parts.map(([name, request, expected, given = {}]) =>
    sentence(`with ${words.join(' and ')}, ${name}`, request, expected, {
      ...given,
      options: { ...given.options, dialect },
    }),
  );
}

/** The first id that the seed gives. */
const firstId = 'a6d48331-438a-426e-86cb-effa306f303c';
const dora = { name: 'Dora', tag: '', id: firstId };
const createDora = create({ name: 'Dora' });
const made = (json: unknown): Expected => ({ status: 201, json });
const madeDora: Expected = { status: 201, created: { name: 'Dora', tag: '' } };
const idRefused = refused(400, /"id".*service assigns/);
const first = (count: number) => ok([alba, bruno, cleo].slice(0, count));
const newest = (count: number) => ok([cleo, bruno, alba].slice(0, count));

const { tag: _, ...brunoAlone } = bruno;
const { tag: __, ...doraAlone } = dora;

/** What becomes of an empty tag, for each way to an answer. */
const tags = (untagged: object, createdPet: object): Parameters<typeof inDialect>[1] => [
  ['a pet without a tag is got so', get('bruno'), ok(untagged)],
  ['a pet without a tag is listed so', list(), ok([alba, untagged, cleo])],
  ['a tag is got', get('cleo'), ok(cleo)],
  [
    'a create without a tag is answered so',
    createDora,
    { ...made(createdPet), headers: { location: /a306f303c$/ } },
  ],
  [
    'a created pet without a tag is got so',
    get(firstId),
    ok(createdPet),
    { before: [{ name: 'Dora' }] },
  ],
];

const badLimits = ['limit=', 'limit=-1', 'limit=1.5', 'limit=ten', 'limit=1&limit=1'];
const named = (name: string, id: string) => ({ name, tag: '', id });
const others = { colour: 'red', toys: [{ ball: 1 }, null], age: 3, good: true };
const colourful = { name: 'Dora', ...others };
const createColourful = create(colourful);
const keptDora = { ...dora, ...others };
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const tooDeep = refused(400, /"deep".*500 levels/);
const fieldNames = plainModel.fields.map(({ name }) => name).join(', ');
const unknownField = (name: string) =>
  refused(400, `The request body has an unknown field "${name}". The fields are: ${fieldNames}`);

/** Cases for each value of a dialect except the defaults. */
export const dialectCases: ContractCase[] = [
  ...inDialect({ createStatus: 200 }, [
    [
      'a create is answered with 200, and still with the path of the pet',
      createDora,
      { ...madeDora, status: 200 },
    ],
  ]),
  ...inDialect({ missingTag: 'absent' }, tags(brunoAlone, doraAlone)),
  ...inDialect({ missingTag: 'null' }, tags({ ...bruno, tag: null }, { ...dora, tag: null })),
  ...inDialect({ missingTag: 'absent', order: 'newest' }, [
    ['a list has both', list('?limit=2'), ok([cleo, brunoAlone])],
  ]),
  ...inDialect({ unauthorized: 403 }, [
    [
      'a request without a key is refused with 403, and not challenged',
      noKey,
      refused(403, /X-API-Key is missing/),
    ],
    [
      'a key that is not valid is refused with 403',
      get('alba'),
      refused(403, /not valid/),
      { options: { apiKeys: ['other-key'] } },
    ],
    [
      '403 that a call asks for says the same',
      { headers: { Prefer: 'code=403' } },
      { ...refused(403, /not valid/), headers: { 'preference-applied': 'code=403' } },
    ],
    [
      '401 that a call asks for is another',
      { headers: { Prefer: 'code=401' } },
      refused(401, 'Unauthorized'),
    ],
  ]),
  ...inDialect({ badLimit: 'ignore' }, [
    ...badLimits.map((query): Parameters<typeof sentence> => [
      `${query} counts as left out`,
      list(`?${query}`),
      first(3),
    ]),
    ['a good limit is one', list('?limit=1'), first(1)],
  ]),
  ...inDialect({ defaultLimit: 2 }, [
    ['a list without a limit has two pets', list(), first(2)],
    ['a limit may be more', list('?limit=3'), first(3)],
  ]),
  ...inDialect({ defaultLimit: 0 }, [['a list without a limit is empty', list(), first(0)]]),
  ...inDialect({ defaultLimit: 2, badLimit: 'ignore' }, [
    ['a bad limit is the default', list('?limit=x'), first(2)],
  ]),
  ...inDialect({ maxLimit: 2 }, [
    ['a list without a limit has two pets', list(), first(2)],
    ['a greater limit gives two pets', list('?limit=3'), first(2)],
  ]),
  ...inDialect({ maxLimit: 1, defaultLimit: 2 }, [
    ['a list without a limit has one pet', list(), first(1)],
  ]),
  ...inDialect({ maxLimit: 0 }, [['each list is empty', list('?limit=1'), first(0)]]),
  ...inDialect({ order: 'newest' }, [
    ['a list begins with the newest', list(), newest(3)],
    ['a limit takes the newest', list('?limit=2'), newest(2)],
    ['a limit may be more than there are', list('?limit=9'), newest(3)],
    [
      'a pet that is created comes first',
      list('?limit=2'),
      ok([dora, cleo]),
      { before: [{ name: 'Dora' }] },
    ],
  ]),
  ...inDialect({ idForm: 'integer' }, [
    [
      'the first pet gets the id 1',
      createDora,
      { ...made(named('Dora', '1')), headers: { location: /\/pets\/1$/ } },
    ],
    ['a pet is got by its id', get('1'), ok(named('Dora', '1')), { before: [{ name: 'Dora' }] }],
    [
      'ids of fixtures are left out',
      list(),
      ok([named('a', '1'), named('b', '3'), named('c', '2'), named('d', '4')]),
      {
        options: { fixtures: [{ name: 'a', id: '1' }, { name: 'b', id: '3' }, { name: 'c' }] },
        before: [{ name: 'd' }],
      },
    ],
    [
      'seeded pets have the ids 1 and 2',
      list(),
      ok(seededPets.map((pet, index) => Object.assign({}, pet, { id: String(index + 1) }))),
      { options: { fixtures: undefined, pets: 2 } },
    ],
  ]),
  ...inDialect(
    { givenId: 'ignore' },
    ['"7"', '7', 'null', '""', '{"a":[1]}'].map((id) => [
      `the id ${id} of a create is ignored`,
      post(`{"id":${id},"name":"Dora"}`),
      madeDora,
    ]),
  ),
  ...inDialect({ givenId: 'ignore', unknownFields: 'refuse' }, [
    ['an id does not count as an unknown field', create({ name: 'Dora', id: 7 }), madeDora],
  ]),
  ...inDialect({ givenId: 'ignore', unknownFields: 'keep' }, [
    [
      'an id is not kept',
      create({ id: 7, name: 'Dora', colour: 'red' }),
      made({ ...dora, colour: 'red' }),
    ],
  ]),
  ...inDialect({ unknownFields: 'refuse' }, [
    [
      'the first unknown field is named',
      create({ name: 'Dora', tag: 'dog', colour: 'red', age: 3 }),
      unknownField('colour'),
    ],
    [
      '__proto__ is an unknown field, too',
      post('{"name":"Dora","__proto__":{"tag":"p"}}'),
      unknownField('__proto__'),
    ],
    ['an id is refused as such', create({ name: 'Dora', id: '7' }), idRefused],
  ]),
  ...inDialect({ unknownFields: 'keep' }, [
    [
      'other fields are returned',
      createColourful,
      { ...made(keptDora), headers: { location: /a306f303c$/ } },
    ],
    ['other fields are got', get(firstId), ok(keptDora), { before: [colourful] }],
    ['other fields are listed', list(), ok([alba, bruno, cleo, keptDora]), { before: [colourful] }],
    [
      'a field that is nested 501 levels deep is refused',
      post(`{"name":"Dora","deep":${nested(501)}}`),
      tooDeep,
    ],
    ...['12345678901234567890', '1e400', '{"a":[-9007199254740993]}'].map(
      (number): Parameters<typeof sentence> => [
        `a number that JSON cannot keep is refused: ${number}`,
        post(`{"name":"Dora","serial":${number}}`),
        refused(400, /^The request body: "serial" must be a JSON value/),
      ],
    ),
    [
      'an array is refused',
      post('[]'),
      refused(400, 'The request body must be a JSON object, not an array'),
    ],
    ['an id is refused all the same', create({ name: 'Dora', id: '7' }), idRefused],
  ]),
  ...inDialect({ unknownFields: 'keep', missingTag: 'absent' }, [
    [
      'the tag is left out and other fields stay',
      create({ name: 'Dora', colour: 'red' }),
      made({ ...doraAlone, colour: 'red' }),
    ],
  ]),
  ...inDialect({ emptyName: 'refuse' }, [
    [
      'a name that is empty is 400',
      create({ name: '' }),
      refused(400, /"name" must be a string that is not empty/),
    ],
    [
      'a name of white space is one',
      create({ name: ' ' }),
      { status: 201, created: { name: ' ', tag: '' } },
    ],
    [
      'a fixture may have an empty name all the same',
      get('x'),
      ok(named('', 'x')),
      { options: { fixtures: [{ name: '', id: 'x' }] } },
    ],
  ]),
];

/** Returns the values except defaults that these dialects lack; the field alone, if they lack the field. */
export function valuesLeftOut(dialects: readonly Dialect[]): string[] {
  const had = dialects.flatMap((dialect) => Object.entries(dialect));
  return Object.entries(dialectValues).flatMap(([field, values]: [string, readonly unknown[]]) => {
    const given = had.filter(([name]) => name === field).map(([, value]) => value as unknown);
    if (given.length === 0) return [field];
    return values.slice(1).flatMap((value) => (given.includes(value) ? [] : `${field}: ${value}`));
  });
}
