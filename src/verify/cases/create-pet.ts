import type { Expected } from './case.ts';
import { byRow, cleo, create, get, list, ok, post, refused, sentence, uuid } from './case.ts';

const utf8 = (...bytes: number[]) => Uint8Array.from(bytes);
/** `{"name":"xxx…"}` of exactly so many bytes. */
const ofBytes = (length: number) => `{"name":"${'x'.repeat(length - 11)}"}`;

const created = (name: string, tag = ''): Expected => ({ status: 201, created: { name, tag } });
const ofLength = (length: number) => created('x'.repeat(length));
const rex = create({ name: 'Rex' });
const newRex = created('Rex');
const withPath = {
  ...newRex,
  headers: { location: new RegExp(`^/v2/pets/${uuid.source.slice(1)}`) },
};

const creates = (what: string, name: string, tag?: string) =>
  sentence(`creates a pet with ${what}`, create({ name, tag }), created(name, tag));

const refuses = (what: string, body: string | Uint8Array, error: RegExp, status = 400) =>
  sentence(`refuses ${what} with ${status}`, post(body), refused(status, error));

const takes = (what: string, body: string, expected = newRex) =>
  sentence(`takes ${what}`, post(body), expected);

// Bytes, so that no client adds a content type by itself.
const bytes = new TextEncoder().encode('{"name":"Rex"}');
const badType = refused(415, /Content-Type.*application\/json/);

function typed(type: string | null, isTaken: boolean) {
  const what = type === null ? 'no content type' : `the content type ${type}`;
  const name = `${isTaken ? 'takes' : 'refuses with 415'} ${what}`;
  const request = { ...post(bytes), headers: { 'Content-Type': type } };
  return sentence(name, request, isTaken ? newRex : badType);
}

const coded = (name: string, coding: string, expected = newRex) =>
  sentence(name, { ...rex, headers: { 'Content-Encoding': coding } }, expected);

/** Where a body has at most 40 bytes. */
const sized = (name: string, body: string, expected = refused(413, /40 bytes/)) =>
  sentence(name, post(body), expected, { options: { maxBodyBytes: 40 } });

const withRoom = { options: { maxPets: 4 } };
const [dora, emil] = [create({ name: 'Dora' }), create({ name: 'Emil' })];
const full = { ...withRoom, before: [dora] };
const noRoom = refused(507, /full.*4 pets/);

export const createPetCases = byRow({
  'Success statuses': [
    sentence('names the path of the new pet in Location', rex, withPath),
    sentence(
      'names the path of the new pet without the trailing slash of the request',
      { ...rex, ...list('/') },
      withPath,
    ),
  ],
  'A pet without a tag': [creates('a name alone, and gives it the empty tag', 'Rex')],
  'The form of id': [
    sentence('gives each new pet an id that no other has', rex, newRex, {
      before: [rex, rex, rex],
    }),
  ],
  'id in a create': [
    refuses('an id', '{"name":"Rex","id":"7"}', /"id".*service assigns/),
    refuses('null for an id', '{"name":"Rex","id":null}', /"id".*service assigns/),
    refuses('a number for an id', '{"name":"Rex","id":7}', /"id".*service assigns/),
    refuses('the empty string for an id', '{"name":"Rex","id":""}', /"id".*service assigns/),
    sentence(
      'ignores other fields: they are neither stored nor returned',
      create({ name: 'Rex', age: 3, ID: 'x', Name: 'y', tags: ['a'] }),
      newRex,
    ),
    takes(
      '__proto__ and friends for fields like any other',
      '{"__proto__":{"tag":"evil","id":"evil"},"constructor":{"prototype":{"id":"evil"}},"name":"Rex"}',
    ),
  ],
  'name and tag': [
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
  ],
  'Body of a create': [
    sentence(
      'does not take a name out of __proto__',
      post('{"__proto__":{"name":"evil"}}'),
      refused(400, 'The request body lacks the field "name"'),
    ),
    takes('the last of two fields of one name, as JSON.parse does', '{"name":"Max","name":"Rex"}'),
    takes(
      'JSON with white space around it and escapes in it',
      ' \r\n\t{ "n\\u0061me" : "R\\u0065x" }\n',
    ),
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
    coded('refuses a body in a content coding, and names it', 'gzip', refused(415, /\bgzip\b/)),
    coded(
      'refuses a body in a content coding that nobody knows',
      'x-mine, br',
      refused(415, /x-mine, br/),
    ),
    coded('takes a body in the content coding identity', 'Identity'),
    takes('a body of exactly 1 MiB', ofBytes(1_048_576), ofLength(1_048_565)),
    refuses('a body of one byte more than 1 MiB', ofBytes(1_048_577), /1048576 bytes/, 413),
    sized('takes a body of as many bytes as it is configured to', ofBytes(40), ofLength(29)),
    sized('refuses a body of more bytes than it is configured to', ofBytes(41)),
    sized('counts bytes and not characters', JSON.stringify({ name: 'ä'.repeat(15) })),
  ],
  Capacity: [
    sentence('creates the last pet that the catalog has room for', dora, created('Dora'), withRoom),
    sentence('refuses a pet with 507 when the catalog is full', emil, noRoom, full),
    sentence('still lists and gets pets when the catalog is full', get('cleo'), ok(cleo), full),
  ],
  'Order of the checks': [
    sentence(
      'says what is wrong with a request before it says that the catalog is full',
      create({ tag: 'dog' }),
      refused(400, /"name"/),
      full,
    ),
  ],
  Paths: [sentence('ignores a query on a create', { ...rex, ...list('?limit=x') }, newRex)],
});
