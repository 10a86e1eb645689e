import { asJson, head, host, key, withBody } from '../request.js';
import { anyKey } from './calls.js';
import { anyJson } from './json.js';

const whole = '{"name":"Rex"}';
const types = [asJson, asJson, asJson, 'Content-Type: text/plain', undefined];

function startOf(random, ...more) {
  const method = random.weigh([
    [8, 'POST'],
    [2, 'GET'],
    [1, 'DELETE'],
  ]);
  const path = random.weigh([
    [8, '/v2/pets'],
    [1, '/v2/pets/alba'],
    [1, '/x'],
    [2, '/__admin/pets'],
    [1, '/__admin/seed'],
  ]);
  const lines = [host, anyKey(random), random.pick(types), ...more].filter(Boolean);
  if (random.chance(0.15)) lines.push('Expect: 100-continue');
  if (random.chance(0.05))
    lines.push(
      `Content-Encoding: ${random.pick(['gzip', 'identity', 'IDENTITY', '', 'br, gzip', 'x\u00ff'])}`,
    );
  return { method, text: head(`${method} ${path} HTTP/1.${random.chance(0.04) ? 0 : 1}`, lines) };
}

const codings = [
  'identity',
  'gzip',
  'xchunked',
  'chunked, gzip',
  'gzip, chunked',
  'chunked, chunked',
  'chunkedx',
  ' chunked',
  'Chunked',
  'chunked;x=y',
  '',
  ',',
  'chunked,',
  'chunk\u00e9d',
  '"chunked"',
  'x, chunked',
  '\tchunked\t',
  'identity, chunked',
  'trailers',
];
const sizes = (length) => [
  length.toString(16),
  `0${length.toString(16)}`,
  `${length.toString(16)};a=b`,
  `${length.toString(16)};a="b\r"`,
  `${length.toString(16)} `,
  ` ${length.toString(16)}`,
  `0x${length.toString(16)}`,
  'zz',
  '-1',
  '',
  `${length.toString(16)};${'x'.repeat(300)}`,
  'ffffffffffffffff',
  'fffffffffffffffff',
  (length + 1).toString(16),
  (length - 1).toString(16),
  `${length.toString(16)}\n`,
];
const trailers = [
  '',
  '',
  '',
  'X-Trailer: 1\r\n',
  'Content-Length: 5\r\n',
  'X-API-Key: other\r\n',
  'bad trailer\r\n',
  ': x\r\n',
  'X: a\u0000\r\n',
];

/** A body in chunks, most of them good. */
export function anyChunks(random) {
  const coding = random.chance(0.7) ? 'chunked' : random.pick(codings);
  const more = [`Transfer-Encoding: ${coding}`];
  if (random.chance(0.1))
    more.push(
      random.pick([
        'Transfer-Encoding: chunked',
        'Transfer-Encoding: identity',
        'Content-Length: 14',
        'Transfer-Encoding:',
      ]),
    );
  const { method, text } = startOf(random, ...more);
  let body = '';
  let left = random.chance(0.7) ? whole : anyJson(random);
  while (left !== '') {
    const part = left.slice(0, 1 + random.below(left.length));
    left = left.slice(part.length);
    const size = random.chance(0.94) ? part.length.toString(16) : random.pick(sizes(part.length));
    body += `${size}\r\n${part}${random.chance(0.97) ? '\r\n' : random.pick(['', '\n', '\r', 'x\r\n'])}`;
  }
  if (random.chance(0.95))
    body += `${random.weigh([
      [20, '0'],
      [1, '00'],
      [1, '0;x'],
    ])}\r\n${random.pick(trailers)}\r\n`;
  return { kind: 'chunks', method, text: text + body, isOdd: true };
}

const lengths = [
  '13',
  '15',
  '0',
  '-1',
  '+14',
  '14, 14',
  '14,15',
  '1e1',
  '0x0e',
  '',
  ' ',
  '014',
  '99',
  '4097',
  '1000000',
  '9'.repeat(30),
  '14 ',
  '14\u0000',
  '1 4',
  '1.4',
];

/** A length that may not be the body's. */
export function anyLength(random) {
  const more = [`Content-Length: ${random.pick(lengths)}`];
  if (random.chance(0.15)) more.push(`Content-Length: ${random.pick(lengths)}`);
  const { method, text } = startOf(random, ...more);
  const body = random.weigh([
    [5, whole],
    [1, ''],
    [1, whole.repeat(300)],
    [1, `${whole}\r\n`],
  ]);
  return { kind: 'length', method, text: text + body, isOdd: true };
}

/** JSON that is odd, with its true length. */
export function anyDocument(random) {
  const path = random.weigh([
    [6, '/v2/pets'],
    [1, '/__admin/pets'],
    [1, '/__admin/seed'],
    [1, '/__admin/faults'],
    [1, '/__admin/snapshot'],
    [1, '/__admin/scenarios/current'],
  ]);
  const method = /snapshot|current/.test(path) ? 'PUT' : 'POST';
  return {
    kind: 'json',
    method,
    text: withBody(`${method} ${path} HTTP/1.1`, [host, key, asJson], anyJson(random)),
  };
}

/** A body larger than the server takes, or at the limit. */
export function anyLargeBody(random) {
  const size = random.pick([4095, 4096, 4097, 5000, 20_000, 70_000]);
  const body = `{"name":"${'x'.repeat(size - 11)}"}`;
  const lines = [
    host,
    anyKey(random),
    asJson,
    ...(random.chance(0.2) ? ['Expect: 100-continue'] : []),
  ].filter(Boolean);
  if (random.chance(0.7))
    return {
      kind: 'large',
      method: 'POST',
      text: withBody('POST /v2/pets HTTP/1.1', lines, body),
      isOdd: true,
    };
  const text = head('POST /v2/pets HTTP/1.1', [...lines, 'Transfer-Encoding: chunked']);
  return {
    kind: 'large',
    method: 'POST',
    text: `${text}${size.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    isOdd: true,
  };
}
