import { once } from 'node:events';
import { connect } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { selfSigned } from '../control/support/self-signed.ts';
import { untilClosed } from '../control/support/tcp.ts';
import type { Pet } from '../../src/index.ts';
import { startServer } from '../../src/server.ts';
import { jsonOf } from '../support/answer.ts';
import { checkForm } from '../support/check-answer.ts';
import { describeRaw, hasOldParser, head, maxBodyBytes } from '../support/raw-server.ts';
import { withSocket } from '../support/raw-socket.ts';

const rex = '{"name":"Rex"}';

function post(...lines: string[]): string {
  return head(
    'POST /v2/pets HTTP/1.1',
    'Host: localhost',
    'X-API-Key: k',
    'Content-Type: application/json',
    ...lines,
  );
}

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

describeRaw('a raw body', (running) => {
  const names = () => running.server.catalog.pets.list().map(({ name }) => name);

  test.each([
    ['in one chunk', chunk(rex)],
    ['in a chunk for each byte', [...rex].map(chunk).join('')],
    ['in chunks with extensions', `e;a=b${hasOldParser ? '' : ';c="d"'}\r\n${rex}\r\n`],
    ['in chunks whose sizes have zeros', `000e\r\n${rex}\r\n`],
  ])('%s is read', async (_name, chunks) => {
    await withSocket(running.port, async ({ write, read }) => {
      write(`${post('Transfer-Encoding: chunked')}${chunks}0\r\n\r\n`);
      const answer = await read();
      checkForm('POST', answer, true);
      expect(answer.status).toBe(201);
      expect((jsonOf(answer) as Pet).name).toBe('Rex');
    });
  });

  test('in chunks with trailers is read, and the trailers are no headers', async () => {
    await withSocket(running.port, async ({ write, read }) => {
      write(
        `${head('POST /v2/pets HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Transfer-Encoding: chunked', 'Trailer: X-API-Key')}${chunk(rex)}0\r\nX-API-Key: k\r\n\r\n`,
      );
      expect((await read()).status).toBe(401);
    });
  });

  test('that comes byte by byte is read', async () => {
    await withSocket(running.port, async ({ socket, write, read }) => {
      socket.setNoDelay(true);
      for (const byte of `${post(`Content-Length: ${rex.length}`)}${rex}`) {
        write(byte);
        await new Promise(setImmediate);
      }
      expect((await read()).status).toBe(201);
    });
  });

  test('of no length and no chunks is an empty one', async () => {
    await withSocket(running.port, async ({ write, read }) => {
      write(post());
      const answer = await read();
      checkForm('POST', answer, true);
      expect(answer.status).toBe(400);
    });
  });

  test('declared too large is refused before any of it has come', async () => {
    await withSocket(running.port, async ({ write, read, ended }) => {
      write(post(`Content-Length: ${maxBodyBytes + 1}`));
      const answer = await read();
      checkForm('POST', answer, true);
      expect(answer.status).toBe(413);
      expect(answer.headers['connection']).toBe('close');
      expect(await ended()).toBe('');
    });
  });

  test('in chunks is refused at the first byte too many, without waiting for the end', async () => {
    await withSocket(running.port, async ({ write, read, ended }) => {
      write(`${post('Transfer-Encoding: chunked')}${chunk('x'.repeat(maxBodyBytes))}`);
      write('1\r\nx');
      const answer = await read();
      checkForm('POST', answer, true);
      expect(answer.status).toBe(413);
      expect(await ended()).toBe('');
    });
  });

  test('without an end is refused, and is not read on', async () => {
    await withSocket(running.port, async ({ socket, write, read }) => {
      write(post('Transfer-Encoding: chunked'));
      const piece = Buffer.from(chunk('x'.repeat(16 * 1024)));
      // As fast as the server takes it, until it answers.
      const more = () => void (socket.writable && socket.write(piece) && setImmediate(more));
      socket.on('drain', more);
      more();
      const answer = await read();
      socket.off('drain', more);
      checkForm('POST', answer, true);
      expect(answer.status).toBe(413);
      // What the two kernels hold between them, and not a stream that is read for ever.
      expect(socket.bytesWritten - socket.writableLength).toBeLessThan(32 * 1024 * 1024);
    });
    expect(names()).toHaveLength(3);
  });

  test('that is shorter than declared creates nothing', async () => {
    await withSocket(running.port, async ({ socket, write, ended }) => {
      write(`${post('Content-Length: 100')}${rex}`);
      socket.end();
      const rest = await ended();
      expect(rest).toMatch(/^$|^HTTP\/1\.1 400 [^]*\r\n\r\n\{"error":"[^"]+"\}$/);
    });
    expect(names()).toHaveLength(3);
  });

  test('that is longer than declared is a request and then no HTTP', async () => {
    await withSocket(running.port, async ({ write, read, ended }) => {
      write(`${post(`Content-Length: ${rex.length}`)}${rex}{"name":"Max"}`);
      const answers = [await read(), await read()];
      expect(answers.map(({ status }) => status)).toEqual([201, 400]);
      for (const answer of answers) checkForm('POST', answer, true);
      expect(await ended()).toBe('');
    });
    expect(names()).toHaveLength(4);
  });

  test.each([
    ['with its length', `${post('Content-Length: 100')}${rex}`],
    ['in chunks', `${post('Transfer-Encoding: chunked')}${chunk(rex)}`],
  ])(
    '%s that is broken off creates nothing, and is in the journal without a status',
    async (_name, bytes) => {
      const { requests } = running.server.catalog;
      await withSocket(running.port, async ({ socket, write }) => {
        write(bytes);
        await expect.poll(() => requests.count({ operation: 'createPet' })).toBe(1);
        socket.resetAndDestroy();
      });
      // Another create, so that what the first left would be seen.
      await withSocket(running.port, async ({ write, read }) => {
        write(`${post(`Content-Length: ${rex.length}`)}${rex}`);
        expect((await read()).status).toBe(201);
      });
      expect(names()).toHaveLength(4);
      expect(requests.list({ operation: 'createPet' }).map(({ status }) => status)).toEqual([
        null,
        201,
      ]);
    },
  );

  test('is asked for when the client expects that', async () => {
    await withSocket(running.port, async ({ write, read }) => {
      write(post(`Content-Length: ${rex.length}`, 'Expect: 100-continue'));
      expect((await read()).status).toBe(100);
      write(rex);
      const answer = await read();
      checkForm('POST', answer, true);
      expect(answer.status).toBe(201);
    });
  });

  test('is not asked for when it is too large', async () => {
    await withSocket(running.port, async ({ write, read, ended }) => {
      write(post(`Content-Length: ${maxBodyBytes + 1}`, 'Expect: 100-continue'));
      const answer = await read();
      checkForm('POST', answer, true);
      expect(answer.status).toBe(413);
      expect(await ended()).toBe('');
    });
  });

  test.each([
    [
      'without a key',
      401,
      head(
        'POST /v2/pets HTTP/1.1',
        'Host: x',
        'Content-Type: application/json',
        'Content-Length: 50000',
      ),
    ],
    [
      'of another type',
      415,
      head('POST /v2/pets HTTP/1.1', 'Host: x', 'X-API-Key: k', 'Content-Length: 50000'),
    ],
    [
      'of a method that is not allowed',
      405,
      head('PUT /v2/pets HTTP/1.1', 'Host: x', 'Content-Length: 50000'),
    ],
    [
      'for an unknown path',
      404,
      head('POST /v2/owners HTTP/1.1', 'Host: x', 'Content-Length: 50000'),
    ],
  ])('%s is not taken for the next request', async (_name, status, refused) => {
    await withSocket(running.port, async ({ write, read }) => {
      write(`${refused}${'GET /v2/pets HTTP/1.1\r\n\r\n'.padEnd(50_000, 'x')}`);
      expect((await read()).status).toBe(status);
      write(`${post(`Content-Length: ${rex.length}`)}${rex}`);
      expect((await read()).status).toBe(201);
    });
  });
});

test.each([true, false])(
  'a broken body is refused over TLS although more comes behind it, with fastLane %j',
  async (fastLane) => {
    const server = await startServer({ port: 0, tls: selfSigned, fastLane });
    onTestFinished(() => server.close());
    const socket = connect({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const seen = untilClosed(socket);
    socket.write(`${post('Transfer-Encoding: chunked', 'Expect: 100-continue')}zz\r\n`);
    socket.write('more\r\n');
    expect((await seen).text).toMatch(
      /^HTTP\/1\.1 100 .*HTTP\/1\.1 400 .*"The request is not valid HTTP"}$/s,
    );
  },
);
