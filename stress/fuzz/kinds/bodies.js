import { asJson, head, host, key, withBody } from '../request.js';
import { anyKey } from './calls.js';
import { anyJson } from './json.js';

const whole = '{"name":"Rex"}';
const types = [asJson, asJson, asJson, 'Content-Type: text/plain', undefined];

function startOf(random, ...more) {
  const method = random.chance(0.7) ? 'POST' : random.pick(['GET', 'GET', 'DELETE']);
  const controls = ['/__admin/pets', '/__admin/pets', '/__admin/seed'];
  const path = random.chance(0.6) ? '/v2/pets' : random.pick([...controls, '/v2/pets/alba', '/x']);
  const lines = [host, anyKey(random), random.pick(types), ...more].filter(Boolean);
  if (random.chance(0.15)) lines.push('Expect: 100-continue');
  if (random.chance(0.05))
    lines.push(
      `Content-Encoding: ${random.pick(['gzip', 'identity', 'IDENTITY', '', 'br, gzip', 'x\u00ff'])}`,
    );
  return { method, text: head(`${method} ${path} HTTP/1.${random.chance(0.04) ? 0 : 1}`, lines) };
}

const others = ['identity', 'gzip', 'chunkedx', 'chunk\u00e9d', 'trailers', '"chunked"'];
const several = ['gzip, chunked', 'identity, chunked', 'x, chunked', 'chunked, gzip', 'chunked,'];
const spelt = ['Chunked', ' chunked', '\tchunked\t', 'chunked;x=y', 'chunked, chunked', '', ','];
const codings = [...others, ...several, ...spelt];
const noSizes = ['zz', '-1', '', 'ffffffffffffffff', 'fffffffffffffffff'];
const tails = ['', ';a=b', ';a="b\r"', ' ', '\n', `;${'x'.repeat(300)}`];
const sizes = (length) => [
  ...noSizes,
  ...tails.map((tail) => length.toString(16) + tail),
  ...['0', ' ', '0x'].map((start) => start + length.toString(16)),
  ...[length + 1, length - 1].map((wrong) => wrong.toString(16)),
];
const trailers = ['X: 1', 'Content-Length: 5', 'X-API-Key: other', 'bad', ': x', 'X: a\u0000'];

/** A body in chunks, most of them good. */
export function anyChunks(random) {
  const coding = random.chance(0.7) ? 'chunked' : random.pick(codings);
  const more = [`Transfer-Encoding: ${coding}`];
  if (random.chance(0.08))
    more.push(`Transfer-Encoding: ${random.pick(['chunked', 'identity', ''])}`);
  if (random.chance(0.02)) more.push('Content-Length: 14');
  const { method, text } = startOf(random, ...more);
  let body = '';
  let left = random.chance(0.7) ? whole : anyJson(random);
  while (left !== '') {
    const part = left.slice(0, 1 + random.below(left.length));
    left = left.slice(part.length);
    const size = random.chance(0.94) ? part.length.toString(16) : random.pick(sizes(part.length));
    body += `${size}\r\n${part}${random.chance(0.97) ? '\r\n' : random.pick(['', '\n', '\r', 'x\r\n'])}`;
  }
  if (random.chance(0.95)) {
    const last = random.chance(0.9) ? '0' : random.pick(['00', '0;x']);
    const trailer = random.chance(0.3) ? '' : `${random.pick(trailers)}\r\n`;
    body += `${last}\r\n${trailer}\r\n`;
  }
  return { kind: 'chunks', method, text: text + body, isOdd: true };
}

const lengths = ['13', '15', '0', '014', '4097', '1000000', '9'.repeat(30), '14, 14', '14,15'];
const noLengths = ['-1', '+14', '1e1', '0x0e', '', ' ', '14 ', '14\u0000', '1 4', '1.4'];
const anyCount = (random) => `Content-Length: ${random.pick([...lengths, ...noLengths])}`;

/** A length that may not be the body's. */
export function anyLength(random) {
  const more = random.chance(0.15) ? [anyCount(random)] : [];
  const { method, text } = startOf(random, anyCount(random), ...more);
  const body = random.chance(0.6) ? whole : random.pick(['', whole.repeat(300), `${whole}\r\n`]);
  return { kind: 'length', method, text: text + body, isOdd: true };
}

/** JSON that is odd, with its true length. */
export function anyDocument(random) {
  const controls = ['pets', 'seed', 'faults', 'snapshot', 'scenarios/current'];
  const path = random.chance(0.5) ? '/v2/pets' : `/__admin/${random.pick(controls)}`;
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
  const lines = [host, anyKey(random), asJson].filter(Boolean);
  if (random.chance(0.2)) lines.push('Expect: 100-continue');
  const line = 'POST /v2/pets HTTP/1.1';
  const chunks = `${size.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const text = random.chance(0.7)
    ? withBody(line, lines, body)
    : head(line, [...lines, 'Transfer-Encoding: chunked']) + chunks;
  return { kind: 'large', method: 'POST', text, isOdd: true };
}
