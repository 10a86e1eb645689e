import { asJson, head, host, key, utf8, withBody } from '../request.js';

const plainIds = ['alba', 'bruno', 'none', 'a\\b', 'alba;x', "!$&'()*+,:=@~", '__proto__', '🐕'];
const escapedIds = ['a%2Fb', '%', '%ff', '%61lba', '%00', '.', '..', '%2e%2e'];
export const ids = [...plainIds, ...escapedIds, 'x'.repeat(200)];
const limits = ['2', '0', '', '-1', '1&limit=2', '%31', '1e3', '9'.repeat(20), '1#x', '%'];
const queries = [...limits.map((limit) => `?limit=${limit}`), '?x=1', '?', '??', '?%6cimit=1'];
const oddKeys = ['', ' \t', 'other', '\u00fc\u00ff'].map((value) => `x-api-key: ${value}`);
const codes = ['503', '404', '99', '"503"', '200', '507;x=y', '400, code=401', '418, delay=2'];
const preferences = ['delay=1', 'delay=-1', 'delay=x', 'delay=0\r\nPrefer: code=503', 'CODE=599'];
const noPreferences = ['respond-async', ';;,', 'x="a, code=503", delay=1'];
const prefers = [...codes.map((code) => `code=${code}`), ...preferences, ...noPreferences];
const origins = ['https://a.example', 'https://b.example', 'http://x.example', 'null', 'x y', ''];
const oddTypes = ['APPLICATION/JSON; charset=utf-16', 'text/plain', 'application/jsonx', ''];
const pets = ['{"name":"Rex"}', '{"name":"Rex","tag":"dog"}', '{"name":"","tag":""}'];
const oddPets = [
  '{"name":"Rex","id":"x"}',
  '{"name":"Rex","tag":null}',
  '{"name":"Rex","other":{"a":[1]}}',
  '{"__proto__":{"name":"x"}}',
  '{"name":"\\ud800"}',
  '\u00ef\u00bb\u00bf{"name":"bom"}',
  utf8('{"name":"🐕\\u0000","tag":"é"}'),
];
const noPets = ['{}', '[]', 'null', '{"name":1}', '', '{', 'x'.repeat(400)];
const bodies = [...pets, ...oddPets, ...noPets];
const otherPaths = ['/v2', '/v2/pet', '/V2/pets', '/v3/pets', '/nothing.ico', '/v2/pets/alba/x'];
const oddPaths = ['/v2/pets/', '/v2//pets', '/v2/pets;x=1', '/v2/pets//alba', '//v2/pets'];
const escapedPaths = ['/%76%32/pets', '/v2%2Fpets', '/v2/./pets', '/v2/../v2/pets'];
const paths = [...otherPaths, ...oddPaths, ...escapedPaths];
const connections = ['close', 'keep-alive', 'close, x', 'x'].map((one) => `Connection: ${one}`);

export const anyKey = (random) => (random.chance(0.5) ? key : random.pick([...oddKeys, undefined]));
const anyQuery = (random) => (random.chance(0.2) ? '' : random.pick(queries));
const anyType = (random) =>
  random.chance(0.5) ? asJson : `Content-Type: ${random.pick(oddTypes)}`;

/** A call as clients send them. */
export function anyCall(random) {
  const others = ['PUT', 'DELETE', 'PATCH', 'QUERY', 'TRACE', 'PURGE'];
  const method = random.weigh([
    [5, 'GET'],
    [5, 'POST'],
    [3, random.pick(['HEAD', 'OPTIONS', random.pick(others)])],
  ]);
  const isCreate = method === 'POST' && random.chance(0.9);
  const path = random.weigh([
    [isCreate ? 0 : 4, `/v2/pets/${utf8(random.pick(ids))}`],
    [4, '/v2/pets'],
    [isCreate ? 0 : 2, random.pick(paths)],
  ]);
  const lines = [host, anyKey(random)];
  if (random.chance(0.2)) lines.push(`Prefer: ${random.pick(prefers)}`);
  if (random.chance(0.3)) lines.push(`Origin: ${random.pick(origins)}`);
  if (method === 'OPTIONS' && random.chance(0.5)) lines.push('Access-Control-Request-Method: POST');
  if (random.chance(0.05)) lines.push(random.pick(['Cookie: a=1', 'TE: trailers', ...connections]));
  if (random.chance(0.05)) {
    lines.push(`Accept: ${random.pick(['text/html', 'msw/passthrough', '*/*;q=0', 'x'])}`);
  }
  const version = random.chance(0.03) ? '1.0' : '1.1';
  const line = `${method} ${path}${anyQuery(random)} HTTP/${version}`;
  const kind = 'call';
  if (method === 'POST' || random.chance(0.05)) {
    if (random.chance(0.9)) lines.push(anyType(random));
    return { kind, method, text: withBody(line, lines.filter(Boolean), random.pick(bodies)) };
  }
  return { kind, method, text: head(line, lines.filter(Boolean)) };
}
