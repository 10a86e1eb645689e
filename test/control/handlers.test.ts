import { http, HttpResponse, passthrough } from 'msw';
import { describe, expect, test } from 'vitest';
import { serverWith, startedServer } from './support/started-server.ts';
describe('handlers of your own', () => {
  test('a passthrough or no answer leaves the request to the next, body and all', async () => {
    const bodies: unknown[] = [];
    const server = await startedServer({
      pets: 0,
      handlers: [
        http.post('*/v2/pets', async ({ request }) => void bodies.push(await request.json())),
        http.post('*/v2/pets', async ({ request }) => {
          bodies.push(await request.text());
          return passthrough();
        }),
        http.all('*', ({ request }) => void bodies.push(request.method)),
      ],
    });
    const response = await server.create('Rex');
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ name: 'Rex' });
    expect(bodies).toEqual([{ name: 'Rex' }, '{"name":"Rex"}', 'POST']);
    expect(server.catalog.requests.list()).toMatchObject([{ operation: 'createPet', status: 201 }]);
  });

  test('`once` answers once, and passes on from then', async () => {
    const server = await serverWith(
      http.get('*/v2/pets', () => HttpResponse.json('once'), { once: true }),
    );
    expect(await (await server.call('/pets')).json()).toBe('once');
    expect(await (await server.call('/pets')).json()).toHaveLength(25);
  });

  test('HttpResponse.error() drops the connection, and the server goes on', async () => {
    const server = await serverWith(http.get('*/v2/pets', () => HttpResponse.error()));
    expect(await server.raw('GET /v2/pets')).toMatchObject({ text: '', end: 'end' });
    expect((await server.call('/pets/x')).status).toBe(404);
    expect(server.catalog.requests.list({ path: '/v2/pets' })).toMatchObject([{ status: null }]);
  });

  test('a binary body arrives as it was sent', async () => {
    const server = await serverWith(
      http.post('*/bytes', async ({ request }) =>
        HttpResponse.arrayBuffer(await request.arrayBuffer()),
      ),
    );
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
    const echoed = await fetch(`${server.origin}/bytes`, { method: 'POST', body: bytes });
    expect(Buffer.from(await echoed.arrayBuffer()).equals(bytes)).toBe(true);
  });
});

describe('cookies', () => {
  test('several Set-Cookie headers all arrive', async () => {
    const server = await serverWith(
      http.get('*/login', () => {
        const headers = new Headers({ 'Content-Type': 'text/plain' });
        headers.append('Set-Cookie', 'a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT');
        headers.append('Set-Cookie', 'b=2; HttpOnly');
        return new HttpResponse('in', { headers });
      }),
    );
    const response = await fetch(`${server.origin}/login`);
    expect(response.headers.getSetCookie()).toEqual([
      'a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT',
      'b=2; HttpOnly',
    ]);
  });

  test('of one client never reach another', async () => {
    const seen: unknown[] = [];
    const server = await serverWith(
      http.all('*/cookies', ({ cookies, request }) => {
        seen.push([cookies, request.headers.get('cookie')]);
        return new HttpResponse(null, { headers: { 'Set-Cookie': 'session=secret; Path=/' } });
      }),
      http.all('*/json', ({ cookies }) =>
        HttpResponse.json(cookies, { headers: { 'Set-Cookie': 'other=secret; Path=/' } }),
      ),
    );
    await server.raw('GET /cookies', { Cookie: 'mine=1' });
    await server.raw('GET /json');
    await server.raw('GET /cookies');
    await server.raw('GET /cookies', { Cookie: 'theirs=2' });
    expect(seen).toEqual([
      [{ mine: '1' }, 'mine=1'],
      [{}, null],
      [{ theirs: '2' }, 'theirs=2'],
    ]);
  });
});
