import { describe, expect, test } from 'vitest';
import type { Fault } from '../../src/index.ts';
import type { AppOptions } from '../../src/server.ts';
import { createOperationTable } from '../../src/service/table.ts';
import { create, type CaseRequest } from '../../src/verify/cases/case.ts';
import type { Host } from '../support/answer.ts';
import { mountedHost, onExpress, serverHost } from '../support/hosts-over-http.ts';
import { opened } from './support/fault-hosts.ts';
import { routes, startedServer } from './support/started-server.ts';

type Cors = AppOptions['cors'];
const hosts: [name: string, of: (cors: Cors) => Host][] = [
  ['the server', (cors) => serverHost('', { cors })],
  ['the server on Express', (cors) => serverHost('', { cors, ...onExpress })],
  ['an app in another', (cors) => mountedHost('', { cors })],
];

/** The methods of all operations. */
const methods = createOperationTable().methods.filter((method) => method !== 'OPTIONS');

const app = 'https://app.example';
const exposed = 'Location,Preference-Applied,WWW-Authenticate,*';

/** What a response to a page of the app's lets it read, and whether it says that others get another. */
const settings: [cors: Cors, allowed: string | undefined, isVaried: boolean][] = [
  [undefined, '*', false],
  ['https://other.example', undefined, true],
  [app, app, true],
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

describe.each(hosts)('CORS on %s', (_name, hostWith) => {
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
          credentials: headers['access-control-allow-credentials'],
          exposed: headers['access-control-expose-headers'],
          isVaried: /\borigin\b/i.test(headers['vary'] ?? ''),
        }).toEqual({
          status,
          allowed,
          credentials: allowed === app ? 'true' : undefined,
          exposed: allowed && exposed,
          isVaried,
        });
      },
    );
  });

  test.each([
    ['DELETE', '/v2/pets', ['DELETE']],
    ['FOO', '/v2/pets/alba', ['FOO']],
    ['GET', '/v2/pets', []],
    ['PUT, *', '/v2/pets', []],
    ['', '/v2/pets', []],
  ])(
    'a page may send %j with any header to %s, and so sees its answer',
    async (method, path, added) => {
      const { call } = await opened(hostWith('*'));
      const asked = {
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'x-test-id',
      };
      const sent = { method: 'OPTIONS', path, headers: { Origin: app, ...asked } };
      const { status, headers } = await call(sent);
      expect(status).toBe(204);
      expect(headers).toMatchObject({
        'access-control-allow-methods': [...new Set([...methods, ...added])].join(','),
        'access-control-allow-headers': 'x-test-id',
        'access-control-max-age': '600',
      });
    },
  );
});

describe.each(routes)('CORS of unknown paths, %s', (_route, options) => {
  test('a preflight of an unknown path succeeds, so that a page sees the 404', async () => {
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
    expect(allowed?.split(',')).toContain('DELETE');
    expect((await (await asker(false))('OPTIONS', preflight)).status).toBe(404);
  });
});
