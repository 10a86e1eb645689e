import { describe, expect, test } from 'vitest';
import { startServer } from '../../src/server.ts';
import { adminRoutes } from '../../src/server/admin/routes/index.ts';
import { startedServer } from './support/started-server.ts';
import { requestText, sendRaw, statusOf } from './support/tcp.ts';

const plain = { 'X-API-Key': 'test-key-01' };

describe('the Host of a control request', () => {
  test.each(['localhost', 'LOCALHOST:4020', '127.0.0.1', '127.0.0.1:1', '[::1]', '[::1]:4020'])(
    'may be a loopback name: %s',
    async (host) => {
      const server = await startedServer();
      const seen = await sendRaw(server.port, requestText('GET /__admin/faults', { Host: host }));
      expect(statusOf(seen)).toBe(200);
    },
  );

  test.each([
    'attacker.example',
    'attacker.example:4020',
    'localhost.attacker.example',
    '127.0.0.1.attacker.example',
    'localhost.',
    '127.0.0.2',
    '0.0.0.0',
    '[::2]',
    '2130706433',
  ])('may not be another, as in DNS rebinding: %s', async (host) => {
    const server = await startedServer();
    for (const line of ['GET /__admin/snapshot', 'POST /__admin/reset', 'GET /__admin/health']) {
      const seen = await sendRaw(server.port, requestText(line, { Host: host }));
      expect(statusOf(seen)).toBe(403);
      expect(seen.text).toMatch(/\{"error":"[^"]*loopback names[^"]*"\}$/);
    }
    expect(statusOf(await sendRaw(server.port, requestText('GET /v2/pets', { Host: host })))).toBe(
      200,
    );
  });

  test('may be the host that the server was told to listen on', async () => {
    const server = await startedServer({ host: '127.0.0.2' });
    const response = await fetch(`http://127.0.0.2:${server.port}/__admin/faults`);
    expect(response.status).toBe(200);
  });

  test('must be there', async () => {
    const server = await startedServer();
    const seen = await sendRaw(server.port, 'GET /__admin/faults HTTP/1.0\r\n\r\n');
    expect(statusOf(seen)).toBe(403);
  });

  test('counts also where the request line names another', async () => {
    const server = await startedServer();
    const seen = await sendRaw(
      server.port,
      requestText('GET http://localhost/__admin/faults', { Host: 'attacker.example' }),
    );
    expect(statusOf(seen)).toBe(403);
  });
});

describe('a change', () => {
  const changing = adminRoutes.filter(({ method }) => method !== 'GET');

  test.each([
    [{ Origin: 'https://attacker.example' }],
    [{ Origin: 'null' }],
    [{ Origin: 'http://127.0.0.1:1' }],
    [{ Origin: 'http://127.0.0.1.attacker.example' }],
    [{ Origin: '' }],
    [{ 'Sec-Fetch-Site': 'cross-site' }],
    [{ 'Sec-Fetch-Site': 'same-site' }],
  ])('from another origin is 403 and changes nothing: %j', async (headers) => {
    const server = await startedServer();
    server.catalog.faults.add({ operation: 'getPet', status: 500 });
    const before = server.catalog.snapshot();
    for (const { method, path } of changing) {
      const line = `${method} ${path.replace('{id}', 'fault-1')}`;
      const seen = await sendRaw(server.port, requestText(line, headers, '{}'));
      expect(statusOf(seen)).toBe(403);
    }
    expect(server.catalog.snapshot()).toEqual(before);
  });

  test.each([{}, { 'Sec-Fetch-Site': 'same-origin' }, { 'Sec-Fetch-Site': 'none' }])(
    'from its own origin, or from no page at all, is taken: %j',
    async (headers) => {
      const server = await startedServer();
      const host = `127.0.0.1:${server.port}`;
      const own = { Host: host, Origin: `http://${host}`, ...headers };
      expect(statusOf(await sendRaw(server.port, requestText('POST /__admin/reset', own)))).toBe(
        204,
      );
      expect((await server.admin('POST /reset', { headers })).status).toBe(204);
    },
  );

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    '',
    'application/jsonx',
  ])('must be JSON and say so, as a form of another site could not: "%s"', async (type) => {
    const server = await startedServer();
    const before = server.catalog.snapshot();
    for (const line of ['POST /__admin/seed', 'POST /__admin/faults', 'PUT /__admin/snapshot']) {
      const text = requestText(line, { 'Content-Type': type }, '{"pets":0,"status":500}');
      const seen = await sendRaw(server.port, text);
      expect(statusOf(seen)).toBe(415);
    }
    expect(server.catalog.snapshot()).toEqual(before);
  });
});

describe('a read', () => {
  const foreign: Record<string, string>[] = [
    { Origin: 'https://attacker.example' },
    { Origin: 'null' },
    { Origin: 'http://127.0.0.1:1' },
    { Origin: '' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' },
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
  ];
  const reading = adminRoutes.filter(({ method }) => method === 'GET');

  test.each(foreign)('from another origin is 403, but health is open: %j', async (headers) => {
    const server = await startedServer();
    for (const { path, isOpen } of reading) {
      for (const method of ['GET', 'HEAD']) {
        const line = `${method} ${path.replace('{id}', 'fault-1')}`;
        const seen = await sendRaw(server.port, requestText(line, headers));
        expect([line, statusOf(seen)]).toEqual([line, isOpen ? 200 : 403]);
      }
    }
    for (const path of ['/openapi.json', '/openapi.yaml']) {
      const seen = await sendRaw(server.port, requestText(`GET ${path}`, headers));
      expect([path, statusOf(seen)]).toEqual([path, 200]);
    }
  });

  test.each([
    {},
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none' },
    {
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Dest': 'document',
    },
  ])('from its own origin, from no page, or by a link is answered: %j', async (headers) => {
    const server = await startedServer();
    const seen = await sendRaw(server.port, requestText('GET /__admin/snapshot', { ...headers }));
    expect(statusOf(seen)).toBe(200);
  });

  test('by a link is no way to change anything, nor to open a WebSocket', async () => {
    const server = await startedServer();
    const link = {
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Dest': 'document',
    };
    for (const line of ['POST /__admin/reset', 'HEAD /__admin/faults']) {
      expect(statusOf(await sendRaw(server.port, requestText(line, link)))).toBe(403);
    }
    const upgrade = {
      Origin: 'https://attacker.example',
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'websocket',
      'Sec-Fetch-Dest': 'websocket',
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    const opened = await sendRaw(server.port, requestText('GET /__admin/socket', upgrade));
    expect(statusOf(opened)).toBe(403);
  });

  test('from another origin is 403 with a token, too', async () => {
    const server = await startedServer({ adminToken: 'secret-token-1' });
    const headers = { Authorization: 'Bearer secret-token-1', Origin: 'https://attacker.example' };
    expect((await server.admin('GET /faults', { headers })).status).toBe(403);
    expect((await server.admin('GET /health', { headers })).status).toBe(200);
  });
});

describe('bodies of an attacker', () => {
  test.each(['{"__proto__":{"pets":1}}', '{"constructor":{"prototype":{"polluted":1}}}'])(
    '%s is refused',
    async (body) => {
      const server = await startedServer();
      const answer = await server.admin('POST /seed', { body });
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.json as object)).toEqual(['error']);
      expect({}).not.toHaveProperty('polluted');
    },
  );

  test('a very deep one is refused, and the server goes on', async () => {
    const server = await startedServer();
    const deep = 100_000;
    for (const body of [
      '['.repeat(deep) + ']'.repeat(deep),
      `{"fixtures":${'['.repeat(deep)}${']'.repeat(deep)}}`,
      '{"a":'.repeat(deep) + '1' + '}'.repeat(deep),
    ]) {
      for (const line of ['POST /seed', 'POST /faults', 'PUT /snapshot']) {
        expect((await server.admin(line, { body })).status).toBe(400);
      }
    }
    const create = await server.call('/pets', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: `{"name":"a","x":${'['.repeat(deep)}${']'.repeat(deep)}}`,
    });
    expect([201, 400]).toContain(create.status);
    expect((await server.admin('GET /health')).status).toBe(200);
  });

  test('a query of many parameters, or of names that mean something else, is no trouble', async () => {
    const server = await startedServer();
    for (const query of ['constructor=1', 'toString=1', 'a[]=1', '%', '='.repeat(2000)]) {
      expect((await server.admin(`GET /requests?${query}`)).status).toBe(400);
    }
  });
});

describe('a token', () => {
  const token = 'the-secret-token-77';
  const bearer = { Authorization: `Bearer ${token}` };

  test('is needed for all but health', async () => {
    const server = await startedServer({ adminToken: token });
    for (const { method, path, isOpen } of adminRoutes) {
      const response = await fetch(server.origin + path.replace('{id}', 'x'), { method });
      await response.text();
      expect({ path, status: response.status }).toEqual({ path, status: isOpen ? 200 : 401 });
      if (!isOpen) expect(response.headers.get('www-authenticate')).toBe('Bearer');
    }
    expect((await server.admin('GET /nowhere')).status).toBe(401);
    expect((await server.admin('GET /faults', { headers: bearer })).status).toBe(200);
    expect((await server.call('/pets')).status).toBe(200);
  });

  test.each([
    'Bearer wrong',
    'Bearer the-secret-token-7',
    'Bearer the-secret-token-777',
    'Bearer THE-SECRET-TOKEN-77',
    `Basic ${token}`,
    token,
    'Bearer',
    '',
  ])('that is another is 401: %s', async (authorization) => {
    const server = await startedServer({ adminToken: token });
    const headers = { Authorization: authorization };
    expect((await server.admin('POST /reset', { headers })).status).toBe(401);
  });

  test('makes the Host irrelevant, but not the origin', async () => {
    const server = await startedServer({ adminToken: token });
    const away = { Host: 'mock.example', ...bearer };
    const read = await sendRaw(server.port, requestText('GET /__admin/faults', away));
    expect(statusOf(read)).toBe(200);
    const changed = await sendRaw(server.port, requestText('POST /__admin/reset', away));
    expect(statusOf(changed)).toBe(204);
    const cross = { ...away, Origin: 'https://attacker.example' };
    const refused = await sendRaw(server.port, requestText('POST /__admin/reset', cross));
    expect(statusOf(refused)).toBe(403);
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
    const withToken = await startedServer({ host: '0.0.0.0', adminToken: 'token-12345' });
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
  const server = await startedServer({ cors: '*' });
  for (const { path } of adminRoutes) {
    for (const method of ['OPTIONS', 'HEAD', 'POST', 'PATCH']) {
      const response = await fetch(server.origin + path, {
        method,
        headers: { ...plain, Origin: 'https://app.example' },
      });
      await response.text();
      const names = [...response.headers.keys()];
      expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  }
});

test('unknown paths and methods say so, with Allow', async () => {
  const server = await startedServer();
  expect(await server.admin('GET /nowhere')).toMatchObject({ status: 404 });
  expect(await server.admin('GET ')).toMatchObject({ status: 404 });
  const { status, headers } = await server.admin('PATCH /requests');
  expect(status).toBe(405);
  expect(headers.get('allow')).toBe('DELETE, GET, HEAD, OPTIONS');
  expect((await server.admin('GET /faults/fault-1')).headers.get('allow')).toBe(
    'DELETE, OPTIONS, PATCH',
  );
});

test('a preflight to an unknown path is answered, so that the page sees the 404', async () => {
  const { origin } = await startedServer();
  const page = { Origin: 'https://app.example' };
  const preflight = { ...page, 'Access-Control-Request-Method': 'GET' };
  const asked = await fetch(`${origin}/pets`, { method: 'OPTIONS', headers: preflight });
  expect(asked.status).toBe(204);
  expect(asked.headers.get('access-control-allow-origin')).toBe('*');
  expect(asked.headers.get('access-control-allow-methods')).toContain('POST');
  const response = await fetch(`${origin}/pets`, { headers: page });
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
    404,
    '*',
  ]);
  expect((await fetch(`${origin}/pets`, { method: 'OPTIONS' })).status).toBe(404);
});

test('without CORS a preflight to an unknown path is the 404 itself', async () => {
  const { origin } = await startedServer({ cors: false });
  const headers = { Origin: 'https://app.example', 'Access-Control-Request-Method': 'GET' };
  expect((await fetch(`${origin}/pets`, { method: 'OPTIONS', headers })).status).toBe(404);
});

describe('control requests of a page of another site, with a token', () => {
  const token = 'secret-token-1';
  const origin = 'https://app.example';
  const withToken = { Authorization: `Bearer ${token}`, Origin: origin };
  const cross = { ...withToken, 'Sec-Fetch-Site': 'cross-site' };
  const preflight = {
    Origin: origin,
    'Access-Control-Request-Method': 'PATCH',
    'Access-Control-Request-Headers': 'authorization,content-type,x-api-key',
  };

  test('are taken where cors names its origin', async () => {
    const server = await startedServer({ adminToken: token, cors: [origin, 'https://b.example'] });
    const asked = await fetch(`${server.origin}/__admin/faults`, {
      method: 'OPTIONS',
      headers: preflight,
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe(origin);
    expect(asked.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(asked.headers.get('access-control-allow-headers')).toBe(
      'authorization,content-type,x-api-key',
    );
    const added = await server.admin('POST /faults', { headers: cross, body: { status: 503 } });
    expect(added.status).toBe(201);
    expect(added.headers.get('access-control-allow-origin')).toBe(origin);
    expect((await server.admin('GET /faults', { headers: cross })).status).toBe(200);
    const refused = await server.admin('GET /faults', { headers: { Origin: origin } });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([
      401,
      origin,
    ]);
  });

  test.each([
    ['another origin', [origin], 'https://c.example'],
    ['any origin, where all are allowed', '*', origin],
    ['any origin, where one of several is all', [origin, '*'], origin],
    ['any origin, where none is', false, origin],
  ] as const)('are refused for %s', async (_name, cors, from) => {
    const server = await startedServer({ adminToken: token, cors });
    const headers = { ...cross, Origin: from };
    const changed = await server.admin('POST /reset', { headers });
    expect(changed.status).toBe(403);
    const read = await server.admin('GET /faults', { headers });
    expect(read.status).toBe(403);
    for (const answer of [changed, read]) {
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('are refused without a token, whatever cors names', async () => {
    const server = await startedServer({ cors: origin });
    const changed = await server.admin('POST /reset', { headers: cross });
    expect(changed.status).toBe(403);
    const asked = await fetch(`${server.origin}/__admin/faults`, {
      method: 'OPTIONS',
      headers: preflight,
    });
    expect(asked.headers.get('access-control-allow-origin')).toBeNull();
  });
});
