import type { CaseRequest, ContractCase, Expected, Given } from './case.ts';
import { alba, byRow, create, get, key, list, noKey, ok, post, refused, sentence } from './case.ts';

const pets = 'GET, HEAD, OPTIONS, POST';
const pet = 'GET, HEAD, OPTIONS';
const rex = create({ name: 'Rex' });

const notAllowed = (method: string, allow: string): Expected => ({
  ...refused(405, new RegExp(method)),
  headers: { allow },
});

const refuses = (methods: readonly string[], path: string, allow: string) =>
  methods.map((method) => {
    const request = { method, path, headers: { 'Content-Type': null } };
    return sentence(`does not allow ${method} on ${path}`, request, notAllowed(method, allow));
  });

function optionsOn(path: string, allow: string): ContractCase[] {
  const request = { method: 'OPTIONS', path };
  const expected: Expected = { status: 204, empty: true, headers: { allow } };
  const given = { options: { apiKeys: ['another'] } };
  return [
    sentence(`answers OPTIONS on ${path} with what it allows`, request, expected),
    sentence(`needs no key for OPTIONS on ${path}`, { ...request, ...noKey }, expected, given),
  ];
}

/** As `GET` is answered. */
function head(what: string, request: CaseRequest, status: number, headers: Expected['headers']) {
  const name = `answers HEAD ${what} as GET, without the body`;
  return sentence(name, { method: 'HEAD', ...request }, { status, empty: true, headers: headers! });
}

/** As an error is written. */
const saysIt = (what: string, request: CaseRequest, status: number) =>
  sentence(`says that ${what} with a message in "error" alone`, request, refused(status, /./));

const lengthOf = (json: unknown) => ({ 'content-length': String(JSON.stringify(json).length) });

const noStore = { 'cache-control': 'no-store' };
const keptByNobody = (what: string, request: CaseRequest, status: number) =>
  sentence(`lets nobody keep ${what}`, request, { status, headers: noStore });

const challenge = { 'www-authenticate': 'ApiKey' };
const missing: Expected = { ...refused(401, /X-API-Key is missing/), headers: challenge };
const invalid: Expected = { ...refused(401, /X-API-Key is not valid/), headers: challenge };
const apiKeys = ['first-key', 'second-key'];
const withList: Given = { options: { apiKeys } };

const withKey = (given: string | null, request: CaseRequest = {}): CaseRequest => ({
  ...request,
  headers: { ...request.headers, 'X-API-Key': given },
});

function needsKey(what: string, request: CaseRequest): ContractCase[] {
  const refusesIt = (how: string, given: string | null, expected: Expected, options = {}) =>
    sentence(`refuses ${what} ${how}`, withKey(given, request), expected, options);
  return [
    refusesIt('without a key with 401', null, missing),
    refusesIt('with an empty key with 401', '', missing),
    refusesIt('with white space for a key with 401', ' \t ', missing),
    refusesIt('with a key that is not one of the list with 401', key, invalid, withList),
    refusesIt('without a key with 401 where there is a list', null, missing, withList),
  ];
}

const takesKey = (what: string, given: string, options = withList) =>
  sentence(`takes ${what}`, withKey(given, get('alba')), ok(alba), options);

const asksForKeyBefore = (what: string, request: CaseRequest, given?: Given) =>
  sentence(`asks for a key before it ${what}`, withKey(null, request), missing, given);

const asText = { headers: { 'Content-Type': 'text/plain' } };
const unsupported = refused(415, /Content-Type/);
const tooLarge = refused(413, /4 bytes/);
const nameless = refused(400, /"name"/);
const atMost4 = { options: { maxBodyBytes: 4 } };

const looksAt = (order: string, request: CaseRequest, expected: Expected, given?: Given) =>
  sentence(`looks at ${order}`, request, expected, given);

export const methodAndKeyCases = byRow({
  limit: [head('with a bad limit', list('?limit=x'), 400, { 'content-length': /^\d+$/ })],
  'Missing or wrong key': [
    ...needsKey('a create', rex),
    ...needsKey('a get', get('alba')),
    ...needsKey('a list', {}),
    ...apiKeys.map((one) => takesKey(`the key ${one}, which is one of the list`, one)),
    ...['FIRST-KEY', 'first-key2', 'first', 'first-key, second-key', 'toString'].map((one) => {
      const name = `does not take the key ${one}, which is not one of the list`;
      return sentence(name, withKey(one), invalid, withList);
    }),
    takesKey('a key with white space around it, as HTTP does', '  first-key\t'),
    takesKey('any key that is not empty where there is no list', '0', {}),
    sentence(
      'takes the name of the header in any letter case',
      { ...get('alba'), headers: { 'X-API-Key': null, 'x-aPi-KEY': 'k' } },
      ok(alba),
    ),
    sentence(
      'does not take a key from another header',
      { headers: { 'X-API-Key': null, Authorization: 'ApiKey k', 'Api-Key': 'k' } },
      missing,
    ),
    sentence(
      'does not take a key from the query',
      withKey(null, list('?X-API-Key=k&api_key=k')),
      missing,
    ),
    sentence(
      'never says which key was wrong',
      withKey('my-secret'),
      refused(401, /^(?!.*my-secret)(?!.*first-key)/),
      withList,
    ),
  ],
  'Other errors': [
    ...refuses(['PUT', 'PATCH', 'DELETE', 'QUERY', 'PROPFIND'], '/v2/pets', pets),
    ...refuses(['POST', 'PUT', 'PATCH', 'DELETE', 'QUERY'], '/v2/pets/alba', pet),
    ...refuses(['DELETE'], '/v2/pets/', pets),
    ...refuses(['DELETE'], '/v2/pets/nobody', pet),
    ...refuses(['DELETE'], '/v2/pets/%zz', pet),
    sentence(
      'does not read the body of a method that is not allowed',
      { method: 'PUT', body: '{"name":"Rex"}' },
      notAllowed('PUT', pets),
    ),
    // One of each operation that a service has to refuse, for the form of an error.
    saysIt('a pet is not there', get('nobody'), 404),
    saysIt('a body is not JSON', post('{"name"'), 400),
  ],
  'Order of the checks': [
    sentence(
      'says that a method is not allowed before it asks for a key',
      { method: 'DELETE', ...get('nobody'), ...noKey },
      notAllowed('DELETE', pet),
    ),
    asksForKeyBefore('looks at the limit', list('?limit=x')),
    asksForKeyBefore('looks at the pet id', get('%zz')),
    asksForKeyBefore('says that a pet is not there', get('nobody')),
    asksForKeyBefore('looks at the content type', { ...post('x'), ...asText }),
    asksForKeyBefore('looks at the size', rex, atMost4),
    asksForKeyBefore('looks at the body', post('{')),
    looksAt('the content type before the size', { ...rex, ...asText }, unsupported, atMost4),
    looksAt('the size before the syntax', post('{"name'), tooLarge, atMost4),
    looksAt('the size before the encoding', post(new Uint8Array(5).fill(0xff)), tooLarge, atMost4),
    looksAt('the name before the tag and the id', create({ name: 1, tag: 2, id: 3 }), nameless),
  ],
  'HEAD and OPTIONS': [
    ...optionsOn('/v2/pets', pets),
    ...optionsOn('/v2/pets/alba', pet),
    head('of a list', list('?limit=1'), 200, lengthOf([alba])),
    head('of a pet', get('alba'), 200, lengthOf(alba)),
    head('of an unknown pet', get('nobody'), 404, { 'content-length': '25' }),
    head('without a key', noKey, 401, challenge),
  ],
  Caching: [
    keptByNobody('a list', {}, 200),
    keptByNobody('a pet', get('alba'), 200),
    keptByNobody('a pet that is not there', get('nobody'), 404),
    keptByNobody('a new pet', rex, 201),
  ],
});
