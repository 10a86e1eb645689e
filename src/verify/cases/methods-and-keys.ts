import type { CaseParts, CaseRequest, Expected, Needs, Provided } from './case.ts';
import {
  alba,
  byRow,
  create,
  get,
  getPet,
  list,
  noKey,
  ok,
  post,
  refused,
  serviceCase,
  wrongKey,
} from './case.ts';

type BuildRequest = (has: Provided) => CaseRequest;

/** Answers a request in the same way on each service. */
const answers = (name: string, needs: Needs, request: BuildRequest, expected: Expected) =>
  serviceCase(name, needs, (has): CaseParts => ({ request: request(has), expected }));

const onPets = 'GET, HEAD, OPTIONS, POST';
const onPet = 'GET, HEAD, OPTIONS';
const firstPet: BuildRequest = ({ pets }) => getPet(pets[0]!);
const unknownPet: BuildRequest = ({ unknownId }) => get(unknownId);
const newPet: BuildRequest = ({ newName: name }) => create({ name });
const write: Needs = { write: true };
const onePet: Needs = { pets: 1 };

const notAllowed = (method: string, allow: string): Expected => ({
  ...refused(405, new RegExp(method)),
  headers: { allow },
});

const refusesOnPet = (method: string) =>
  answers(
    `does not allow ${method} on a pet`,
    { ownPet: true, write: true },
    ({ ownPet }) => ({ ...getPet(ownPet), method, headers: { 'Content-Type': null } }),
    notAllowed(method, onPet),
  );

const challenge = { 'www-authenticate': 'ApiKey' };
const missing: Expected = { ...refused(401, /X-API-Key is missing/), headers: challenge };
const invalid: Expected = { ...refused(401, /X-API-Key is not valid/), headers: challenge };

const withKey = (request: CaseRequest, given: string | null): CaseRequest => ({
  ...request,
  headers: { ...request.headers, 'X-API-Key': given },
});

const needsKey = (what: string, needs: Needs, request: BuildRequest) =>
  answers(
    `refuses ${what} without a key with 401`,
    needs,
    (has) => withKey(request(has), null),
    missing,
  );

const refusesKey = (what: string, needs: Needs, request: BuildRequest, expected = invalid) =>
  answers(
    `refuses ${what} with a key that it does not know`,
    { ...needs, keyList: true },
    (has) => withKey(request(has), wrongKey),
    expected,
  );

const asksForKeyBefore = (what: string, request: BuildRequest, needs: Needs = {}) =>
  answers(`asks for a key before it ${what}`, needs, (has) => withKey(request(has), null), missing);

/** Answers `HEAD` as `GET` is answered. */
const head = (
  what: string,
  needs: Needs,
  request: BuildRequest,
  status: number,
  headers: NonNullable<Expected['headers']>,
) =>
  answers(
    `answers HEAD ${what} as GET, without the body`,
    needs,
    (has) => ({ ...request(has), method: 'HEAD' }),
    { status, empty: true, headers },
  );

const optionsOn = (what: string, needs: Needs, request: BuildRequest, allow: string) => {
  const expected: Expected = { status: 204, empty: true, headers: { allow } };
  const withOptions: BuildRequest = (has) => ({ ...request(has), method: 'OPTIONS' });
  return [
    answers(`answers OPTIONS on ${what} with what it allows`, needs, withOptions, expected),
    answers(
      `needs no key for OPTIONS on ${what}`,
      needs,
      (has) => withKey(withOptions(has), null),
      expected,
    ),
  ];
};

const saysIt = (what: string, needs: Needs, request: BuildRequest, status: number) =>
  answers(
    `says that ${what} with a message in "error" alone`,
    needs,
    request,
    refused(status, /./),
  );

const lengthOf = (json: unknown) => ({ 'content-length': String(JSON.stringify(json).length) });

const forbidsCaching = (what: string, needs: Needs, request: BuildRequest, status: number) =>
  answers(`forbids caches to keep ${what}`, needs, request, {
    status,
    headers: { 'cache-control': 'no-store' },
  });

export const methodAndKeyCases = byRow({
  limit: [head('with a bad limit', {}, () => list('?limit=x'), 400, { 'content-length': /^\d+$/ })],
  'Missing or wrong key': [
    needsKey('a list', {}, () => ({})),
    needsKey('a get', onePet, firstPet),
    needsKey('a create', write, newPet),
    answers('refuses a list with an empty key with 401', {}, () => withKey({}, ''), missing),
    refusesKey('a list', {}, () => ({})),
    refusesKey('a get', onePet, firstPet),
    refusesKey('a create', write, newPet),
    serviceCase('takes a key that it knows', { ...onePet, keyList: true }, (has) => ({
      request: withKey(firstPet(has), has.key),
      expected: ok(has.pets[0]),
    })),
    serviceCase('takes the name of the header in any letter case', onePet, (has) => ({
      request: { ...firstPet(has), headers: { 'X-API-Key': null, 'x-aPi-KEY': has.key } },
      expected: ok(has.pets[0]),
    })),
    answers(
      'does not take a key from another header',
      {},
      ({ key }) => ({ headers: { 'X-API-Key': null, 'Api-Key': key } }),
      missing,
    ),
    answers(
      'does not take a key from the query',
      {},
      () => withKey(list('?X-API-Key=k&api_key=k'), null),
      missing,
    ),
  ],
  'Other errors': [
    ...['POST', 'PUT', 'PATCH', 'DELETE'].map(refusesOnPet),
    answers(
      'does not allow DELETE on a pet that is not there',
      write,
      (has) => ({ ...unknownPet(has), method: 'DELETE' }),
      notAllowed('DELETE', onPet),
    ),
    saysIt('a pet is not there', {}, unknownPet, 404),
    saysIt('a key is missing', {}, () => noKey, 401),
    saysIt('a body is not JSON', write, () => post('{"name"'), 400),
    saysIt('a name is missing', write, ({ newName: tag }) => create({ tag }), 400),
  ],
  'Order of the checks': [
    answers(
      'says that a method is not allowed before it asks for a key',
      write,
      (has) => ({ ...unknownPet(has), ...noKey, method: 'DELETE' }),
      notAllowed('DELETE', onPet),
    ),
    asksForKeyBefore('looks at the limit', () => list('?limit=x')),
    asksForKeyBefore('looks at the pet id', () => get('%zz')),
    asksForKeyBefore('says that a pet is not there', unknownPet),
    asksForKeyBefore('looks at the body', () => post('{'), write),
    asksForKeyBefore(
      'looks at the content type',
      () => ({ ...post('x'), headers: { 'Content-Type': 'text/plain' } }),
      write,
    ),
  ],
  'HEAD and OPTIONS': [
    ...optionsOn('/pets', {}, () => ({}), onPets),
    ...optionsOn('a pet', onePet, firstPet, onPet),
    head('of a list', { pets: 2 }, () => list('?limit=1'), 200, lengthOf([alba])),
    head('of a pet', onePet, firstPet, 200, lengthOf(alba)),
    head('of an unknown pet', {}, unknownPet, 404, { 'content-length': '25' }),
    head('without a key', {}, () => noKey, 401, challenge),
  ],
  Caching: [
    forbidsCaching('a list', {}, () => ({}), 200),
    forbidsCaching('a pet', onePet, firstPet, 200),
    forbidsCaching('a pet that is not there', {}, unknownPet, 404),
    forbidsCaching('a new pet', write, newPet, 201),
  ],
});
