import * as fc from 'fast-check';
import type { WireRequest } from './lanes.ts';

const pick = <T>(...values: T[]) => fc.constantFrom(...values);
const segment = fc.oneof(
  pick(
    'alba',
    'bruno',
    'nobody',
    '__proto__',
    '%61lba',
    '%zz',
    '%2F',
    '..',
    '%2e%2E',
    '.',
    'a b',
    'a\\b',
    'a"b',
    'é',
    'alba;x',
    'alba#x',
    '',
  ),
  fc.string({ maxLength: 8, unit: fc.constantFrom(..."abz09-._~%!$&'()*+,;=:@<>[]{}|^`") }),
);
const path = fc.oneof(
  { weight: 4, arbitrary: pick('/v2/pets', '/v2/pets/') },
  { weight: 6, arbitrary: segment.map((id) => `/v2/pets/${id}`) },
  { weight: 1, arbitrary: segment.map((id) => `/v2/pets/${id}/`) },
  { weight: 1, arbitrary: segment.map((id) => `/v2/./pets/${id}`) },
  {
    weight: 1,
    arbitrary: pick(
      '/',
      '/v2',
      '/V2/pets',
      '/v2//pets',
      '//host/v2/pets',
      '/foo/v2/pets',
      '/v2/pets/alba/x',
      'http://other.example/v2/pets',
      '*',
    ),
  },
);
const query = fc.oneof(
  { weight: 3, arbitrary: pick('') },
  {
    weight: 5,
    arbitrary: fc
      .oneof(
        fc.nat(15).map(String),
        pick('', '-1', '1.5', '1e1', '0x1', ' 1', '+1', '%31', '00', '9'.repeat(40), 'a'),
      )
      .map((limit) => `?limit=${limit}`),
  },
  {
    weight: 1,
    arbitrary: pick(
      '?',
      '?limit',
      '?limit=1&limit=2',
      '?x=1&limit=2',
      '?Limit=1',
      '?%6Cimit=1',
      '?limit=1#y',
      '?limit=%zz',
      '?limit[]=1',
    ),
  },
);
const header = fc.oneof(
  fc.tuple(pick('X-API-Key', 'x-api-key'), pick('good', 'test-key-01', 'bad', '', '  ', ' good ')),
  fc.tuple(
    pick('Content-Type'),
    pick(
      'application/json',
      'APPLICATION/JSON; charset=utf-8',
      'text/plain',
      'application/jsonx',
      'application/json ;x',
      '',
    ),
  ),
  fc.tuple(pick('Host'), pick('localhost', 'b:80', 'bad host', '[::1]', 'a,b', '')),
  fc.tuple(
    pick('Prefer'),
    pick(
      'code=503',
      'CODE=599',
      'delay=0',
      'delay=2',
      'code=418, delay=1',
      'code=503,code=404',
      'code=abc',
      'code=200',
      'delay=-1',
      'respond-async, code=500',
      'code="404"; x=1',
      'x="a, code=503", delay=1',
      ',;=,',
      '',
    ),
  ),
  fc.tuple(pick('Accept'), pick('*/*', 'msw/passthrough', 'text/html')),
  fc.tuple(
    pick('Origin'),
    pick('https://a.example', 'https://b.example', 'http://x.example', 'null', ''),
  ),
  fc.tuple(pick('X-Tenant'), pick('one', 'two')),
  fc.tuple(pick('Cookie', 'Expect', 'TE'), pick('a=1', '100-continue')),
);
const body = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record(
        {
          name: fc.string({ unit: 'binary', maxLength: 12 }),
          tag: fc.string({ maxLength: 5 }),
        },
        { requiredKeys: ['name'] },
      )
      .map((one) => JSON.stringify(one)),
  },
  {
    weight: 2,
    arbitrary: pick(
      '',
      '{',
      '[]',
      'null',
      '{"name":1}',
      '{"name":"a","tag":null}',
      '{"name":"a","id":"x"}',
      '{"__proto__":{"name":"x"}}',
      '"x"',
      '{"name":"\\ud800"}',
      '\ufeff{"name":"bom"}',
      'x'.repeat(400),
    ),
  },
  { weight: 1, arbitrary: fc.json({ maxDepth: 2 }) },
);
/** Requests of all kinds, most of them for pets. */
export const anyRequest = fc
  .record({
    method: fc.oneof(
      { weight: 6, arbitrary: pick('GET', 'POST') },
      {
        weight: 1,
        arbitrary: pick('HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'get', 'QUERY'),
      },
    ),
    target: fc.tuple(path, query).map((parts) => parts.join('')),
    headers: fc.array(header, { maxLength: 4 }),
    plain: fc.boolean(),
    body,
  })
  .map(({ method, target, headers, plain, body: text }): WireRequest => {
    const hasBody = method === 'POST' || method === 'PUT';
    const usual: [string, string][] = [
      ...(headers.some(([name]) => name === 'Host')
        ? []
        : [['Host', '127.0.0.1'] as [string, string]]),
      ...(plain
        ? ([['X-API-Key', 'good'], ...(hasBody ? [['Content-Type', 'application/json']] : [])] as [
            string,
            string,
          ][])
        : []),
      ...(hasBody ? [['Content-Length', String(Buffer.byteLength(text))] as [string, string]] : []),
    ];
    return { method, target, headers: [...usual, ...headers], body: hasBody ? text : '' };
  });
