import { createOperationTable } from '../../service/table.ts';
import type { CaseRequest, Expected, Needs } from './case.ts';
import {
  alba,
  byRow,
  create,
  get,
  list,
  noKey,
  ok,
  post,
  refused,
  serviceCase,
  wrongKey,
} from './case.ts';

const { match } = createOperationTable();
const allowAt = (path: string) => match(path, '/')!.resource.allow;
const onPets = allowAt('/pets');
const onPet = allowAt('/pets/x');
const refusedMethods = ['POST', 'PUT', 'PATCH', 'DELETE'].filter(
  (method) => !onPet.split(', ').includes(method),
);
const allPets: CaseRequest = {};
const firstPet = get('{pet}');
const unknownPet = get('{unknown}');
const newPet = create({ name: '{name}' });
const onePet: Needs = { pets: 1 };

/** A service that allows it changes nothing, as there is no such pet. */
const refusesOnPet = (method: string, name: string, more?: CaseRequest) =>
  serviceCase(
    name,
    { ...unknownPet, method, headers: { 'Content-Type': null }, ...more },
    { ...refused(405, new RegExp(method)), headers: { allow: onPet } },
  );

const challenge = { 'www-authenticate': 'ApiKey' };
const missing: Expected = { ...refused(401, /X-API-Key is missing/), headers: challenge };
const invalid: Expected = { ...refused(401, /X-API-Key is not valid/), headers: challenge };

const withKey = (request: CaseRequest, given: string | null): CaseRequest => ({
  ...request,
  headers: { ...request.headers, 'X-API-Key': given },
});

const needsKey = (name: string, request: CaseRequest, needs?: Needs) =>
  serviceCase(name, withKey(request, null), missing, needs);

const refusesKey = (what: string, request: CaseRequest, needs: Needs = {}) =>
  serviceCase(
    `refuses ${what} with a key that it does not know`,
    withKey(request, wrongKey),
    invalid,
    { ...needs, keyList: true },
  );

/** Answers `HEAD` as `GET` is answered. */
const head = (
  what: string,
  request: CaseRequest,
  status: number,
  headers: NonNullable<Expected['headers']>,
  needs?: Needs,
) =>
  serviceCase(
    `answers HEAD ${what} as GET, without the body`,
    { ...request, method: 'HEAD' },
    { status, empty: true, headers },
    needs,
  );

const optionsOn = (what: string, request: CaseRequest, allow: string, needs?: Needs) => {
  const expected: Expected = { status: 204, empty: true, headers: { allow } };
  const options = { ...request, method: 'OPTIONS' };
  const name = `answers OPTIONS on ${what} with what it allows`;
  return [
    serviceCase(name, options, expected, needs),
    serviceCase(`needs no key for OPTIONS on ${what}`, withKey(options, null), expected, needs),
  ];
};

const saysIt = (what: string, request: CaseRequest, status: number) =>
  serviceCase(
    `says that ${what} with a message in "error" and nothing else`,
    request,
    refused(status, /./),
  );

const lengthOf = (json: unknown) => ({ 'content-length': String(JSON.stringify(json).length) });

const forbidsCaching = (what: string, request: CaseRequest, status: number, needs?: Needs) =>
  serviceCase(
    `forbids caches to keep ${what}`,
    request,
    { status, headers: { 'cache-control': 'no-store' } },
    needs,
  );

export const methodAndKeyCases = byRow({
  limit: [head('with a bad limit', list('?limit=x'), 400, { 'content-length': /^\d+$/ })],
  'Missing or wrong key': [
    needsKey('refuses a list without a key with 401', allPets),
    needsKey('refuses a get without a key with 401', firstPet, onePet),
    needsKey('refuses a create without a key with 401', newPet),
    serviceCase('refuses a list with an empty key with 401', withKey(allPets, ''), missing),
    refusesKey('a list', allPets),
    refusesKey('a get', firstPet, onePet),
    refusesKey('a create', newPet),
    serviceCase('takes a key that it knows', withKey(firstPet, '{key}'), ok(alba), {
      ...onePet,
      keyList: true,
    }),
    serviceCase(
      'takes the name of the header in any letter case',
      { ...firstPet, headers: { 'X-API-Key': null, 'x-aPi-KEY': '{key}' } },
      ok(alba),
      onePet,
    ),
    serviceCase(
      'does not take a key from another header',
      { headers: { 'X-API-Key': null, 'Api-Key': '{key}' } },
      missing,
    ),
    needsKey('does not take a key from the query', list('?X-API-Key=k&api_key=k')),
  ],
  'Other errors': [
    ...refusedMethods.map((method) => refusesOnPet(method, `does not allow ${method} on a pet`)),
    saysIt('a pet is not there', unknownPet, 404),
    saysIt('a key is missing', noKey, 401),
    saysIt('a body is not JSON', post('{"name"'), 400),
    saysIt('a name is missing', create({ tag: '{name}' }), 400),
  ],
  'Order of the checks': [
    refusesOnPet(
      refusedMethods[0]!,
      'says that a method is not allowed before it asks for a key',
      noKey,
    ),
    needsKey('asks for a key before it looks at the limit', list('?limit=x')),
    needsKey('asks for a key before it looks at the pet id', get('%zz')),
    needsKey('asks for a key before it says that a pet is not there', unknownPet),
    needsKey('asks for a key before it looks at the body', post('{')),
    needsKey('asks for a key before it looks at the content type', {
      ...post('x'),
      headers: { 'Content-Type': 'text/plain' },
    }),
  ],
  'HEAD and OPTIONS': [
    ...optionsOn('/pets', allPets, onPets),
    ...optionsOn('a pet', firstPet, onPet, onePet),
    head('of a list', list('?limit=1'), 200, lengthOf([alba]), { pets: 2 }),
    head('of a pet', firstPet, 200, lengthOf(alba), onePet),
    head('of an unknown pet', unknownPet, 404, { 'content-length': '25' }),
    head('without a key', noKey, 401, challenge),
  ],
  Caching: [
    forbidsCaching('a list', allPets, 200),
    forbidsCaching('a pet', firstPet, 200, onePet),
    forbidsCaching('a pet that is not there', unknownPet, 404),
    forbidsCaching('a new pet', newPet, 201),
  ],
});
