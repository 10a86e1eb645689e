import { expect, onTestFinished, test } from 'vitest';
import { serviceOf } from '../../src/pet-catalog.ts';
import { jsonOf, type Answer } from '../support/answer.ts';
import { describeRaw, head, maxBodyBytes, type RawTarget } from '../support/raw-server.ts';
import { withSocket } from '../support/raw-socket.ts';
import { alba } from '../../src/verify/cases/case.ts';
import { patient } from '../support/patience.ts';

const get = (path: string) => head(`GET ${path} HTTP/1.1`, 'Host: localhost', 'X-API-Key: k');
const create = (name: string) => {
  const body = JSON.stringify({ name });
  return `${head('POST /v2/pets HTTP/1.1', 'Host: localhost', 'X-API-Key: k', 'Content-Type: application/json', `Content-Length: ${body.length}`)}${body}`;
};

/** How many listen to the journal of a server. */
function countListeners({ server }: RawTarget): () => number {
  const { journal } = serviceOf(server.catalog).catalogs.common;
  const { listen } = journal;
  let listeners = 0;
  journal.listen = (listener) => {
    const unlisten = listen(listener);
    listeners++;
    return () => {
      unlisten();
      listeners--;
    };
  };
  onTestFinished(() => {
    journal.listen = listen;
  });
  return () => listeners;
}

describeRaw('a request that is queued behind another on its connection', (running) => {
  const open = () =>
    running.server.catalog.requests.list().filter(({ durationMs }) => durationMs === null).length;

  test.each([
    ['hang', { network: 'hang' }],
    ['are delayed', { delay: 60_000 }],
  ] as const)('is never handled when the connection ends, where all %s', async (_what, fault) => {
    running.server.catalog.faults.add(fault);
    await withSocket(running.port, async ({ socket, write }) => {
      write(get('/v2/pets') + create('Rex').repeat(3));
      await expect.poll(open).toBe(1);
      socket.destroy();
    });
    await expect.poll(open).toBe(0);
    running.server.catalog.faults.clear();
    expect(running.server.catalog.requests.list().map(({ status }) => status)).toEqual([null]);
  });

  const send = (line: string, body: object) => {
    const text = JSON.stringify(body);
    return `${head(`${line} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json', `Content-Length: ${text.length}`)}${text}`;
  };
  const countOf = (answer: Answer) => (jsonOf(answer) as unknown[]).length;

  test('is answered although the client ends its side in the same packet', async () => {
    await withSocket(running.port, async ({ socket, read }) => {
      socket.end(create('Rex') + get('/v2/pets') + create('Max'));
      expect([(await read()).status, countOf(await read('GET')), (await read()).status]).toEqual([
        201,
        running.server.catalog.pets.count() - 1,
        201,
      ]);
    });
  });

  test('and cannot be parsed is one error, whatever comes behind it', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    onTestFinished(() => void process.off('warning', onWarning));
    running.server.catalog.faults.add({ delay: 300 });
    await withSocket(running.port, async ({ write, read }) => {
      write(get('/v2/pets'));
      await expect.poll(open).toBe(1);
      for (let sent = 0; sent < 30; sent++) {
        write('zz\r\n');
        // Each in a packet of its own.
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect([(await read()).status, (await read()).status]).toEqual([200, 400]);
    });
    expect(warnings).toEqual([]);
  });

  test('finds the pets of the seed before it', async () => {
    await withSocket(running.port, async ({ write, read }) => {
      write(send('POST /__admin/seed', { fixtures: [alba] }) + create('Rex') + get('/v2/pets'));
      expect([(await read()).status, (await read()).status]).toEqual([200, 201]);
      expect(countOf(await read())).toBe(2);
    });
  });

  test('meets the fault before it', async () => {
    await withSocket(running.port, async ({ write, read }) => {
      write(send('POST /__admin/faults', { operation: 'listPets', status: 503 }) + get('/v2/pets'));
      expect([(await read()).status, (await read()).status]).toEqual([201, 503]);
    });
  });

  test('finds the pet of the create before it', async () => {
    await withSocket(running.port, async ({ write, read }) => {
      write(
        create('Rex') +
          get('/v2/pets') +
          head('HEAD /v2/pets HTTP/1.1', 'Host: localhost', 'X-API-Key: k'),
      );
      expect((await read()).status).toBe(201);
      const list = await read();
      expect(JSON.stringify(jsonOf(list))).toContain('"Rex"');
      expect((await read('HEAD')).headers['content-length']).toBe(list.headers['content-length']);
    });
  });

  test('is not handled behind a response that closes the connection', async () => {
    const { pets } = running.server.catalog;
    await withSocket(running.port, async ({ write, ended }) => {
      const closing = create('Ada').replace('Host:', 'Connection: close\r\nHost:');
      write(closing + create('Rex'));
      expect(await ended()).toContain('"Ada"');
    });
    const large = 'x'.repeat(maxBodyBytes);
    await withSocket(running.port, async ({ write, ended }) => {
      write(create(large) + create('Rex'));
      expect(await ended()).toMatch(/^HTTP\/1\.1 413 /);
    });
    expect(pets.list().map(({ name }) => name)).toContain('Ada');
    expect(pets.list().map(({ name }) => name)).not.toContain('Rex');
  });

  test.each([
    ['CONNECT', 405, head('CONNECT localhost:443 HTTP/1.1', 'Host: localhost')],
    [
      'a WebSocket',
      101,
      head(
        'GET /__admin/socket HTTP/1.1',
        'Host: localhost',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        'Sec-WebSocket-Version: 13',
      ),
    ],
  ])('is answered behind what came before it, as %s', async (_what, status, bytes) => {
    running.server.catalog.faults.add({ operation: 'getPet', delay: 100 });
    await withSocket(running.port, async ({ write, read }) => {
      write(get('/v2/pets/alba') + bytes);
      expect([(await read()).status, (await read()).status]).toEqual([200, status]);
    });
  });

  test('ends with the connection, where it streams events or waits for requests', async () => {
    const listeners = countListeners(running);
    await withSocket(running.port, async ({ socket, write }) => {
      write(get('/__admin/events').repeat(3) + get('/__admin/requests/wait?status=599').repeat(3));
      // Only the stream whose turn it is.
      await expect.poll(listeners).toBe(1);
      socket.destroy();
    });
    await expect.poll(listeners).toBe(0);
  });

  test('begins its stream of events when it is its turn', async () => {
    running.server.catalog.faults.add({ operation: 'getPet', delay: 200, times: 1 });
    await withSocket(running.port, async ({ socket, write, read, ended }) => {
      write(get('/v2/pets/alba') + get('/__admin/events'));
      await running.server.catalog.requests.waitFor({ operation: 'getPet' }, patient);
      await withSocket(running.port, async (other) => {
        other.write(get('/v2/pets?limit=1'));
        await other.read();
      });
      await read();
      await read();
      await withSocket(running.port, async (other) => {
        other.write(get('/v2/pets?limit=2'));
        await other.read();
      });
      socket.end();
      const events = await ended();
      expect(events).toContain('"query":"limit=2"');
      expect(events).not.toContain('"query":"limit=1"');
    });
  });

  test('is asked for its body before it is answered', async () => {
    const { faults } = running.server.catalog;
    faults.add({ operation: 'listPets', delay: 100, times: 1 });
    const body = '{"name":"Rex"}';
    await withSocket(running.port, async ({ write, read }) => {
      write(
        get('/v2/pets') +
          create('Rex').replace('Host:', 'Expect: 100-continue\r\nHost:') +
          get('/v2/pets/alba'),
      );
      const statuses = [(await read()).status];
      let answer = await read();
      if (answer.status === 100) answer = await read();
      statuses.push(answer.status, (await read()).status);
      expect(statuses).toEqual([200, 201, 200]);
      expect(jsonOf(answer)).toMatchObject(JSON.parse(body) as object);
    });
  });

  test.each([
    ['reset', ''],
    ['empty', ''],
    ['truncate', /^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n\[\{"name":"Alba"/],
  ] as const)('meets %s when it is its turn, after what comes before it', async (network, rest) => {
    const { faults } = running.server.catalog;
    faults.add({ operation: 'getPet', delay: 100 });
    faults.add({ operation: 'listPets', network });
    onTestFinished(() => faults.clear());
    await withSocket(running.port, async ({ write, read, ended }) => {
      write(get('/v2/pets/alba') + get('/v2/pets') + get('/v2/pets/bruno'));
      expect(jsonOf(await read())).toEqual(alba);
      const text = await ended();
      if (rest === '') expect(text).toBe('');
      else expect(text).toMatch(rest);
      expect(text).not.toContain('"bruno"}]');
    });
  });
});
