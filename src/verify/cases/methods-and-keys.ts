import {
  alba,
  create,
  inRow,
  type CaseRequest,
  type ContractCase,
  type Expected,
  type ServiceCase,
} from './case.ts';

const pets = 'GET, HEAD, OPTIONS, POST';
const pet = 'GET, HEAD, OPTIONS';

function notAllowed(method: string, path: string, allow: string): ContractCase {
  return {
    name: `does not allow ${method} on ${path}`,
    request: { method, path, headers: { 'Content-Type': null } },
    expected: { status: 405, error: new RegExp(method), headers: { allow } },
  };
}

const otherMethods: ContractCase[] = [
  ...['PUT', 'PATCH', 'DELETE', 'QUERY', 'PROPFIND'].map((method) =>
    notAllowed(method, '/v2/pets', pets),
  ),
  ...['POST', 'PUT', 'PATCH', 'DELETE', 'QUERY'].map((method) =>
    notAllowed(method, '/v2/pets/alba', pet),
  ),
  notAllowed('DELETE', '/v2/pets/', pets),
  notAllowed('DELETE', '/v2/pets/nobody', pet),
  notAllowed('DELETE', '/v2/pets/%zz', pet),
  {
    name: 'does not read the body of a method that is not allowed',
    request: { method: 'PUT', body: '{"name":"Rex"}' },
    expected: { status: 405, error: /PUT/, headers: { allow: pets } },
  },
];

/** One of each operation that a service has to refuse, for the form of an error. */
const errors: ContractCase[] = [
  {
    name: 'says that a pet is not there with a message in "error" alone',
    request: { path: '/v2/pets/nobody' },
    expected: { status: 404, error: /./ },
  },
  {
    name: 'says that a body is not JSON with a message in "error" alone',
    request: { method: 'POST', body: '{"name"' },
    expected: { status: 400, error: /./ },
  },
];

const headAndOptions: ContractCase[] = [
  ...['/v2/pets', '/v2/pets/alba'].flatMap((path): ContractCase[] => [
    {
      name: `answers OPTIONS on ${path} with what it allows`,
      request: { method: 'OPTIONS', path },
      expected: {
        status: 204,
        empty: true,
        headers: { allow: path === '/v2/pets' ? pets : pet },
      },
    },
    {
      name: `needs no key for OPTIONS on ${path}`,
      options: { apiKeys: ['another'] },
      request: { method: 'OPTIONS', path, headers: { 'X-API-Key': null } },
      expected: {
        status: 204,
        empty: true,
        headers: { allow: path === '/v2/pets' ? pets : pet },
      },
    },
  ]),
  {
    name: 'answers HEAD of a list as GET, without the body',
    request: { method: 'HEAD', path: '/v2/pets?limit=1' },
    expected: {
      status: 200,
      empty: true,
      headers: { 'content-length': String(JSON.stringify([alba]).length) },
    },
  },
  {
    name: 'answers HEAD of a pet as GET, without the body',
    request: { method: 'HEAD', path: '/v2/pets/alba' },
    expected: {
      status: 200,
      empty: true,
      headers: { 'content-length': String(JSON.stringify(alba).length) },
    },
  },
  {
    name: 'answers HEAD of an unknown pet as GET, without the body',
    request: { method: 'HEAD', path: '/v2/pets/nobody' },
    expected: { status: 404, empty: true, headers: { 'content-length': '25' } },
  },
  {
    name: 'answers HEAD without a key as GET, without the body',
    request: { method: 'HEAD', headers: { 'X-API-Key': null } },
    expected: { status: 401, empty: true, headers: { 'www-authenticate': 'ApiKey' } },
  },
];

const headWithBadLimit: ContractCase[] = [
  {
    name: 'answers HEAD with a bad limit as GET, without the body',
    request: { method: 'HEAD', path: '/v2/pets?limit=x' },
    expected: { status: 400, empty: true, headers: { 'content-length': /^\d+$/ } },
  },
];

const caching: ContractCase[] = [
  ['a list', {}, 200],
  ['a pet', { path: '/v2/pets/alba' }, 200],
  ['a pet that is not there', { path: '/v2/pets/nobody' }, 404],
  ['a new pet', create({ name: 'Rex' }), 201],
].map(([what, request, status]) => ({
  name: `lets nobody keep ${what}`,
  request: request as CaseRequest,
  expected: { status: status as number, headers: { 'cache-control': 'no-store' } },
}));

const missing: Expected = {
  status: 401,
  error: /X-API-Key is missing/,
  headers: { 'www-authenticate': 'ApiKey' },
};
const invalid: Expected = {
  status: 401,
  error: /X-API-Key is not valid/,
  headers: { 'www-authenticate': 'ApiKey' },
};
const apiKeys = ['first-key', 'second-key'];
const operations: [string, CaseRequest][] = [
  ['a create', create({ name: 'Rex' })],
  ['a get', { path: '/v2/pets/alba' }],
  ['a list', {}],
];

const keys: ContractCase[] = [
  ...operations.flatMap(([what, request]): ContractCase[] => [
    {
      name: `refuses ${what} without a key with 401`,
      request: { ...request, headers: { 'X-API-Key': null } },
      expected: missing,
    },
    {
      name: `refuses ${what} with an empty key with 401`,
      request: { ...request, headers: { 'X-API-Key': '' } },
      expected: missing,
    },
    {
      name: `refuses ${what} with white space for a key with 401`,
      request: { ...request, headers: { 'X-API-Key': ' \t ' } },
      expected: missing,
    },
    {
      name: `refuses ${what} with a key that is not one of the list with 401`,
      options: { apiKeys },
      request,
      expected: invalid,
    },
    {
      name: `refuses ${what} without a key with 401 where there is a list`,
      options: { apiKeys },
      request: { ...request, headers: { 'X-API-Key': null } },
      expected: missing,
    },
  ]),
  ...apiKeys.map((key): ContractCase => ({
    name: `takes the key ${key}, which is one of the list`,
    options: { apiKeys },
    request: { path: '/v2/pets/alba', headers: { 'X-API-Key': key } },
    expected: { status: 200, json: alba },
  })),
  ...['FIRST-KEY', 'first-key2', 'first', 'first-key, second-key', 'toString'].map(
    (key): ContractCase => ({
      name: `does not take the key ${key}, which is not one of the list`,
      options: { apiKeys },
      request: { headers: { 'X-API-Key': key } },
      expected: invalid,
    }),
  ),
  {
    name: 'takes a key with white space around it, as HTTP does',
    options: { apiKeys },
    request: { path: '/v2/pets/alba', headers: { 'X-API-Key': '  first-key\t' } },
    expected: { status: 200, json: alba },
  },
  {
    name: 'takes any key that is not empty where there is no list',
    request: { path: '/v2/pets/alba', headers: { 'X-API-Key': '0' } },
    expected: { status: 200, json: alba },
  },
  {
    name: 'takes the name of the header in any letter case',
    request: { path: '/v2/pets/alba', headers: { 'X-API-Key': null, 'x-aPi-KEY': 'k' } },
    expected: { status: 200, json: alba },
  },
  {
    name: 'does not take a key from another header',
    request: { headers: { 'X-API-Key': null, Authorization: 'ApiKey k', 'Api-Key': 'k' } },
    expected: missing,
  },
  {
    name: 'does not take a key from the query',
    request: { path: '/v2/pets?X-API-Key=k&api_key=k', headers: { 'X-API-Key': null } },
    expected: missing,
  },
  {
    name: 'never says which key was wrong',
    options: { apiKeys },
    request: { headers: { 'X-API-Key': 'my-secret' } },
    expected: { status: 401, error: /^(?!.*my-secret)(?!.*first-key)/ },
  },
];

const noKey = { 'X-API-Key': null };
const order: ContractCase[] = [
  {
    name: 'says that a method is not allowed before it asks for a key',
    request: { method: 'DELETE', path: '/v2/pets/nobody', headers: noKey },
    expected: { status: 405, error: /DELETE/, headers: { allow: pet } },
  },
  {
    name: 'asks for a key before it looks at the limit',
    request: { path: '/v2/pets?limit=x', headers: noKey },
    expected: missing,
  },
  {
    name: 'asks for a key before it looks at the pet id',
    request: { path: '/v2/pets/%zz', headers: noKey },
    expected: missing,
  },
  {
    name: 'asks for a key before it says that a pet is not there',
    request: { path: '/v2/pets/nobody', headers: noKey },
    expected: missing,
  },
  {
    name: 'asks for a key before it looks at the content type',
    request: { method: 'POST', body: 'x', headers: { ...noKey, 'Content-Type': 'text/plain' } },
    expected: missing,
  },
  {
    name: 'asks for a key before it looks at the size',
    options: { maxBodyBytes: 4 },
    request: { ...create({ name: 'Rex' }), headers: noKey },
    expected: missing,
  },
  {
    name: 'asks for a key before it looks at the body',
    request: { method: 'POST', body: '{', headers: noKey },
    expected: missing,
  },
  {
    name: 'looks at the content type before the size',
    options: { maxBodyBytes: 4 },
    request: { ...create({ name: 'Rex' }), headers: { 'Content-Type': 'text/plain' } },
    expected: { status: 415, error: /Content-Type/ },
  },
  {
    name: 'looks at the size before the syntax',
    options: { maxBodyBytes: 4 },
    request: { method: 'POST', body: '{"name' },
    expected: { status: 413, error: /4 bytes/ },
  },
  {
    name: 'looks at the size before the encoding',
    options: { maxBodyBytes: 4 },
    request: { method: 'POST', body: new Uint8Array(5).fill(0xff) },
    expected: { status: 413, error: /4 bytes/ },
  },
  {
    name: 'looks at the name before the tag and the id',
    request: create({ name: 1, tag: 2, id: 3 }),
    expected: { status: 400, error: /"name"/ },
  },
];

export const methodAndKeyCases: readonly ServiceCase[] = [
  ...inRow('limit', headWithBadLimit),
  ...inRow('Missing or wrong key', keys),
  ...inRow('Other errors', [...otherMethods, ...errors]),
  ...inRow('Order of the checks', order),
  ...inRow('HEAD and OPTIONS', headAndOptions),
  ...inRow('Caching', caching),
];
