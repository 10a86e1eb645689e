import { expect, test } from 'vitest';
import { startedServer } from './support/started-server.ts';

test.each<[line: string, status: number, allow?: string]>([
  ['GET /health/', 200],
  ['GET /health//', 404],
  ['GET /', 404],
  ['HEAD /health', 200],
  ['OPTIONS /pets', 204],
  ['DELETE /scenarios/current', 405, 'OPTIONS, PUT'],
  ['PUT /pets/rex', 405, 'DELETE, GET, HEAD, OPTIONS, PATCH'],
  ['GET /pets/a%2Fb', 200],
  ['GET /pets/a/b', 404],
  ['GET /pets/%zz', 404],
  ['POST /pets/%zz', 405],
  ['OPTIONS /pets/%zz', 204],
  ['DELETE /faults/%zz', 404],
])('%s is answered with %i', async (line, status, allow) => {
  const server = await startedServer({ fixtures: [{ name: 'Rex', id: 'a/b' }] });
  const answer = await server.admin(line);
  expect(answer.status).toBe(status);
  if (allow !== undefined) expect(answer.headers.get('allow')).toBe(allow);
  if (status >= 400 && !line.startsWith('HEAD')) {
    expect(answer.json).toEqual({ error: expect.any(String) as string });
  }
});

test('the guard comes before a path that cannot be decoded', async () => {
  const server = await startedServer({ adminToken: 'token-12345' });
  expect((await server.admin('GET /pets/%zz')).status).toBe(401);
});

test('an empty id matches nothing, not the path without the id', async () => {
  const server = await startedServer();
  server.catalog.faults.add({ status: 503 });
  expect(await server.admin('DELETE /faults/')).toMatchObject({
    status: 404,
    json: { error: 'There is no fault with that id' },
  });
  expect((await server.admin('GET /pets/')).status).toBe(404);
  expect(server.catalog.faults.list()).toHaveLength(1);
});
