import { head, host, key, utf8 } from '../request.js';
import { ids } from './calls.js';

const documents = ['/', '/docs', '/docs/', '/openapi.json', '/openapi.yaml', '/favicon.svg'];
const folders = ['/__dashboard', '/__dashboard/', '/__admin', '/__admin/'];
const escapes = ['docs/../', 'docs/%2e%2e/', 'docs/..%2f', '__dashboard/..%5c..%5c'];
const noPages = ['/docs/%00', '/docs/%ff', '/docs//', ...escapes.map((to) => `/${to}package.json`)];
const pages = [...documents, ...folders, ...noPages];
const words = ['v2', 'pets', 'alba', 'limit', '..', '\u00c3\u00a4'];
const escaped = ['%2F', '%2e', '%00', '%ff', '%zz'];
const characters = [...'//%.\\?#&=;:@[]{|"<~*+ \t\u0001\u00ff', ...words, ...escaped];
const origins = ['http://localhost', 'https://a.example:1', 'HTTP://u:p@h', 'http://[::1]'];
const noOrigins = ['ftp://h', 'http://', 'http://[::1]x', 'http:', 'http://h:99999'];
const noPaths = ['*', 'v2/pets', 'localhost:80', '?', '', '#', '//', '///', '/\\', '.'];

export function anyTarget(random) {
  const target = random.weigh([
    [5, () => `/${random.text(characters, 7)}`],
    [3, () => `/v2/pets/${random.text(characters, 4)}`],
    [3, () => `/v2/pets?limit=${random.text(characters, 3)}`],
    [3, () => random.pick(pages)],
    [
      2,
      () =>
        random.pick([...origins, ...noOrigins]) +
        random.pick(['', '/v2/pets', '/v2/pets/alba', '//v2/pets', '?x', '#x']),
    ],
    [1, () => random.pick([...noPaths, 'x'.repeat(50)])],
    [1, () => `/v2/pets/${random.pick(['x', '%41', '../', '%25']).repeat(1 + random.below(5200))}`],
  ])();
  const isSplit = /[ \t]/.test(target);
  return {
    kind: 'target',
    method: 'GET',
    text: head(`GET ${target} HTTP/1.1`, [host, key]),
    isOdd: isSplit,
  };
}

const methods = ['GET', 'POST', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE', 'QUERY', 'M-SEARCH'];
const noMethods = ['get', 'LINK', 'PRI', 'SOURCE', 'TRACK', 'G\u0000T', 'GÉT', '', ' GET', 'GET\t'];
const targets = ['/v2/pets', '/v2/pets/alba', '/__admin/health', '/__admin/pets', '/x'];
const noTargets = ['*', 'localhost:443', '', '/v2/pets alba', 'http://localhost/v2/pets'];
const noVersions = ['2.0', '0.9', '1.2', '1.', '11', '1.1 ', '1.1\r'].map((one) => `HTTP/${one}`);
const noHttp = ['http/1.1', 'ICE/1.0', 'RTSP/1.0', 'HTP/1.1', ''];

export function anyLine(random) {
  const method = random.pick([...methods, ...noMethods, 'x'.repeat(60)]);
  const target = random.pick([...targets, ...documents, ...noTargets]);
  const version = random.weigh([
    [3, 'HTTP/1.1'],
    [1, 'HTTP/1.0'],
    [12, random.pick([...noVersions, ...noHttp])],
  ]);
  const lines = random.some([host, key, 'Content-Length: 0'], 0.8);
  const spaces = random.chance(0.8) ? ' ' : random.pick(['  ', '\t', '']);
  const text = head(`${method}${spaces}${target}${spaces}${version}`, lines);
  const before = random.chance(0.7) ? '' : random.pick(['\r\n', '\n\n', ' ', '\u0000']);
  const ends = random.chance(0.8) ? '\r\n' : random.pick(['\n', '\r', '\r\r\n']);
  return { kind: 'line', method: 'GET', text: before + text.replaceAll('\r\n', ends), isOdd: true };
}

/** Values that are odd, or have parsers and proxies do something, by the names of their headers. */
const oddValues = {
  Host: ['other', 'a b', '', '[::1', '999.1.1.1', 'test', 'localhost:99999', 'user@h'],
  'X-API-Key': ['a\u0000b', 'a\u0001b', 'a\rb', 'a\nb', 'a\r\n b', 'k, k2', 'other'],
  'X-Folded': ['a\r\n b', 'a\r\n\tb', '\r\n \r\n x'],
  Expect: ['100-continue', '100-CONTINUE', 'the-impossible', '', '100-continue, 100-continue'],
  Connection: ['upgrade', 'close', 'keep-alive, close', ',,,', 'Transfer-Encoding'],
  Upgrade: ['websocket', 'h2c', ',', ''],
  'HTTP2-Settings': ['AAMAAABkAARAAAAAAAIAAAAA'],
  TE: ['trailers, gzip'],
  Trailer: ['X'],
  Prefer: ['code=503', 'delay=1', 'code=503\r\nPrefer: delay=1'],
  Origin: ['https://a.example', 'null', '\u00ff'],
  'Access-Control-Request-Method': ['POST'],
  'Access-Control-Request-Headers': ['\u00e9'],
  'Access-Control-Request-Private-Network': ['true'],
  'Sec-Fetch-Site': ['cross-site'],
  Cookie: ['a=b; c', '\u00ff'],
  Authorization: ['Bearer x', ''],
  Range: ['bytes=0-1', 'bytes=x'],
  'If-None-Match': ['*'],
  'If-Modified-Since': ['x'],
  Accept: ['text/html', 'msw/passthrough'],
  'Accept-Encoding': ['gzip, br'],
  'Content-Encoding': ['gzip', 'identity'],
  'Content-Type': ['text/html', 'application/json\r\n ;x=y'],
  Forwarded: ['host=x'],
  'X-Forwarded-Host': ['a"b'],
  'X-HTTP-Method-Override': ['DELETE'],
  'Last-Event-ID': ['x', '9999999999999999'],
};
const oddNames = ['__proto__', 'constructor', 'toString', 'X\u00e9', 'X-\u0000', '(x)', '', 'host'];
const oddHeaders = [
  ...Object.entries(oddValues).flatMap(([name, all]) => all.map((value) => `${name}: ${value}`)),
  ...oddNames.map((name) => `${name}: x`),
  'X-API-Key : k',
  ' X-API-Key: k',
  'X-API-Key k',
];

export function anyHead(random) {
  const method = random.weigh([
    [5, 'GET'],
    [2, 'POST'],
    [1, 'OPTIONS'],
    [1, 'DELETE'],
  ]);
  const target = random.weigh([
    [5, '/v2/pets'],
    [5, `/v2/pets/${utf8(random.pick(ids))}`],
    [5, random.pick(['/__admin/pets', '/', '/x', '/openapi.json', '/docs'])],
  ]);
  const lines = [...random.some([host, key], 0.95)];
  for (let count = 1 + random.below(4); count > 0; count -= 1) {
    lines.splice(random.below(lines.length + 1), 0, random.pick(oddHeaders));
  }
  if (random.chance(0.02))
    lines.push(...Array.from({ length: random.below(2500) }, (_, n) => `X-${n}: 1`));
  if (random.chance(0.02)) lines.push(`X-Long: ${'x'.repeat(random.below(20_000))}`);
  return {
    kind: 'head',
    method,
    text: head(`${method} ${target} HTTP/1.${random.chance(0.05) ? 0 : 1}`, lines),
    isOdd: true,
  };
}

const webSocket = [
  ['Connection: Upgrade', 'Connection: upgrade, x', 'Connection: close'],
  ['Upgrade: websocket', 'Upgrade: WebSocket', 'Upgrade: h2c', 'Upgrade: websocket, h2c'],
  ['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Key: x', 'Sec-WebSocket-Key:'],
  ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Version: 8', 'Sec-WebSocket-Version: x'],
];
const frames = [
  '',
  '\u0081\u0080\u0000\u0000\u0000\u0000',
  '\u0089\u0080\u0000\u0000\u0000\u0000',
  '\u0088\u0080\u0000\u0000\u0000\u0000',
  '\u0081\u0002hi',
  '\u00ff\u00ff\u00ff',
  '\u0081\u00ff\u007f\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff',
  'GET /v2/pets HTTP/1.1\r\n\r\n',
];

/** A request for another protocol, with some of its first bytes. */
export function anyUpgrade(random) {
  const others = ['/v2/pets', '/v2/pets/alba', '/', '/x', '/__admin/socket/'];
  const target = random.chance(0.4) ? '/__admin/socket' : random.pick(others);
  const method = random.chance(0.8) ? 'GET' : random.pick(['POST', 'HEAD']);
  const lines = [
    ...random.some([host, key], 0.95),
    ...webSocket.map((one) => (random.chance(0.7) ? one[0] : random.pick(one))),
  ];
  const text = head(`${method} ${target} HTTP/1.1`, random.some(lines, 0.95));
  return { kind: 'upgrade', method, text: text + random.pick(frames), isOdd: true };
}
