import {
  alba,
  cleo,
  create,
  created,
  get,
  key,
  list,
  noKey,
  ok,
  post,
  refused,
  uuid,
  type CaseRequest,
  type Expected,
} from '../../src/verify/cases/case.ts';
import { sentence, type ContractCase } from '../support/contract-case.ts';

const rex = create({ name: 'Rex' });
const newRex = created('Rex');

/** Gets a pet whose id only a fixture can have. */
function getsId(what: string, segment: string, id: string): ContractCase {
  const pet = { name: 'Rex', tag: '', id };
  return sentence(`gets a pet ${what}`, get(segment), ok(pet), { options: { fixtures: [pet] } });
}

const refusesBody = (what: string, body: string | Uint8Array, error: RegExp, status = 400) =>
  sentence(`refuses ${what} with ${status}`, post(body), refused(status, error));

/** `{"name":"xxx…"}` of exactly so many bytes. */
const ofBytes = (length: number) => `{"name":"${'x'.repeat(length - 11)}"}`;
const ofLength = (length: number) => created('x'.repeat(length));
const limited = (maxBodyBytes: number) => ({ options: { maxBodyBytes } });

const bodyCases = [
  sentence('takes a body of exactly 1 MiB', post(ofBytes(1_048_576)), ofLength(1_048_565)),
  refusesBody('a body of one byte more than 1 MiB', ofBytes(1_048_577), /1048576 bytes/, 413),
  sentence(
    'takes a body of as many bytes as it is configured to',
    post(ofBytes(40)),
    ofLength(29),
    limited(40),
  ),
  sentence(
    'refuses a body of more bytes than it is configured to',
    post(ofBytes(41)),
    refused(413, /40 bytes/),
    limited(40),
  ),
  sentence(
    'counts bytes and not characters',
    post(JSON.stringify({ name: 'ä'.repeat(15) })),
    refused(413, /40 bytes/),
    limited(40),
  ),
  refusesBody('nesting of a hundred thousand arrays', '['.repeat(1e5) + ']'.repeat(1e5), /./),
  sentence('creates a pet with lone surrogates', create({ name: '\ud800' }), created('\ud800')),
];

const full = { options: { maxPets: 4 }, before: [{ name: 'Dora' }] };
const asText = { headers: { 'Content-Type': 'text/plain' } };

const orderCases = [
  sentence('still gets pets when the catalog is full', get('cleo'), ok(cleo), full),
  sentence(
    'asks for a key before it looks at the size',
    { ...rex, ...noKey },
    refused(401, /missing/),
    limited(4),
  ),
  sentence(
    'looks at the content type before the size',
    { ...rex, ...asText },
    refused(415, /Content-Type/),
    limited(4),
  ),
  sentence(
    'looks at the size before the syntax',
    post('{"name'),
    refused(413, /4 bytes/),
    limited(4),
  ),
];

const withKeys = { options: { apiKeys: ['first-key', key] } };
const withKey = (given: string): CaseRequest => ({
  ...get('alba'),
  headers: { 'X-API-Key': given },
});

const keyCases = [
  ...['FIRST-KEY', 'first', 'first-key, test-key-01', 'toString'].map((given) =>
    sentence(
      `does not take the key ${given}, which is not one of the list`,
      withKey(given),
      refused(401, /^(?!.*first).*not valid/i),
      withKeys,
    ),
  ),
  sentence('takes each key of the list', withKey('first-key'), ok(alba), withKeys),
  sentence('takes a key with white space around it', withKey('  first-key\t'), ok(alba), withKeys),
  sentence('takes any key that is not empty if there is no list', withKey('0'), ok(alba)),
];

const notAllowed = (method: string): Expected => ({
  ...refused(405, new RegExp(method)),
  headers: { allow: 'GET, HEAD, OPTIONS, POST' },
});

const methodCases = [
  ...['PUT', 'PATCH', 'DELETE'].map((method) =>
    sentence(
      `does not allow ${method} on /v2/pets`,
      { method, headers: { 'Content-Type': null } },
      notAllowed(method),
    ),
  ),
  sentence(
    'does not read the body of a method that is not allowed',
    { method: 'PUT', body: '{"name":"Rex"}' },
    notAllowed('PUT'),
  ),
];

const notOurs = (what: string, request: CaseRequest) =>
  sentence(`does not take ${what} for a path of the service`, request, 'not ours');
const elsewhere = { options: { baseUrl: '/shop/api/v2' } };

/** Cases of paths that only the mock can be asked: at other services they may be anything. */
export const mockPathCases: readonly ContractCase[] = [
  getsId('whose id needs escapes', 'a%20b%3F%23%25', 'a b?#%'),
  getsId('by an id in UTF-8', '%F0%9F%90%B6%C3%A4', '🐶ä'),
  getsId('whose id holds %2F', 'a%2Fb', 'a/b'),
  getsId('whose id holds a plus sign, which is not a blank', 'a+b', 'a+b'),
  getsId('whose id is named __proto__', '__proto__', '__proto__'),
  getsId('whose id is decoded once and not twice', '%2561', '%61'),
  getsId('whose id begins with dots', '...', '...'),
  getsId('by a long id', 'x'.repeat(4000), 'x'.repeat(4000)),
  notOurs('the path without the base', { path: '/pets' }),
  notOurs('another version', { path: '/v3/pets' }),
  notOurs('the base in another letter case', { path: '/V2/pets' }),
  notOurs('a path that only ends in the right one', { path: '/foo/v2/pets' }),
  notOurs('a path behind two slashes', { path: '//v2/pets' }),
  notOurs('two slashes before the id', { path: '/v2/pets//alba' }),
  notOurs('a path with an escape in /pets', { path: '/v2/%70ets' }),
  notOurs('a path with a malformed escape', { path: '/v2/%zz' }),
  notOurs('a DELETE of another resource', { path: '/v2/owners', method: 'DELETE' }),
  notOurs('a create below a pet', { ...rex, ...get('alba/toys') }),
  sentence(
    'lives at another base path when it is told to',
    { path: '/shop/api/v2/pets/alba' },
    ok(alba),
    elsewhere,
  ),
  sentence(
    'names the path of a new pet below another base path',
    { ...rex, path: '/shop/api/v2/pets' },
    {
      ...newRex,
      headers: { location: new RegExp(`^/shop/api/v2/pets/${uuid.source.slice(1)}`) },
    },
    elsewhere,
  ),
  sentence('does not live at /v2 when it is told to live elsewhere', list(), 'not ours', elsewhere),
  sentence(
    'names the path of a new pet without a trailing slash',
    { ...rex, ...list('/') },
    newRex,
  ),
];

/** Contract cases that need fixtures or options, or that only the mock can be asked. */
export const mockCases: readonly ContractCase[] = [
  ...bodyCases,
  ...orderCases,
  ...keyCases,
  ...methodCases,
  ...mockPathCases,
];
