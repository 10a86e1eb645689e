import { asJson, head, host, key, utf8, withBody } from '../request.js';
import { ids } from './calls.js';
import { almost } from './json.js';

const delay = (random) => random.pick([0, 1, 3, { min: 0, max: 2 }, { p50: 1, p99: 2 }]);

/** A fault that the control plane takes. */
export function anyFault(random) {
  const all = {
    operation: random.pick(['createPet', 'getPet', 'listPets']),
    match: random.pick([
      { id: 'alba' },
      { query: 'limit=2' },
      { header: { 'X-API-Key': 'k' } },
      { body: { name: 'Rex' } },
    ]),
    status: random.pick([200, 204, 205, 304, 400, 404, 413, 418, 429, 500, 503, 599]),
    error: random.pick(['broken', '', 'é\u0000']),
    headers: random.pick([
      { 'Retry-After': '1' },
      { 'X-Latin': 'caf\u00e9' },
      { 'Access-Control-Allow-Origin': 'x' },
      { 'access-control-expose-headers': 'X-Own', Vary: 'X-Own' },
      { 'Set-Cookie': 'a=1; Path=/', Location: ' spaced ' },
      { 'Preference-Applied': '', 'Cache-Control': '2' },
      { 'Content-Type': 'text/plain' },
      { Date: 'x' },
    ]),
    body: random.pick(['text', { any: [1, null] }, null, 0]),
    delay: delay(random),
    network: random.pick(['reset', 'empty', 'truncate', 'garbage', 'dribble', 'hang']),
    rate: random.pick([0, 0.5, 1]),
    times: random.pick([1, 2]),
    enabled: random.chance(0.8),
  };
  const fault = Object.fromEntries(random.some(Object.entries(all), 0.3));
  // One answer at the most, as the checks have it.
  if (fault.network !== undefined)
    for (const name of ['status', 'error', 'headers', 'body']) delete fault[name];
  else if (fault.error ?? fault.headers ?? fault.body) fault.status ??= 503;
  if (fault.network === undefined && fault.status === undefined) fault.delay ??= 1;
  return fault;
}

const rex = { name: 'Rex', id: 'rex' };
const anyPets = [rex, { name: 'Ada', tag: 'cat' }, { name: 'é', tag: '', id: '%2F' }, rex];
const pets = (random) => random.some(anyPets, 0.4);
const scenarios = ['empty', 'shelter', 'slow', 'flaky', 'down', 'full', 'none', '__proto__', ''];
const petChanges = [{ name: 'New' }, { tag: 'new' }, {}, { id: 'x' }];

function snapshot(random) {
  return {
    version: 1,
    seed: random.pick([0, 1, 20240229]),
    nextId: random.pick([0, 7, 2147483647]),
    nextFault: random.pick([0, 3, 2147483647]),
    pets: random.some([
      { ...rex, tag: '' },
      { name: 'Ada', tag: 'x', id: 'ada' },
    ]),
    faults: random.chance(0.3) ? [{ ...anyFault(random), id: 'fault-1', calls: 0, hits: 0 }] : [],
    calls: 0,
    ...(random.chance(0.2) && { delay: delay(random) }),
    ...(random.chance(0.2) && { scenario: random.pick(scenarios) }),
  };
}

function seed(random) {
  const all = {
    pets: random.pick([0, 1, 5, 40, 41, 1e6]),
    seed: random.pick([0, 1, 99]),
    fixtures: random.chance(0.8) ? pets(random) : snapshot(random),
  };
  return Object.fromEntries(random.some(Object.entries(all), 0.4));
}

/** Bodies of the control plane by their routes. */
const changes = [
  ['POST', () => '/__admin/reset'],
  ['POST', () => '/__admin/seed', seed],
  ['PUT', () => '/__admin/scenarios/current', (random) => ({ name: random.pick(scenarios) })],
  ['PUT', () => '/__admin/snapshot', snapshot],
  ['POST', () => '/__admin/pets', (random) => pets(random)[0] ?? { name: 'Rex' }],
  ['PATCH', (id) => `/__admin/pets/${id}`, (random) => random.pick(petChanges)],
  ['DELETE', (id) => `/__admin/pets/${id}`],
  ['DELETE', () => '/__admin/requests'],
  ['POST', () => '/__admin/faults', anyFault],
  ['POST', () => '/__admin/faults', anyFault],
  ['PATCH', () => '/__admin/faults/fault-1', anyFault],
  ['DELETE', () => '/__admin/faults/fault-1'],
  ['DELETE', () => '/__admin/faults'],
];
const ofRequests = ['', '/count', '/verify', '/wait', '.har'].map((to) => `requests${to}`);
const ofState = ['scenarios', 'snapshot', 'pets', 'pets/alba', 'faults', 'catalogs'];
const ofServer = ['health', 'info', 'openapi.json', 'events', 'socket', 'none', ''];
const reads = [...ofRequests, ...ofState, ...ofServer];
const filters = ['operation', 'method', 'path', 'query', 'status', 'header', 'body', 'text'];
const others = ['fault', 'count', 'timeout', 'atLeast', 'atMost', 'offset', 'search', '__proto__'];
const numbers = ['0', '1', '3', '200', '-1', '1e3', '99999999999'];
const words = ['', 'null', 'true', 'yes', 'getPet', 'GET', '/v2/pets', '.*', "'", '\u00c3\u00a9'];
const json = ['{}', '{"name":"Rex"}', '[[[[', '%5B'.repeat(100)];
const escaped = ['limit%3D2', 'X-API-Key%3Ak', 'X%3A', '%00', '%ff', '%', '(a%2B)%2B%24', '%F0%9F'];
const values = [...numbers, ...words, ...json, ...escaped];
const origins = ['https://evil.example', 'http://localhost', 'null'];
const odd = [...origins.map((origin) => `Origin: ${origin}`), 'Authorization: Bearer x'];
const noTypes = ['Content-Type: text/plain', 'Content-Type: application/json; x', 'X: y'];

export function anyControl(random) {
  const kind = 'control';
  const lines = [random.chance(0.95) ? host : 'Host: evil.example', key];
  if (random.chance(0.05)) lines.push(random.pick(odd));
  if (random.chance(0.5)) {
    const anyPart = () => `${random.pick([...filters, ...others])}=${random.pick(values)}`;
    const parts = Array.from({ length: random.below(4) }, anyPart);
    const path = random.pick(reads);
    // A wait ends in time, mostly.
    if (path === 'requests/wait' && random.chance(0.9)) parts.unshift('timeout=3');
    const method = random.weigh([
      [10, 'GET'],
      [1, 'HEAD'],
      [1, random.pick(['POST', 'OPTIONS', 'PUT', 'DELETE', 'TRACE'])],
    ]);
    const query = parts.length > 0 ? `?${parts.join('&')}` : '';
    const text = head(`${method} /__admin/${path}${query} HTTP/1.1`, lines);
    return { kind, method, text, isOdd: path === 'events' };
  }
  const [method, path, body] = random.pick(changes);
  const line = `${method} ${path(utf8(random.pick(ids)))} HTTP/1.1`;
  if (!body) return { kind, method, text: head(line, lines) };
  const type = random.chance(0.95) ? asJson : random.pick(noTypes);
  return { kind, method, text: withBody(line, [...lines, type], almost(random, body(random))) };
}
