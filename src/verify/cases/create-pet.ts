import { create, inRow, uuid, type ContractCase, type ServiceCase } from './case.ts';

const post = { method: 'POST' } as const;
const utf8 = (...bytes: number[]) => Uint8Array.from(bytes);
/** `{"name":"xxx…"}` of exactly so many bytes. */
const ofBytes = (length: number) => `{"name":"${'x'.repeat(length - 11)}"}`;

function creates(what: string, name: string, tag?: string): ContractCase {
  return {
    name: `creates a pet with ${what}`,
    request: create({ name, ...(tag !== undefined && { tag }) }),
    expected: { status: 201, created: { name, tag: tag ?? '' } },
  };
}

function refuses(what: string, body: string | Uint8Array, error: string | RegExp): ContractCase {
  return {
    name: `refuses ${what} with 400`,
    request: { ...post, body },
    expected: { status: 400, error },
  };
}

const strings: ContractCase[] = [
  creates('a name and a tag', 'Rex', 'dog'),
  creates('the empty string for a name', ''),
  creates('the empty string for a tag', 'Rex', ''),
  creates('blanks, and keeps them', '  Rex \t\r\n', ' '),
  creates('emoji', '🐶👩‍👩‍👧', '🏳️‍🌈'),
  creates('right-to-left text', 'كلب ‏שלום', '‮rex'),
  creates('combining marks, and does not compose them', 'e\u0301 é', 'Å Å'),
  creates('U+0000 and other controls', 'a\u0000b\u0001\u001f\u007f', '\u0000'),
  creates('line separators', '\u2028\u2029', '\u0085'),
  creates('lone surrogates', '\ud800', 'x\udfffy\ud83d'),
  creates('a byte order mark', '\ufeffRex', '\ufffe'),
  creates('quotes, backslashes and markup', `"\\/'<script>alert(1)</script>`, '${x}{{y}}%00'),
  creates('words of JavaScript', '__proto__', 'constructor'),
  creates('a million characters', 'ä'.repeat(500_000), 'x'.repeat(40_000)),
  refuses('an object without a name', '{}', /"name"/),
  refuses('an object with a tag alone', '{"tag":"dog"}', /"name"/),
  refuses('a name in another letter case', '{"Name":"Rex"}', /"name"/),
  refuses('null for a name', '{"name":null}', /"name".*string.*null/),
  refuses('a number for a name', '{"name":7}', /"name".*string.*7/),
  refuses('an array for a name', '{"name":["Rex"]}', /"name".*string.*array/),
  refuses('an object for a name', '{"name":{}}', /"name".*string.*object/),
  refuses('true for a name', '{"name":true}', /"name".*string.*true/),
  refuses('null for a tag', '{"name":"Rex","tag":null}', /"tag".*string.*null/),
  refuses('a number for a tag', '{"name":"Rex","tag":0}', /"tag".*string.*0/),
  refuses('an array for a tag', '{"name":"Rex","tag":[]}', /"tag".*string.*array/),
];

const withoutTag = [creates('a name alone, and gives it the empty tag', 'Rex')];

const otherFields: ContractCase[] = [
  refuses('an id', '{"name":"Rex","id":"7"}', /"id".*service assigns/),
  refuses('null for an id', '{"name":"Rex","id":null}', /"id".*service assigns/),
  refuses('a number for an id', '{"name":"Rex","id":7}', /"id".*service assigns/),
  refuses('the empty string for an id', '{"name":"Rex","id":""}', /"id".*service assigns/),
  {
    name: 'ignores other fields: they are neither stored nor returned',
    request: create({ name: 'Rex', age: 3, ID: 'x', Name: 'y', tags: ['a'] }),
    expected: { status: 201, created: { name: 'Rex', tag: '' } },
  },
  {
    name: 'takes __proto__ and friends for fields like any other',
    request: {
      ...post,
      body: '{"__proto__":{"tag":"evil","id":"evil"},"constructor":{"prototype":{"id":"evil"}},"name":"Rex"}',
    },
    expected: { status: 201, created: { name: 'Rex', tag: '' } },
  },
];

const bodies: ContractCase[] = [
  {
    name: 'does not take a name out of __proto__',
    request: { ...post, body: '{"__proto__":{"name":"evil"}}' },
    expected: { status: 400, error: 'The request body lacks the field "name"' },
  },
  {
    name: 'takes the last of two fields of one name, as JSON.parse does',
    request: { ...post, body: '{"name":"Max","name":"Rex"}' },
    expected: { status: 201, created: { name: 'Rex', tag: '' } },
  },
  {
    name: 'takes JSON with white space around it and escapes in it',
    request: { ...post, body: ' \r\n\t{ "n\\u0061me" : "R\\u0065x" }\n' },
    expected: { status: 201, created: { name: 'Rex', tag: '' } },
  },
  refuses('an empty body', '', /empty/),
  refuses('white space for a body', ' \n', /JSON/),
  refuses('text that is not JSON', 'name=Rex', /JSON/),
  refuses('JSON that breaks off', '{"name":"Rex"', /JSON/),
  refuses('two JSON values', '{"name":"Rex"}{"name":"Max"}', /JSON/),
  refuses('JSON with a comma too many', '{"name":"Rex",}', /JSON/),
  refuses('JSON in single quotes', `{'name':'Rex'}`, /JSON/),
  refuses('NaN, which is not JSON', '{"name":NaN}', /JSON/),
  refuses('bytes that are not UTF-8', utf8(0x7b, 0x22, 0xff, 0x22, 0x7d), /UTF-8/),
  refuses('an overlong UTF-8 form', utf8(0x22, 0xc0, 0xaf, 0x22), /UTF-8/),
  refuses('a surrogate in UTF-8', utf8(0x22, 0xed, 0xa0, 0x80, 0x22), /UTF-8/),
  refuses('UTF-16', utf8(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00), /UTF-8/),
  refuses('an array', '[{"name":"Rex"}]', /array/),
  refuses('an empty array', '[]', /array/),
  refuses('null', 'null', /object.*null/),
  refuses('a string', '"Rex"', /object.*"Rex"/),
  refuses('a number', '7', /object.*7/),
  refuses('true', 'true', /object.*true/),
  refuses('nesting of a hundred thousand arrays', '['.repeat(1e5) + ']'.repeat(1e5), /./),
];

const newIds: ContractCase[] = [
  {
    name: 'gives each new pet an id that no other has',
    before: [create({ name: 'Rex' }), create({ name: 'Rex' }), create({ name: 'Rex' })],
    request: create({ name: 'Rex' }),
    expected: { status: 201, created: { name: 'Rex', tag: '' } },
  },
];

const successes: ContractCase[] = [
  {
    name: 'names the path of the new pet in Location',
    request: create({ name: 'Rex' }),
    expected: {
      status: 201,
      created: { name: 'Rex', tag: '' },
      headers: { location: new RegExp(`^/v2/pets/${uuid.source.slice(1)}`) },
    },
  },
  {
    name: 'names the path of the new pet without the trailing slash of the request',
    request: { ...create({ name: 'Rex' }), path: '/v2/pets/' },
    expected: {
      status: 201,
      created: { name: 'Rex', tag: '' },
      headers: { location: new RegExp(`^/v2/pets/${uuid.source.slice(1)}`) },
    },
  },
];

const withQuery: ContractCase[] = [
  {
    name: 'ignores a query on a create',
    request: { ...create({ name: 'Rex' }), path: '/v2/pets?limit=x' },
    expected: { status: 201, created: { name: 'Rex', tag: '' } },
  },
];

function typed(type: string | null, takes: boolean): ContractCase {
  return {
    name: `${takes ? 'takes' : 'refuses with 415'} ${type === null ? 'no content type' : `the content type ${type || '""'}`}`,
    // Bytes, so that no client adds a content type by itself.
    request: {
      ...post,
      headers: { 'Content-Type': type },
      body: new TextEncoder().encode('{"name":"Rex"}'),
    },
    expected: takes
      ? { status: 201, created: { name: 'Rex', tag: '' } }
      : { status: 415, error: /Content-Type.*application\/json/ },
  };
}

const types: ContractCase[] = [
  typed('application/json', true),
  typed('APPLICATION/Json', true),
  typed('application/json; charset=utf-8', true),
  typed('application/json;charset="UTF-8"; q=1', true),
  typed('application/json ; x', true),
  typed(null, false),
  typed('text/plain', false),
  typed('text/json', false),
  typed('application/x-www-form-urlencoded', false),
  typed('application/jsonp', false),
  typed('application/json-patch+json', false),
  typed('application/vnd.pets+json', false),
  typed('xapplication/json', false),
  typed('application/json, text/plain', false),
  typed('application/json/x', false),
];

const sizes: ContractCase[] = [
  {
    name: 'takes a body of exactly 1 MiB',
    request: { ...post, body: ofBytes(1_048_576) },
    expected: { status: 201, created: { name: 'x'.repeat(1_048_565), tag: '' } },
  },
  {
    name: 'refuses a body of one byte more than 1 MiB with 413',
    request: { ...post, body: ofBytes(1_048_577) },
    expected: { status: 413, error: /1048576 bytes/ },
  },
  {
    name: 'takes a body of as many bytes as it is configured to',
    options: { maxBodyBytes: 40 },
    request: { ...post, body: ofBytes(40) },
    expected: { status: 201, created: { name: 'x'.repeat(29), tag: '' } },
  },
  {
    name: 'refuses a body of more bytes than it is configured to',
    options: { maxBodyBytes: 40 },
    request: { ...post, body: ofBytes(41) },
    expected: { status: 413, error: /40 bytes/ },
  },
  {
    name: 'counts bytes and not characters',
    options: { maxBodyBytes: 40 },
    request: create({ name: 'ä'.repeat(15) }),
    expected: { status: 413, error: /40 bytes/ },
  },
];

const codings: ContractCase[] = [
  {
    name: 'refuses a body in a content coding, and names it',
    request: { ...create({ name: 'Rex' }), headers: { 'Content-Encoding': 'gzip' } },
    expected: { status: 415, error: /\bgzip\b/ },
  },
  {
    name: 'refuses a body in a content coding that nobody knows',
    request: { ...create({ name: 'Rex' }), headers: { 'Content-Encoding': 'x-mine, br' } },
    expected: { status: 415, error: /x-mine, br/ },
  },
  {
    name: 'takes a body in the content coding identity',
    request: { ...create({ name: 'Rex' }), headers: { 'Content-Encoding': 'Identity' } },
    expected: { status: 201, created: { name: 'Rex', tag: '' } },
  },
];

const full = { options: { maxPets: 4 }, before: [create({ name: 'Dora' })] };
const capacity: ContractCase[] = [
  {
    name: 'creates the last pet that the catalog has room for',
    options: { maxPets: 4 },
    request: create({ name: 'Dora' }),
    expected: { status: 201, created: { name: 'Dora', tag: '' } },
  },
  {
    name: 'refuses a pet with 507 when the catalog is full',
    ...full,
    request: create({ name: 'Emil' }),
    expected: { status: 507, error: /full.*4 pets/ },
  },
  {
    name: 'still lists and gets pets when the catalog is full',
    ...full,
    request: { path: '/v2/pets/cleo' },
    expected: { status: 200, json: { name: 'Cleo', tag: 'dog', id: 'cleo' } },
  },
];

const whenFull: ContractCase[] = [
  {
    name: 'says what is wrong with a request before it says that the catalog is full',
    ...full,
    request: create({ tag: 'dog' }),
    expected: { status: 400, error: /"name"/ },
  },
];

export const createPetCases: readonly ServiceCase[] = [
  ...inRow('Success statuses', successes),
  ...inRow('A pet without a tag', withoutTag),
  ...inRow('The form of id', newIds),
  ...inRow('id in a create', otherFields),
  ...inRow('name and tag', strings),
  ...inRow('Body of a create', [...bodies, ...types, ...codings, ...sizes]),
  ...inRow('Capacity', capacity),
  ...inRow('Order of the checks', whenFull),
  ...inRow('Paths', withQuery),
];
