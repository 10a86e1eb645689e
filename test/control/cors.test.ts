import { describe, expect, test } from 'vitest';
import type { Fault } from '../../src/index.ts';
import type { AppOptions } from '../../src/server.ts';
import { create, type CaseRequest } from '../../src/verify/cases/case.ts';
import type { Host } from '../support/answer.ts';
import { mountedHost, serverHost } from '../support/hosts-over-http.ts';
import { head, host, json } from '../support/raw-server.ts';
import { withSocket } from '../support/raw-socket.ts';
import { opened } from './support/fault-hosts.ts';
import { lanes as serverLanes, startedServer } from './support/started-server.ts';

type Cors = AppOptions['cors'];
const lanes: [name: string, of: (cors: Cors) => Host][] = [
  ['the server', (cors) => serverHost('', { cors })],
  ['the server without its fast lane', (cors) => serverHost('', { cors, fastLane: false })],
  ['an app in another', (cors) => mountedHost('', { cors })],
];

const app = 'https://app.example';
const exposed = 'Location,Preference-Applied,WWW-Authenticate,*';

/** What a response to a page of the app's lets it read, and whether it says that others get another. */
const settings: [cors: Cors, allowed: string | undefined, isVaried: boolean][] = [
  [undefined, '*', false],
  ['https://other.example', 'https://other.example', true],
  [['https://other.example', app], app, true],
  [['https://other.example', 'https://third.example'], undefined, true],
  [false, undefined, false],
];

/** What a host answers in ways of its own; the contract asks for the headers in each of its cases. */
const calls: [what: string, status: number, request: CaseRequest, fault?: Fault][] = [
  ['a list', 200, {}],
  ['a create', 201, create({ name: 'Rex' })],
  ['a preflight', 204, { method: 'OPTIONS', headers: { 'Access-Control-Request-Method': 'POST' } }],
  ['a create that is too long', 413, create({ name: 'x'.repeat(100) })],
  ['a fault', 418, {}, { status: 418, headers: { 'X-Fault': 'yes' } }],
  ['a create that is delayed', 201, create({ name: 'x' }), { delay: 1 }],
  ['a call that dribbles', 200, {}, { network: 'dribble', delay: 1 }],
];

describe.each(lanes)('CORS on %s', (_name, hostWith) => {
  describe.each(settings)('with %j', (cors, allowed, isVaried) => {
    test.each(calls)(
      '%s has the headers of every response, or none',
      async (_what, status, request, fault) => {
        const { faults, call } = await opened(hostWith(cors), { maxBodyBytes: 100 });
        if (fault) faults.add(fault);
        const sent = { ...request, headers: { Origin: app, ...request.headers } };
        const { headers, ...answer } = await call(sent);
        expect({
          status: answer.status,
          allowed: headers['access-control-allow-origin'],
          exposed: headers['access-control-expose-headers'],
          isVaried: /\borigin\b/i.test(headers['vary'] ?? ''),
        }).toEqual({ status, allowed, exposed: cors === false ? undefined : exposed, isVaried });
      },
    );
  });

  test.each([
    ['DELETE', '/v2/pets', 'GET,HEAD,POST,DELETE'],
    ['FOO', '/v2/pets/alba', 'GET,HEAD,POST,FOO'],
    ['GET', '/v2/pets', 'GET,HEAD,POST'],
    ['PUT, *', '/v2/pets', 'GET,HEAD,POST'],
    ['', '/v2/pets', 'GET,HEAD,POST'],
  ])(
    'a page may send %j with any header to %s, and so sees its answer',
    async (method, path, allowed) => {
      const { call } = await opened(hostWith('*'));
      const asked = {
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'x-test-id',
      };
      const sent = { method: 'OPTIONS', path, headers: { Origin: app, ...asked } };
      const { status, headers } = await call(sent);
      expect(status).toBe(204);
      expect(headers).toMatchObject({
        'access-control-allow-methods': allowed,
        'access-control-allow-headers': 'x-test-id',
        'access-control-max-age': '600',
      });
    },
  );
});

const chunked = 'Transfer-Encoding: chunked';
/** What is refused for its head, or by Node's parser. */
const refused: [what: string, status: number, bytes: string][] = [
  ['a Host that is bad', 400, head('GET /v2/pets HTTP/1.1', 'Host: a b', `Origin: ${app}`)],
  ['another coding', 501, post('Transfer-Encoding: gzip')],
  ['another coding before chunks', 501, `${post('Transfer-Encoding: gzip, chunked')}0\r\n\r\n`],
  ['another coding behind chunks', 501, post('Transfer-Encoding: chunked, gzip')],
  ['another expectation', 417, post('Expect: more', 'Content-Length: 2')],
  ['CONNECT', 405, head('CONNECT /v2/pets HTTP/1.1', host, `Origin: ${app}`)],
  ['an unknown method', 405, head('FOO /v2/pets HTTP/1.1', host, `origin:${app} `)],
  ['an unknown method elsewhere', 404, head('FOO /nope HTTP/1.1', host, `Origin: ${app}`)],
  ['a header without a name', 400, post(': x')],
  ['a bad chunk', 400, `${post(chunked, 'X-API-Key: k')}zz\r\n`],
];

function post(...lines: string[]): string {
  return head('POST /v2/pets HTTP/1.1', host, `Origin: ${app}`, json, ...lines);
}

describe.each(serverLanes)('CORS of what is refused for its head, %s', (_lane, options) => {
  test.each(settings)('with %j is that of every response', async (cors, allowed, isVaried) => {
    const { port } = await startedServer({ ...options, cors });
    for (const [what, status, bytes] of refused) {
      await withSocket(port, async ({ write, read, ended }) => {
        write(bytes);
        const { headers, ...answer } = await read();
        expect({
          what,
          status: answer.status,
          allowed: headers['access-control-allow-origin'],
          exposed: headers['access-control-expose-headers'],
          isVaried: headers['vary'] === 'Origin',
          connection: headers['connection'],
        }).toEqual({
          what,
          status,
          allowed,
          exposed: cors === false ? undefined : exposed,
          isVaried,
          connection: 'close',
        });
        expect(await ended()).toBe('');
      });
    }
  });

  test('behind a long body that came with it is that of every response', async () => {
    const { port } = await startedServer(options);
    await withSocket(port, async ({ write, read }) => {
      const body = `"${'x'.repeat(70_000)}"`;
      write(
        `${post(`Content-Length: ${body.length}`)}${body}${post('Transfer-Encoding: chunked, gzip')}`,
      );
      const answers = [await read(), await read()];
      expect(answers.map(({ status }) => status)).toEqual([401, 501]);
      expect(answers[1]!.headers['access-control-allow-origin']).toBe('*');
    });
  });

  test('a preflight of an unknown path allows what is asked for, so that a page sees the 404', async () => {
    const preflight = { 'Access-Control-Request-Method': 'DELETE' };
    const asker = async (cors?: Cors) => {
      const { origin } = await startedServer({ ...options, cors });
      return (method: string, headers: Record<string, string> = {}) =>
        fetch(`${origin}/v2/owners`, { method, headers: { Origin: app, ...headers } });
    };
    const ask = await asker();
    const answers = [await ask('OPTIONS', preflight), await ask('GET'), await ask('OPTIONS')];
    expect(answers.map(({ status }) => status)).toEqual([204, 404, 404]);
    for (const { headers } of answers) expect(headers.get('access-control-allow-origin')).toBe('*');
    const allowed = answers[0]!.headers.get('access-control-allow-methods');
    expect(allowed).toBe('GET,HEAD,POST,DELETE');
    expect((await (await asker(false))('OPTIONS', preflight)).status).toBe(404);
  });

  test('at what is not of the service is none', async () => {
    const { port } = await startedServer(options);
    for (const path of ['/__admin/info', '/v2/owners']) {
      await withSocket(port, async ({ write, read }) => {
        write(head(`GET ${path} HTTP/1.1`, 'Host: a b', `Origin: ${app}`));
        const { status, headers } = await read();
        expect([status, headers['access-control-allow-origin']]).toEqual([400, undefined]);
      });
    }
  });
});
