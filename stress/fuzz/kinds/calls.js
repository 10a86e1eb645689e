import { asJson, head, host, key, utf8, withBody } from '../request.js';

export const ids = [
  'alba',
  'bruno',
  'a%2Fb',
  'none',
  '%',
  '%ff',
  '%61lba',
  'a\\b',
  'alba;x',
  "!$&'()*+,:=@~",
  '__proto__',
  '%00',
  '.',
  '..',
  '%2e%2e',
  '🐕',
  'x'.repeat(200),
];
const queries = [
  '',
  '',
  '',
  '?limit=2',
  '?limit=0',
  '?limit=',
  '?limit=-1',
  '?limit=1&limit=2',
  '?limit=%31',
  '?limit=1e3',
  '?x=1',
  '?limit=99999999999999999999',
  '?',
  '??',
  '?limit=1#x',
  '?limit=%',
  '?%6cimit=1',
];
const keys = [
  key,
  key,
  key,
  key,
  key,
  'X-API-Key: ',
  'X-API-Key:  \t',
  'x-api-key: other',
  'X-API-Key: \u00fc\u00ff',
  undefined,
];
const prefers = [
  'code=503',
  'code=404',
  'delay=1',
  'code=418, delay=2',
  'code=99',
  'code="503"',
  'delay=-1',
  'code=200',
  'respond-async',
  ';;,',
  'code=507;x=y',
  'code=400, code=401',
  'CODE=599',
  'x="a, code=503", delay=1',
  'delay=0\r\nPrefer: code=503',
  'delay=x',
];
const origins = ['https://a.example', 'https://b.example', 'http://x.example', 'null', 'x y', ''];
const types = [
  asJson,
  asJson,
  asJson,
  asJson,
  asJson,
  'content-type: APPLICATION/JSON; charset=utf-16',
  'Content-Type: text/plain',
  'Content-Type: application/jsonx',
  'Content-Type: application/json;',
  undefined,
  'Content-Type:',
];
const bodies = [
  '{"name":"Rex"}',
  '{"name":"Rex","tag":"dog"}',
  '{"name":"","tag":""}',
  '{"name":"Rex","id":"x"}',
  '{"name":"Rex","tag":null}',
  '{}',
  '[]',
  'null',
  '{"name":1}',
  '{"name":"Rex","other":{"a":[1]}}',
  '{"__proto__":{"name":"x"}}',
  '{"name":"\\ud800"}',
  '\u00ef\u00bb\u00bf{"name":"bom"}',
  '',
  '{',
  'x'.repeat(400),
  utf8('{"name":"🐕\\u0000","tag":"é"}'),
];
const paths = [
  '/v2/pets',
  '/v2/pets/',
  '/v2//pets',
  '/v2',
  '/v2/pet',
  '/V2/pets',
  '/v2/pets?',
  '/v3/pets',
  '/nothing.ico',
  '/v2/pets;x=1',
  '/%76%32/pets',
  '/v2%2Fpets',
  '/v2/./pets',
  '/v2/../v2/pets',
  '/v2/pets//alba',
  '/v2/pets/alba/x',
  '//v2/pets',
];

export const anyKey = (random) => random.pick(keys);

/**
 * A call as clients send them.
 *
 * @param {import('../random.js').Random} random
 * @returns {import('../request.js').Piece}
 */
export function anyCall(random) {
  const method = random.weigh([
    [5, 'GET'],
    [5, 'POST'],
    [1, 'HEAD'],
    [1, 'OPTIONS'],
    [1, random.pick(['PUT', 'DELETE', 'PATCH', 'QUERY', 'TRACE', 'PURGE'])],
  ]);
  const id = utf8(random.pick(ids));
  const path =
    method === 'POST' && random.chance(0.9)
      ? '/v2/pets'
      : random.weigh([
          [4, `/v2/pets/${id}`],
          [4, '/v2/pets'],
          [2, random.pick(paths)],
        ]);
  const lines = [host, anyKey(random)];
  if (random.chance(0.2)) lines.push(`Prefer: ${random.pick(prefers)}`);
  if (random.chance(0.3)) lines.push(`Origin: ${random.pick(origins)}`);
  if (method === 'OPTIONS' && random.chance(0.5)) lines.push('Access-Control-Request-Method: POST');
  if (random.chance(0.05))
    lines.push(
      random.pick([
        'Cookie: a=1',
        'TE: trailers',
        'Connection: close',
        'Connection: keep-alive',
        'Connection: close, x',
        'Connection: x',
      ]),
    );
  if (random.chance(0.05))
    lines.push(`Accept: ${random.pick(['text/html', 'msw/passthrough', '*/*;q=0', 'x'])}`);
  const version = random.chance(0.03) ? '1.0' : '1.1';
  const line = `${method} ${path}${random.pick(queries)} HTTP/${version}`;
  const given = lines.filter(Boolean);
  const kind = 'call';
  if (method === 'POST' || random.chance(0.05)) {
    const type = random.pick(types);
    return {
      kind,
      method,
      text: withBody(line, type ? [...given, type] : given, random.pick(bodies)),
    };
  }
  return { kind, method, text: head(line, given) };
}
