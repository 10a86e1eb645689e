import { head, host, key, utf8 } from '../request.js';
import { ids } from './calls.js';

const pages = [
  '/',
  '/docs',
  '/docs/',
  '/openapi.json',
  '/openapi.yaml',
  '/__dashboard',
  '/__dashboard/',
  '/__admin',
  '/__admin/',
  '/docs/../package.json',
  '/docs/%2e%2e/package.json',
  '/docs/..%2fpackage.json',
  '/__dashboard/..%5c..%5cpackage.json',
  '/docs/%00',
  '/docs/%ff',
  '/docs//',
  '/favicon.svg',
];
const characters = [
  '/',
  '/',
  '%',
  '%2F',
  '%2e',
  '.',
  '..',
  '\\',
  '?',
  '#',
  '&',
  '=',
  ';',
  ':',
  '@',
  '[',
  ']',
  '{',
  '|',
  '"',
  '<',
  '\u00ff',
  '\u00c3\u00a4',
  'v2',
  'pets',
  'alba',
  'limit',
  '%00',
  '%ff',
  '%zz',
  '~',
  '*',
  '+',
  ' ',
  '\t',
  '\u0001',
];

/** @param {import('../random.js').Random} random */
export function anyTarget(random) {
  const target = random.weigh([
    [
      5,
      () => `/${Array.from({ length: random.below(8) }, () => random.pick(characters)).join('')}`,
    ],
    [
      3,
      () =>
        `/v2/pets/${Array.from({ length: random.below(5) }, () => random.pick(characters)).join('')}`,
    ],
    [
      3,
      () =>
        `/v2/pets?limit=${Array.from({ length: random.below(4) }, () => random.pick(characters)).join('')}`,
    ],
    [3, () => random.pick(pages)],
    [
      2,
      () =>
        `${random.pick(['http://localhost', 'https://a.example:1', 'HTTP://u:p@h', 'http://', 'http://[::1]', 'http://[::1]x', 'ftp://h', 'http:', 'http://h:99999'])}${random.pick(['', '/v2/pets', '/v2/pets/alba', '//v2/pets', '?x', '#x'])}`,
    ],
    [
      1,
      () =>
        random.pick([
          '*',
          'v2/pets',
          'localhost:80',
          '?',
          '',
          '#',
          '//',
          '///',
          '/\\',
          '.',
          'x'.repeat(50),
        ]),
    ],
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

/** @param {import('../random.js').Random} random */
export function anyLine(random) {
  const method = random.pick([
    'GET',
    'get',
    'POST',
    'FOO',
    'G\u0000T',
    'GÉT',
    'CONNECT',
    'TRACE',
    'TRACK',
    'PRI',
    'OPTIONS',
    'M-SEARCH',
    'LINK',
    'QUERY',
    '',
    ' GET',
    'x'.repeat(60),
    'GET\t',
    'SOURCE',
    'DESCRIBE',
    'DELETE',
  ]);
  const target = random.pick([
    '/v2/pets',
    '/v2/pets/alba',
    '*',
    'localhost:443',
    '/x',
    '',
    '/v2/pets alba',
    'http://localhost/v2/pets',
    '/__admin/health',
    '/__admin/pets',
    '/',
    '/docs',
  ]);
  const version = random.pick([
    'HTTP/1.1',
    'HTTP/1.1',
    'HTTP/1.1',
    'HTTP/1.0',
    'HTTP/2.0',
    'HTTP/0.9',
    'HTTP/1.2',
    'HTTP/1.',
    'http/1.1',
    'HTTP/1.1 ',
    'ICE/1.0',
    'RTSP/1.0',
    '',
    'HTTP/11',
    'HTP/1.1',
    'HTTP/1.1\r',
  ]);
  const lines = random.some([host, key, 'Content-Length: 0'], 0.8);
  const spaces = random.weigh([
    [10, ' '],
    [1, '  '],
    [1, '\t'],
    [1, ''],
  ]);
  const text = head(`${method}${spaces}${target}${spaces}${version}`, lines);
  const before = random.weigh([
    [10, ''],
    [1, '\r\n'],
    [1, '\n\n'],
    [1, ' '],
    [1, '\u0000'],
  ]);
  const ends = random.weigh([
    [10, '\r\n'],
    [1, '\n'],
    [1, '\r'],
    [1, '\r\r\n'],
  ]);
  return { kind: 'line', method: 'GET', text: before + text.replaceAll('\r\n', ends), isOdd: true };
}

const oddHeaders = [
  'Host: other',
  'Host: a b',
  'Host:',
  'Host: [::1',
  'Host: 999.1.1.1',
  'Host: test',
  'Host: localhost:99999',
  'Host: user@h',
  'host: localhost',
  'X-API-Key: a\u0000b',
  'X-API-Key: a\u0001b',
  'X-API-Key: a\rb',
  'X-API-Key: a\nb',
  'X-API-Key : k',
  ' X-API-Key: k',
  'X-API-Key k',
  ': empty',
  'X\u00e9: y',
  '__proto__: x',
  'constructor: x',
  'toString: x',
  'X-\u0000: y',
  '(x): y',
  'X-API-Key: k, k2',
  'X-API-Key: other',
  'X-Folded: a\r\n b',
  'X-Folded: a\r\n\tb',
  'X-API-Key: a\r\n b',
  'X-Folded:\r\n \r\n x',
  'Content-Type: application/json\r\n ;x=y',
  'Expect: 100-continue',
  'expect: 100-CONTINUE',
  'Expect: the-impossible',
  'Expect:',
  'Expect: 100-continue, 100-continue',
  'Connection: upgrade',
  'Connection: close',
  'Connection: keep-alive, close',
  'Connection: ,,,',
  'Connection: Transfer-Encoding',
  'Keep-Alive: timeout=1',
  'Proxy-Connection: close',
  'Upgrade: websocket',
  'Upgrade: h2c',
  'Upgrade: ,',
  'Upgrade:',
  'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
  'TE: trailers, gzip',
  'Trailer: X',
  'Prefer: code=503',
  'Prefer: delay=1',
  'Prefer: code=503\r\nPrefer: delay=1',
  'Origin: https://a.example',
  'Origin: null',
  'Origin: \u00ff',
  'Access-Control-Request-Method: POST',
  'Access-Control-Request-Headers: \u00e9',
  'Access-Control-Request-Private-Network: true',
  'Cookie: a=b; c',
  'Cookie: \u00ff',
  'Authorization: Bearer x',
  'Authorization: ',
  'Range: bytes=0-1',
  'Range: bytes=x',
  'If-None-Match: *',
  'If-Modified-Since: x',
  'Accept: text/html',
  'Accept-Encoding: gzip, br',
  'Accept: msw/passthrough',
  'Content-Encoding: gzip',
  'Content-Encoding: identity',
  'Content-Type: text/html',
  'X-HTTP-Method-Override: DELETE',
  'Forwarded: host=x',
  'X-Forwarded-Host: a"b',
  'Sec-Fetch-Site: cross-site',
  'Last-Event-ID: x',
  'Last-Event-ID: 9999999999999999',
];

/** @param {import('../random.js').Random} random */
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
    [1, '/__admin/pets'],
    [1, '/'],
    [1, '/x'],
    [1, '/openapi.json'],
    [1, '/docs'],
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
  const target = random.weigh([
    [3, '/__admin/socket'],
    [1, '/v2/pets'],
    [1, '/v2/pets/alba'],
    [1, '/'],
    [1, '/x'],
    [1, '/__admin/socket/'],
  ]);
  const method = random.weigh([
    [8, 'GET'],
    [1, 'POST'],
    [1, 'HEAD'],
  ]);
  const lines = [
    ...random.some([host, key], 0.95),
    ...webSocket.map((one) => (random.chance(0.7) ? one[0] : random.pick(one))),
  ];
  const text = head(`${method} ${target} HTTP/1.1`, random.some(lines, 0.95));
  return { kind: 'upgrade', method, text: text + random.pick(frames), isOdd: true };
}
