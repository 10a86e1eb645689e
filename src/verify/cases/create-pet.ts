import type { CaseRequest, Expected } from './case.ts';
import {
  alba,
  bruno,
  byRow,
  cleo,
  create,
  created,
  list,
  post,
  refused,
  serviceCase,
  uuid,
} from './case.ts';

interface NewPet {
  name: string;
  tag?: string;
}

/** Creates a pet. A name or a tag holds `{name}`, so that a person finds the pet. */
const creates = (what: string, pet: NewPet, headers: Expected['headers'] = {}) => {
  const inMock = (text = '') => text.replace('{name}', 'Rex');
  const expected = { ...created(inMock(pet.name), inMock(pet.tag)), headers };
  return serviceCase(`creates a pet with ${what}`, create(pet), expected);
};

/** Refuses a body: text, bytes or a JSON value. One that a lenient service takes holds `{name}`. */
const refuses = (what: string, body: unknown, error: RegExp) => {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const request = isRaw ? post(body) : create(body);
  return serviceCase(`refuses ${what} with 400`, request, refused(400, error));
};

const takes = (what: string, request: CaseRequest) =>
  serviceCase(`takes ${what}`, request, created('Rex'));

const name = '{name}';
const newPet = create({ name });
const ofType = (type: string | null) => ({ ...newPet, headers: { 'Content-Type': type } });

const takesType = (type: string) => takes(`the content type ${type}`, ofType(type));

const refusesType = (type: string | null) =>
  serviceCase(
    `refuses with 415 ${type === null ? 'no content type' : `the content type ${type}`}`,
    ofType(type),
    refused(415, /Content-Type.*application\/json/),
  );

const withRoom = { options: { maxPets: [alba, bruno, cleo].length + 1 } };

export const createPetCases = byRow({
  'Success statuses': [
    creates(
      'a name and a tag, and names its path in Location',
      { name, tag: 'dog' },
      { location: new RegExp(`^/v2/pets/${uuid.source.slice(1)}`) },
    ),
  ],
  'A pet without a tag': [creates('only a name, and gives it the empty tag', { name })],
  'The form of id': [
    serviceCase('gives each new pet an id that no other has', newPet, created('Rex'), {
      before: 2,
    }),
  ],
  'id in a create': [
    refuses('an id', { name, id: '7' }, /"id".*service assigns/),
    refuses('null for an id', { name, id: null }, /"id".*service assigns/),
    refuses('a number for an id', { name, id: 7 }, /"id".*service assigns/),
    takes(
      'other fields, and neither stores nor returns them',
      create({ name, 'x-unknown': 3, ID: 'x', Name: 'y', tags: ['a'] }),
    ),
    takes(
      '__proto__ as a field like any other',
      post('{"__proto__":{"tag":"evil","id":"evil"},"name":"{name}"}'),
    ),
  ],
  'name and tag': [
    creates('the tag that it was given', { name, tag: 'dog' }),
    creates('the empty string for a name', { name: '', tag: name }),
    creates('the empty string for a tag', { name, tag: '' }),
    creates('blanks, and keeps them', { name: '  {name} \t\r\n', tag: ' ' }),
    creates('emoji', { name: '{name} 🐶👩‍👩‍👧', tag: '🏳️‍🌈' }),
    creates('right-to-left text', { name: '{name} كلب שלום', tag: '‮rex' }),
    creates('combining marks, and does not compose them', {
      name: '{name} e\u0301 é',
      tag: 'Å Å',
    }),
    creates('control characters', { name: '{name} a\u0001b\u007f', tag: '\u0000' }),
    creates('quotes, backslashes and markup', {
      name: `{name} "\\/'<script>alert(1)</script>`,
      tag: '${x}{{y}}%00',
    }),
    creates('a thousand characters', { name: `{name} ${'ä'.repeat(1000)}` }),
    refuses('an object without a name', {}, /"name"/),
    refuses('a name in another letter case', { Name: name }, /"name"/),
    refuses('null for a name', { name: null, tag: name }, /"name".*string.*null/),
    refuses('a number for a name', { name: 7, tag: name }, /"name".*string.*7/),
    refuses('an array for a name', { name: [name] }, /"name".*string.*array/),
    refuses('null for a tag', { name, tag: null }, /"tag".*string.*null/),
    refuses('a number for a tag', { name, tag: 0 }, /"tag".*string.*0/),
    refuses('an array for a tag', { name, tag: [] }, /"tag".*string.*array/),
  ],
  'Body of a create': [
    takes(
      'JSON with white space around it and escapes in it',
      post(' \r\n\t{ "n\\u0061me" : "{name}" }\n'),
    ),
    refuses('an empty body', '', /empty/),
    refuses('white space for a body', ' \n', /JSON/),
    refuses('text that is not JSON', 'name={name}', /JSON/),
    refuses('JSON that breaks off', '{"name":"{name}"', /JSON/),
    refuses('bytes that are not UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x7d), /UTF-8/),
    refuses('an array', [{ name }], /array/),
    refuses('null', null, /object.*null/),
    refuses('a string', '"{name}"', /object.*"/),
    takesType('APPLICATION/Json'),
    takesType('application/json; charset=utf-8'),
    refusesType(null),
    refusesType('text/plain'),
    refusesType('application/x-www-form-urlencoded'),
    refusesType('application/json-patch+json'),
    serviceCase(
      'refuses a body in a content coding, and names it',
      { ...newPet, headers: { 'Content-Encoding': 'gzip' } },
      refused(415, /\bgzip\b/),
    ),
  ],
  Capacity: [
    serviceCase('creates the last pet that there is room for', newPet, created('Rex'), withRoom),
    serviceCase(
      'refuses a pet with 507 when the catalog is full',
      newPet,
      refused(507, /full.*4 pets/),
      { ...withRoom, before: 1 },
    ),
  ],
  'Order of the checks': [
    serviceCase(
      'says what is wrong with a request before it says that the catalog is full',
      create({ tag: name }),
      refused(400, /"name"/),
      { ...withRoom, before: 1 },
    ),
    serviceCase(
      'looks at the name before the tag and the id',
      create({ name: 1, tag: [name], id: 3 }),
      refused(400, /"name"/),
    ),
  ],
  Paths: [
    serviceCase('ignores a query on a create', { ...newPet, ...list('?limit=x') }, created('Rex')),
  ],
});
