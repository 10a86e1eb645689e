import { connect } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../src/index.ts';
import { startServer } from '../../src/server.ts';
import { routes } from '../control/support/started-server.ts';

/** `REQUESTS=100000 npx vitest run test/random` sends more. */
const requests = Number(process.env['REQUESTS'] ?? 1000);
const perConnection = 10;

const token = fc.stringMatching(/^[A-Za-z0-9-]{1,12}$/);
const anyText = fc.string({ unit: 'binary', maxLength: 40 });
const method = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'DELETE', 'TRACE') },
  token,
);
const path = fc.oneof(
  fc.constantFrom(
    '/v2/pets',
    '/v2/pets/',
    '/v2/pets/x',
    '/v2/pets/%zz',
    '/',
    '/docs',
    '//x/v2/pets',
  ),
  fc.constantFrom('/__admin/faults', '/__admin/pets', '/__admin/requests', '/openapi.json'),
  fc.webPath(),
  anyText,
);
const query = fc.oneof(
  fc.constant(''),
  fc.nat().map((limit) => `?limit=${limit}`),
  fc.webQueryParameters(),
);
const header = fc.oneof(
  fc.constantFrom(
    'X-API-Key: k',
    'Content-Type: application/json',
    'Expect: 100-continue',
    'Upgrade: h2c',
    'Prefer: code=503',
    'Connection: close',
    'Origin: https://app.example',
    'Access-Control-Request-Method: PUT',
    'Transfer-Encoding: gzip',
  ),
  fc.tuple(token, anyText).map(([name, value]) => `${name}: ${value}`),
);
const body = fc.oneof(
  fc.constant(''),
  fc.json(),
  fc.record({ name: fc.string({ unit: 'binary' }) }).map((pet) => JSON.stringify(pet)),
  anyText,
);
/** How a body is framed, rightly or wrongly. */
const framing = fc.constantFrom<(text: string) => string[]>(
  (text) => [`Content-Length: ${Buffer.byteLength(text)}`, '', text],
  (text) => [
    'Transfer-Encoding: chunked',
    '',
    `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`,
  ],
  (text) => ['Content-Length: 5', '', text],
  (text) => ['Transfer-Encoding: chunked', '', text],
);

const request = fc
  .tuple(method, path, query, fc.array(header, { maxLength: 4 }), body, framing)
  .map(([verb, target, search, headers, text, frame]) =>
    [`${verb} ${target}${search} HTTP/1.1`, 'Host: localhost', ...headers, ...frame(text)].join(
      '\r\n',
    ),
  );

const fault = fc.constantFrom<Fault | undefined>(
  undefined,
  { status: 503, rate: 0.5 },
  { delay: 1 },
  { network: 'reset' },
  { network: 'truncate' },
  { network: 'garbage' },
  { network: 'dribble', delay: 2 },
);

/** Sends bytes, ends its side, and resolves with all that comes until the connection closes. */
function send(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
    socket.on('error', () => {}).on('close', () => resolve(text));
    socket.end(bytes, 'utf8');
  });
}

describe.each(routes)('random requests %s', (_name, options) => {
  test(
    `end, are never answered with HTML or a stack, and harm no later request`,
    async () => {
      const server = await startServer({ ...options, pets: 3, maxPets: 500, port: 0 });
      const connections = fc.tuple(
        fc.array(request, { minLength: 1, maxLength: perConnection }),
        fault,
      );
      try {
        await fc.assert(
          fc.asyncProperty(connections, async ([sent, active]) => {
            server.catalog.reset();
            if (active) server.catalog.faults.add(active);
            const seen = await Promise.all(sent.map((bytes) => send(server.port, bytes)));
            for (const text of seen) expect(text).not.toMatch(/<pre>|\n +at .*\(|node:internal/);
            server.catalog.faults.clear();
            const next = await fetch(`${server.url}/pets?limit=1`, {
              headers: { 'X-API-Key': 'k' },
            });
            expect(next.status).toBe(200);
          }),
          { numRuns: Math.ceil(requests / (perConnection / 2)), endOnFailure: true },
        );
      } finally {
        await server.close();
      }
    },
    20 * 60_000,
  );
});
