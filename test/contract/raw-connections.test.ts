import { expect, test } from 'vitest';
import { textOf } from '../support/answer.ts';
import { describeRaw, head, host, key } from '../support/raw-server.ts';
import { withSocket } from '../support/raw-socket.ts';

const get = (path: string) => head(`GET ${path} HTTP/1.1`, host, key);

describeRaw('a raw connection', (running) => {
  test('gives a client that reads late each of its long lists whole', async () => {
    const { catalog } = running.server;
    for (let pet = 0; pet < 9000; pet++) catalog.pets.create({ name: `Pet ${pet}`, tag: 'dog' });
    const body = JSON.stringify(catalog.pets.list());
    // Together more than a connection holds on its way.
    const lists = 12;
    await withSocket(running.port, async ({ socket, write, read }) => {
      socket.pause();
      write(get('/v2/pets').repeat(lists) + get('/v2/pets/nobody'));
      await expect.poll(() => catalog.requests.count()).toBeGreaterThan(0);
      socket.resume();
      for (let count = 0; count < lists; count++) expect(textOf(await read()) === body).toBe(true);
      expect((await read()).status).toBe(404);
    });
  });

  test.each([
    [
      'the client asks for that',
      head('GET /v2/pets/alba HTTP/1.1', host, key, 'Connection: close'),
    ],
    ['it is in HTTP/1.0', head('GET /v2/pets/alba HTTP/1.0', host, key)],
    ['the client closes its side', get('/v2/pets/alba'), true],
  ])('is closed after an answer when %s', async (_when, bytes, isHalf = false) => {
    await withSocket(running.port, async ({ socket, write, read, ended }) => {
      write(bytes);
      if (isHalf) socket.end();
      const { status, headers } = await read();
      expect([status, headers['connection']]).toEqual([200, isHalf ? 'keep-alive' : 'close']);
      expect(await ended()).toBe('');
    });
  });
});
