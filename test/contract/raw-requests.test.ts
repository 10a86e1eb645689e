import { expect, test } from 'vitest';
import { jsonOf, textOf } from '../support/answer.ts';
import { describeRaw, exchange, head, host, json, key, post } from '../support/raw-server.ts';
import { withSocket } from '../support/raw-socket.ts';
import { alba } from '../../src/verify/cases/case.ts';

const target = (path: string, ...lines: string[]) =>
  head(`GET ${path} HTTP/1.1`, host, key, ...lines);
const getAlba = (...lines: string[]) => target('/v2/pets/alba', ...lines);
const hosts = (...lines: string[]) => head('GET /v2/pets/alba HTTP/1.1', ...lines, key);
const list = (...lines: string[]) => head('GET /v2/pets HTTP/1.1', host, ...lines);
const upgrade = (to: string, ...lines: string[]) => [
  'Connection: Upgrade',
  `Upgrade: ${to}`,
  ...lines,
];

/** What is answered as any other request of the service. */
const served: [string, string][] = [
  ['the absolute form', target('http://localhost/v2/pets/alba')],
  ['the absolute form of another host', target('https://a.example:1/v2/pets/alba')],
  ['HTTP/1.0 without a Host', head('GET /v2/pets/alba HTTP/1.0', key)],
  ['a Host of one reserved name', hosts('Host: test')],
  ['a Host of another', hosts('Host: local:8080')],
  ['a Host of a third', hosts('Host: EXAMPLE.')],
  ['a Host with a port', hosts('Host: [::1]:80')],
  ['a Host that no URL can have', hosts('Host: 999.1.1.1')],
  [
    'an upgrade to a WebSocket',
    getAlba(...upgrade('websocket', 'Sec-WebSocket-Key: eA==', 'Sec-WebSocket-Version: 13')),
  ],
  ['a key beyond ASCII', head('GET /v2/pets/alba HTTP/1.1', host, 'X-API-Key: \u00fc\u00ff')],
  ['a key sent twice', getAlba(key)],
  ['a key that is a comma', head('GET /v2/pets/alba HTTP/1.1', host, 'X-API-Key: , ')],
  ['a fragment', target('/v2/pets/alba#x')],
  ['empty lines before the request', `\r\n\r\n${getAlba()}`],
  ['a body that a GET does not need', `${getAlba('Content-Length: 3')}abc`],
];

const refused: [string, number, string][] = [
  ['a path of two slashes', 404, target('//host/v2/pets')],
  ['a path of two slashes, in the absolute form', 404, target('http://localhost//v2/pets')],
  ['a dot in the path', 404, target('/v2/./pets')],
  ['two dots in the path', 404, target('/v2/pets/../pets')],
  ['escaped dots in the path', 404, target('/v2/%2e/pets')],
  ['a backslash in the path', 404, target('/v2\\pets')],
  ['a star', 404, target('*')],
  ['a path that does not start with a slash', 400, target('v2/pets')],
  ['an absolute form that is no URL', 400, target('http://[::1]x/v2/pets')],
  ['no target', 400, 'GET  HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['OPTIONS of everything', 404, head('OPTIONS * HTTP/1.1', host)],
  ['no Host', 400, hosts()],
  ['two Hosts', 400, hosts(host, 'Host: example.com')],
  ['an empty Host', 400, hosts('Host:')],
  ['a Host with a blank', 400, hosts('Host: a b')],
  ['a Host with a name before an at sign', 400, hosts('Host: user@localhost')],
  ['a Host with letters for a port', 400, hosts('Host: localhost:x')],
  ['a key sent twice, and empty', 401, list('X-API-Key:', 'X-API-Key: ')],
  ['TRACE', 405, head('TRACE /v2/pets HTTP/1.1', host)],
  ['CONNECT', 405, head('CONNECT localhost:443 HTTP/1.1', host)],
  ['CONNECT of an unknown path', 404, head('CONNECT /v2/owners HTTP/1.1', host)],
  ['a method that nobody knows', 405, head('FETCH /v2/pets HTTP/1.1', host, key)],
  ['the first line of HTTP/2', 400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['such a method of an unknown path', 404, head('FETCH /v2/owners HTTP/1.1', host, key)],
  ['words', 400, 'hello\r\n\r\n'],
  ['a request line without a carriage return', 400, 'GET /v2/pets HTTP/1.1\nHost: x\r\n\r\n'],
  ['a header without a name', 400, list(key, ': x')],
  ['a header name with a blank', 400, list('X API Key: k')],
  ['a header of 20 kB', 431, list(`X-API-Key: ${'k'.repeat(20_000)}`)],
  ['a length beside chunks', 400, post('Content-Length: 14', 'Transfer-Encoding: chunked')],
  ['a transfer coding that is not known', 501, post('Transfer-Encoding: gzip')],
  ['such a coding and a length', 501, post('Transfer-Encoding: gzip', 'Content-Length: 2')],
  ['a length and such a coding', 501, post('Content-Length: 2', 'Transfer-Encoding: gzip')],
  ['such a coding before chunks', 501, `${post('Transfer-Encoding: gzip, chunked')}0\r\n\r\n`],
  ['such a coding after chunks', 501, post('Transfer-Encoding: chunked, gzip')],
  ['chunks in chunks', 501, post('Transfer-Encoding: chunked, chunked')],
  ['an expectation that is not known', 417, post('Content-Length: 2', 'Expect: the-impossible')],
  ['a Host that is bad, before anything else', 400, head('DELETE /v2/pets HTTP/1.1', 'Host: a b')],
];

const brokenChunk = 'zz\r\n';
const brokenTrailer = '2\r\n{}\r\n0\r\nno trailer\r\n\r\n';

describeRaw('a raw request whose head is reason to refuse it', (running) => {
  test.each([
    ['no key', 401, [host, json]],
    ['another type', 415, [host, key, 'Content-Type: text/plain']],
    ['no key, where it waits to be asked', 401, [host, 'Expect: 100-continue']],
  ] as const)(
    'is refused for %s with %i, however broken its body is',
    async (_why, status, lines) => {
      for (const body of [brokenChunk, brokenTrailer]) {
        await withSocket(running.port, async ({ write, read, ended }) => {
          write(head('POST /v2/pets HTTP/1.1', ...lines, 'Transfer-Encoding: chunked') + body);
          expect((await read()).status).toBe(status);
          expect(await ended()).toBe('');
        });
      }
    },
  );

  test('is answered once, where its body breaks after the answer', async () => {
    await withSocket(running.port, async ({ write, read, ended }) => {
      write(head('POST /v2/pets HTTP/1.1', host, 'Transfer-Encoding: chunked'));
      expect((await read()).status).toBe(401);
      write(brokenChunk);
      expect(await ended()).toBe('');
    });
  });

  test.each([
    ['a WebSocket without a key', ['Sec-WebSocket-Version: 13']],
    ['a WebSocket of another version', ['Sec-WebSocket-Key: eA==', 'Sec-WebSocket-Version: x']],
  ])('is refused in JSON, as %s', async (_what, lines) => {
    await withSocket(running.port, async ({ write, read }) => {
      write(head('GET /__admin/socket HTTP/1.1', host, ...upgrade('websocket', ...lines)));
      const answer = await read();
      expect([answer.status, answer.headers['sec-websocket-version']]).toEqual([400, '13']);
      expect(jsonOf(answer)).toEqual({ error: expect.stringContaining('Sec-WebSocket') });
    });
  });
});

describeRaw('a raw request', (running) => {
  test.each(served)('%s is served', async (_name, bytes) => {
    const answer = await exchange(running.port, bytes);
    expect(jsonOf(answer)).toEqual(alba);
    expect(answer.status).toBe(200);
  });

  test.each(refused)('%s is refused with %i, in JSON', async (_name, status, bytes) => {
    const before = running.server.catalog.snapshot();
    const [method] = bytes.split(' ', 1);
    const answer = await exchange(running.port, bytes, method);
    expect({ status: answer.status, text: textOf(answer) }).toEqual({
      status,
      text: expect.stringMatching(/^\{"error":"[^"]/),
    });
    expect(new Date(answer.headers['date']!).getTime()).toBeGreaterThan(0);
    expect(running.server.catalog.snapshot()).toEqual(before);
  });

  test.each([
    ['FOO /v2/pets', 'GET, HEAD, OPTIONS, POST', '*'],
    ['FOO /v2/pets/alba?x=1', 'GET, HEAD, OPTIONS', '*'],
    ['\r\n\r\nZOO /v2/pets', 'GET, HEAD, OPTIONS, POST', '*'],
    ['PRI /v2/pets', 'GET, HEAD, OPTIONS, POST', '*'],
    ['PLAY /v2/pets', 'GET, HEAD, OPTIONS, POST', '*'],
    ['get http://localhost/v2/pets', 'GET, HEAD, OPTIONS, POST', '*'],
    ['CONNECT /v2/pets', 'GET, HEAD, OPTIONS, POST', '*'],
    ['CONNECT /v2/pets/alba', 'GET, HEAD, OPTIONS', '*'],
    ['CONNECT localhost:443', 'GET, HEAD, OPTIONS, POST', undefined],
  ])('%s is refused with the methods that are allowed', async (line, allow, origin) => {
    const { status, headers } = await exchange(running.port, head(`${line} HTTP/1.1`, host));
    expect([status, headers['allow']]).toEqual([405, allow]);
    expect(headers['access-control-allow-origin']).toBe(origin);
  });

  test('several headers Prefer are one list', async () => {
    const prefer = ['Prefer: delay=1', 'Prefer: code=503'];
    const bytes = list(key, ...prefer);
    const { status, headers } = await exchange(running.port, bytes);
    expect([status, headers['preference-applied']]).toEqual([503, 'delay=1, code=503']);
  });

  test('a create in the absolute form names the path of the pet alone', async () => {
    const body = '{"name":"Rex"}';
    const answer = await exchange(
      running.port,
      `${post(`Content-Length: ${body.length}`).replace('/v2', 'http://localhost/v2')}${body}`,
    );
    expect(answer.status).toBe(201);
    expect(answer.headers['location']).toMatch(/^\/v2\/pets\/[0-9a-f-]{36}$/);
  });
});
