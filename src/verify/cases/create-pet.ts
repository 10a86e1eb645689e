import type { CaseRequest, Expected, Needs, Provided } from './case.ts';
import { byRow, create, created, list, post, refused, serviceCase, uuid } from './case.ts';

const write: Needs = { write: true };

type NewName = Provided['newName'];

/** Creates a pet whose name holds the given one, so that a person finds it. */
const creates = (
  what: string,
  pet: (name: NewName) => { name: string; tag?: string },
  headers: Expected['headers'] = {},
) =>
  serviceCase(`creates a pet with ${what}`, write, ({ newName }) => {
    const { name, tag } = pet(newName);
    return { request: create({ name, tag }), expected: { ...created(name, tag), headers } };
  });

/** Refuses a body. One that a lenient service takes holds the name of new pets. */
const refuses = (what: string, body: (name: NewName) => unknown, error: RegExp, status = 400) =>
  serviceCase(`refuses ${what} with ${status}`, write, ({ newName }) => {
    const given = body(newName);
    const isRaw = typeof given === 'string' || given instanceof Uint8Array;
    return { request: isRaw ? post(given) : create(given), expected: refused(status, error) };
  });

const takes = (what: string, request: (name: NewName) => CaseRequest) =>
  serviceCase(`takes ${what}`, write, ({ newName }) => ({
    request: request(newName),
    expected: created(newName),
  }));

// Bytes, so that no client adds a content type by itself.
const bytesOf = (value: object) => post(new TextEncoder().encode(JSON.stringify(value)));

const takesType = (type: string) =>
  takes(`the content type ${type}`, (name) => ({
    ...bytesOf({ name }),
    headers: { 'Content-Type': type },
  }));

const refusesType = (type: string | null) =>
  serviceCase(
    `refuses with 415 ${type === null ? 'no content type' : `the content type ${type}`}`,
    write,
    ({ newName: name }) => ({
      request: { ...bytesOf({ name }), headers: { 'Content-Type': type } },
      expected: refused(415, /Content-Type.*application\/json/),
    }),
  );

const withRoom: Needs = { write: true, options: { maxPets: 4 } };
const dora = { name: 'Dora' };

export const createPetCases = byRow({
  'Success statuses': [
    creates('a name and a tag, and names its path in Location', (name) => ({ name, tag: 'dog' }), {
      location: new RegExp(`^/v2/pets/${uuid.source.slice(1)}`),
    }),
  ],
  'A pet without a tag': [
    creates('a name alone, and gives it the empty tag', (name) => ({ name })),
  ],
  'The form of id': [
    serviceCase('gives each new pet an id that no other has', write, ({ newName: name }) => ({
      before: [{ name }, { name }],
      request: create({ name }),
      expected: created(name),
    })),
  ],
  'id in a create': [
    refuses('an id', (name) => ({ name, id: '7' }), /"id".*service assigns/),
    refuses('null for an id', (name) => ({ name, id: null }), /"id".*service assigns/),
    refuses('a number for an id', (name) => ({ name, id: 7 }), /"id".*service assigns/),
    takes('other fields, and neither stores nor returns them', (name) =>
      create({ name, age: 3, ID: 'x', Name: 'y', tags: ['a'] }),
    ),
    takes('__proto__ as a field like any other', (name) =>
      post(`{"__proto__":{"tag":"evil","id":"evil"},"name":${JSON.stringify(name)}}`),
    ),
  ],
  'name and tag': [
    creates('the tag that it was given', (name) => ({ name, tag: 'dog' })),
    creates('the empty string for a name', (name) => ({ name: '', tag: name })),
    creates('the empty string for a tag', (name) => ({ name, tag: '' })),
    creates('blanks, and keeps them', (name) => ({ name: `  ${name} \t\r\n`, tag: ' ' })),
    creates('emoji', (name) => ({ name: `${name} 🐶👩‍👩‍👧`, tag: '🏳️‍🌈' })),
    creates('right-to-left text', (name) => ({ name: `${name} كلب שלום`, tag: '‮rex' })),
    creates('combining marks, and does not compose them', (name) => ({
      name: `${name} e\u0301 é`,
      tag: 'Å Å',
    })),
    creates('control characters', (name) => ({ name: `${name} a\u0001b\u007f`, tag: '\u0000' })),
    creates('quotes, backslashes and markup', (name) => ({
      name: `${name} "\\/'<script>alert(1)</script>`,
      tag: '${x}{{y}}%00',
    })),
    creates('words of JavaScript', (name) => ({ name: `${name} __proto__`, tag: 'constructor' })),
    creates('a thousand characters', (name) => ({ name: `${name} ${'ä'.repeat(1000)}` })),
    refuses('an object without a name', () => ({}), /"name"/),
    refuses('an object with a tag alone', (tag) => ({ tag }), /"name"/),
    refuses('a name in another letter case', (name) => ({ Name: name }), /"name"/),
    refuses('null for a name', (tag) => ({ name: null, tag }), /"name".*string.*null/),
    refuses('a number for a name', (tag) => ({ name: 7, tag }), /"name".*string.*7/),
    refuses('an array for a name', (name) => ({ name: [name] }), /"name".*string.*array/),
    refuses('an object for a name', (tag) => ({ name: {}, tag }), /"name".*string.*object/),
    refuses('null for a tag', (name) => ({ name, tag: null }), /"tag".*string.*null/),
    refuses('a number for a tag', (name) => ({ name, tag: 0 }), /"tag".*string.*0/),
    refuses('an array for a tag', (name) => ({ name, tag: [] }), /"tag".*string.*array/),
  ],
  'Body of a create': [
    takes('JSON with white space around it and escapes in it', (name) =>
      post(` \r\n\t{ "n\\u0061me" : ${JSON.stringify(name)} }\n`),
    ),
    refuses('an empty body', () => '', /empty/),
    refuses('white space for a body', () => ' \n', /JSON/),
    refuses('text that is not JSON', (name) => `name=${name}`, /JSON/),
    refuses('JSON that breaks off', (name) => `{"name":"${name}"`, /JSON/),
    refuses('JSON with a comma too many', (name) => `{"name":"${name}",}`, /JSON/),
    refuses('bytes that are not UTF-8', () => Uint8Array.of(0x7b, 0x22, 0xff, 0x7d), /UTF-8/),
    refuses('an array', (name) => [{ name }], /array/),
    refuses('null', () => null, /object.*null/),
    refuses('a string', (name) => JSON.stringify(name), /object.*"/),
    refuses('a number', () => 7, /object.*7/),
    takesType('APPLICATION/Json'),
    takesType('application/json; charset=utf-8'),
    refusesType(null),
    refusesType('text/plain'),
    refusesType('application/x-www-form-urlencoded'),
    refusesType('application/json-patch+json'),
    serviceCase('refuses a body in a content coding, and names it', write, ({ newName: name }) => ({
      request: { ...create({ name }), headers: { 'Content-Encoding': 'gzip' } },
      expected: refused(415, /\bgzip\b/),
    })),
  ],
  Capacity: [
    serviceCase('creates the last pet that there is room for', withRoom, () => ({
      request: create(dora),
      expected: created('Dora'),
    })),
    serviceCase('refuses a pet with 507 when the catalog is full', withRoom, () => ({
      before: [dora],
      request: create({ name: 'Emil' }),
      expected: refused(507, /full.*4 pets/),
    })),
  ],
  'Order of the checks': [
    serviceCase(
      'says what is wrong with a request before it says that the catalog is full',
      withRoom,
      () => ({
        before: [dora],
        request: create({ tag: 'dog' }),
        expected: refused(400, /"name"/),
      }),
    ),
    serviceCase('looks at the name before the tag and the id', write, ({ newName }) => ({
      request: create({ name: 1, tag: [newName], id: 3 }),
      expected: refused(400, /"name"/),
    })),
  ],
  Paths: [
    serviceCase('ignores a query on a create', write, ({ newName: name }) => ({
      request: { ...create({ name }), ...list('?limit=x') },
      expected: created(name),
    })),
  ],
});
