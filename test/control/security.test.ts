import { describe, expect, test } from 'vitest';
import { startServer } from '../../src/server.ts';
import { adminRoutes } from '../../src/server/admin/routes/index.ts';
import { startedServer } from './support/started-server.ts';

const token = 'the-secret-token-77';
const bearer = { Authorization: `Bearer ${token}` };
const attacker = { Origin: 'https://attacker.example' };
const link = {
  'Sec-Fetch-Site': 'cross-site',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Dest': 'document',
};

describe('the Host of a control request', () => {
  test.each(['localhost', 'LOCALHOST:4020', '127.0.0.1', '127.0.0.1:1', '[::1]', '[::1]:4020'])(
    'may be a loopback name: %s',
    async (Host) => {
      const { raw } = await startedServer();
      expect((await raw('GET /__admin/faults', { Host })).status).toBe(200);
    },
  );

  test.each(['attacker.example', 'localhost.attacker.example', 'localhost.', '127.0.0.2'])(
    'may not be another, as in DNS rebinding: %s',
    async (Host) => {
      const { raw } = await startedServer();
      for (const line of [
        'GET /__admin/snapshot',
        'POST /__admin/reset',
        'POST /__admin/health',
        'GET http://localhost/__admin/faults',
      ]) {
        const { status, text } = await raw(line, { Host });
        expect(status).toBe(403);
        expect(text).toMatch(/\{"error":"[^"]*loopback names[^"]*"\}$/);
      }
      for (const line of ['GET /v2/pets', 'GET /__admin/health']) {
        expect((await raw(line, { Host })).status).toBe(200);
      }
    },
  );

  test('may be the host that the server listens on', async () => {
    const { port } = await startedServer({ host: '127.0.0.2' });
    expect((await fetch(`http://127.0.0.2:${port}/__admin/faults`)).status).toBe(200);
  });
});

describe('a control request', () => {
  test.each<Record<string, string>>([
    attacker,
    { Origin: 'null' },
    { Origin: 'http://127.0.0.1:1' },
    { Origin: '' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { ...link, 'Sec-Fetch-Dest': 'iframe' },
  ])('from another origin is 403 and changes nothing, but health is open: %j', async (headers) => {
    const { catalog, raw } = await startedServer();
    catalog.faults.add({ operation: 'getPet', status: 500 });
    const before = catalog.snapshot();
    for (const { method, path, isOpen } of adminRoutes) {
      const target = path.replace('{id}', 'fault-1');
      for (const one of method === 'GET' ? ['GET', 'HEAD'] : [method]) {
        const { status } = await raw(`${one} ${target}`, headers, one === 'GET' ? undefined : '{}');
        expect([one, path, status]).toEqual([one, path, isOpen ? 200 : 403]);
      }
    }
    expect(catalog.snapshot()).toEqual(before);
  });

  test.each<Record<string, string>>([
    {},
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none' },
  ])('from its own origin, or from no page at all, is taken: %j', async (headers) => {
    const { port, raw } = await startedServer();
    const host = `127.0.0.1:${port}`;
    for (const own of [{}, { Host: host, Origin: `http://${host}` }]) {
      expect((await raw('POST /__admin/reset', { ...own, ...headers })).status).toBe(204);
      expect((await raw('GET /__admin/snapshot', { ...own, ...headers })).status).toBe(200);
    }
  });

  test.each([
    ['GET /__admin/snapshot', 200],
    ['POST /__admin/reset', 403],
    ['HEAD /__admin/faults', 403],
  ])('by a link is for reading alone: %s is %i', async (line, status) => {
    const { raw } = await startedServer();
    expect((await raw(line, link)).status).toBe(status);
    // An older browser does not say what for.
    const { 'Sec-Fetch-Dest': _, ...older } = link;
    expect((await raw(line, older)).status).toBe(status);
  });

  test('with a very deep body is refused, and the server goes on', async () => {
    const { admin, call } = await startedServer();
    const deep = 100_000;
    const body = `{"fixtures":${'['.repeat(deep)}${']'.repeat(deep)}}`;
    for (const line of ['POST /seed', 'POST /faults', 'PUT /snapshot']) {
      expect((await admin(line, { body })).status).toBe(400);
    }
    expect((await call('/pets')).status).toBe(200);
  });
});

describe('a token', () => {
  test('is needed for all but health', async () => {
    const { admin, call, origin } = await startedServer({ adminToken: token });
    for (const { method, path, isOpen } of adminRoutes) {
      const response = await fetch(origin + path.replace('{id}', 'x'), { method });
      await response.text();
      expect({ path, status: response.status }).toEqual({ path, status: isOpen ? 200 : 401 });
      if (!isOpen) expect(response.headers.get('www-authenticate')).toBe('Bearer');
    }
    expect((await admin('GET /nowhere')).status).toBe(401);
    expect((await call('/pets')).status).toBe(200);
  });

  test.each(['Bearer wrong', 'Bearer the-secret-token-777', `Basic ${token}`, token, ''])(
    'that is another is 401: %s',
    async (Authorization) => {
      const { admin } = await startedServer({ adminToken: token });
      expect((await admin('POST /reset', { headers: { Authorization } })).status).toBe(401);
    },
  );

  test.each([
    ['GET /__admin/faults', {}, 200],
    // The scheme is in any letter case (RFC 9110, section 11.1).
    ['GET /__admin/faults', { Authorization: `bearer ${token}` }, 200],
    ['POST /__admin/reset', {}, 204],
    ['POST /__admin/reset', attacker, 403],
    ['GET /__admin/faults', attacker, 403],
    ['GET /__admin/health', attacker, 200],
  ])('makes the Host irrelevant, but not the origin: %s, %j', async (line, origin, status) => {
    const { raw } = await startedServer({ adminToken: token });
    const seen = await raw(line, { Host: 'mock.example', ...bearer, ...origin });
    expect(seen.status).toBe(status);
  });
});

describe('listening beyond loopback', () => {
  test.each(['0.0.0.0', '::', '192.168.1.7', 'example.org', '127.0.0.1.example.org'])(
    'is refused without a token or admin: false (%s)',
    async (host) => {
      const start = startServer({ port: 0, host });
      await expect(start).rejects.toMatchObject({ name: 'OptionError' });
      await expect(start).rejects.toThrow(/--admin-token.*--no-admin/);
    },
  );

  test('is taken with either', async () => {
    const withToken = await startedServer({ host: '0.0.0.0', adminToken: token });
    expect((await withToken.admin('GET /health')).status).toBe(200);
    const without = await startedServer({ host: '0.0.0.0', admin: false });
    expect((await without.call('/pets')).status).toBe(200);
  });
});

test('without a control plane there is nothing at its paths', async () => {
  const server = await startedServer({ admin: false });
  for (const { method, path } of adminRoutes) {
    const response = await fetch(server.origin + path, { method });
    expect({ path, status: response.status }).toEqual({ path, status: 404 });
    expect(await response.json()).toEqual({ error: 'Not found' });
  }
});

test('no answer of the control plane carries a CORS header, a preflight neither', async () => {
  const { admin } = await startedServer({ cors: '*' });
  for (const { path } of adminRoutes) {
    for (const method of ['OPTIONS', 'HEAD', 'POST', 'PATCH']) {
      const line = `${method} ${path.replace('/__admin', '')}`;
      const { headers } = await admin(line, { headers: { Origin: 'https://app.example' } });
      const names = [...headers.keys()];
      expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  }
});

describe('control requests of a page of another site, with a token', () => {
  const Origin = 'https://app.example';
  const allowed = 'access-control-allow-origin';
  const cross = { ...bearer, Origin, 'Sec-Fetch-Site': 'cross-site' };
  const preflight = {
    Origin,
    'Access-Control-Request-Method': 'PATCH',
    'Access-Control-Request-Headers': 'authorization,content-type,x-api-key',
  };

  test('are taken where cors names its origin', async () => {
    const cors = [Origin, 'https://b.example'];
    const { admin } = await startedServer({ adminToken: token, cors });
    const asked = await admin('OPTIONS /faults', { headers: preflight });
    expect(asked.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(asked.headers.get('access-control-allow-headers')).toBe(
      'authorization,content-type,x-api-key',
    );
    const answers = [
      asked,
      await admin('POST /faults', { headers: cross, body: { status: 503 } }),
      await admin('GET /faults', { headers: cross }),
      await admin('GET /faults', { headers: { Origin } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([204, 201, 200, 401]);
    expect(answers.map(({ headers }) => headers.get(allowed))).toEqual(Array(4).fill(Origin));
  });

  test.each([
    ['another origin', token, [Origin], 'https://c.example'],
    ['any origin, where all are allowed', token, '*', Origin],
    ['any origin, where one of several is all', token, [Origin, '*'], Origin],
    ['any origin, where none is', token, false, Origin],
    ['any origin, where there is no token', undefined, Origin, Origin],
  ] as const)('are refused for %s', async (_name, adminToken, cors, from) => {
    const { admin } = await startedServer({ adminToken, cors });
    const headers = { ...cross, Origin: from };
    for (const line of ['POST /reset', 'GET /faults']) {
      const answer = await admin(line, { headers });
      expect([answer.status, answer.headers.get(allowed)]).toEqual([403, null]);
    }
    const asked = await admin('OPTIONS /faults', { headers: { ...preflight, Origin: from } });
    expect(asked.headers.get(allowed)).toBeNull();
  });
});
