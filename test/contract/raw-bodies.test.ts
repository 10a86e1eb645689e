import { expect, test } from 'vitest';
import { selfSigned } from '../control/support/self-signed.ts';
import { openTls, untilClosed } from '../control/support/tcp.ts';
import { startedServer } from '../control/support/started-server.ts';
import { checkForm } from '../support/check-answer.ts';
import {
  describeRaw,
  hasOldParser,
  head,
  json,
  maxBodyBytes,
  post,
} from '../support/raw-server.ts';
import { withSocket } from '../support/raw-socket.ts';

const rex = '{"name":"Rex"}';

const withLength = `${post(`Content-Length: ${rex.length}`)}${rex}`;
const inChunks = post('Transfer-Encoding: chunked');
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const tooLong = `Content-Length: ${maxBodyBytes + 1}`;

describeRaw('a raw body', (running) => {
  const names = () => running.server.catalog.pets.list().map(({ name }) => name);

  test.each<[what: string, bytes: string, statuses: number[], isClosed?: true]>([
    [
      'in a chunk for each byte is read',
      `${inChunks}${[...rex].map(chunk).join('')}0\r\n\r\n`,
      [201],
    ],
    [
      'in chunks with extensions is read',
      `${inChunks}e;a=b${hasOldParser ? '' : ';c="d"'}\r\n${rex}\r\n0\r\n\r\n`,
      [201],
    ],
    [
      'in chunks with trailers is read, and the trailers are no headers',
      `${inChunks.replace('X-API-Key: k', 'Trailer: X-API-Key')}${chunk(rex)}0\r\nX-API-Key: k\r\n\r\n`,
      [401],
    ],
    ['of no length and no chunks is an empty one', post(), [400]],
    ['declared too large is refused before any of it has come', post(tooLong), [413], true],
    [
      'in chunks is refused at the first byte too many, without waiting for the end',
      `${inChunks}${chunk('x'.repeat(maxBodyBytes))}1\r\nx`,
      [413],
      true,
    ],
    [
      'of a transfer coding without a name is refused, and what follows is no request',
      `${post('Transfer-Encoding:')}${withLength}`,
      [501],
      true,
    ],
    [
      'longer than declared is a request and then no HTTP',
      `${withLength}{"name":"Max"}`,
      [201, 400],
      true,
    ],
  ])('%s', async (_what, bytes, statuses, isClosed) => {
    await withSocket(running.port, async ({ write, read, ended }) => {
      write(bytes);
      for (const [index, status] of statuses.entries()) {
        const answer = await read();
        checkForm('POST', answer, true);
        const isLast = isClosed && index === statuses.length - 1;
        const connection = isLast ? 'close' : 'keep-alive';
        expect([answer.status, answer.headers['connection']]).toEqual([status, connection]);
      }
      if (isClosed) expect(await ended()).toBe('');
    });
    const created = statuses.includes(201) ? ['Rex'] : [];
    expect(names().slice(3)).toEqual(created);
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

  test('that is broken off creates nothing, and is in the journal without a status', async () => {
    const { requests } = running.server.catalog;
    await withSocket(running.port, async ({ socket, write }) => {
      write(`${post('Content-Length: 100')}${rex}`);
      await expect.poll(() => requests.count({ operation: 'createPet' })).toBe(1);
      socket.resetAndDestroy();
    });
    // Another create, so that what the first left would be seen.
    await withSocket(running.port, async ({ write, read }) => {
      write(withLength);
      expect((await read()).status).toBe(201);
    });
    expect(names()).toHaveLength(4);
    const statuses = requests.list({ operation: 'createPet' }).map(({ status }) => status);
    expect(statuses).toEqual([null, 201]);
    await expect.poll(() => requests.list()[0]!.durationMs).not.toBeNull();
  });

  test.each([
    ['without a key', 401, 'POST /v2/pets', json],
    ['for an unknown path', 404, 'POST /v2/owners', json],
  ])('%s is not taken for the next request', async (_name, status, line, header) => {
    const refused = head(`${line} HTTP/1.1`, 'Host: x', header, 'Content-Length: 50000');
    await withSocket(running.port, async ({ write, read }) => {
      write(`${refused}${'GET /v2/pets HTTP/1.1\r\n\r\n'.padEnd(50_000, 'x')}`);
      expect((await read()).status).toBe(status);
      write(withLength);
      expect((await read()).status).toBe(201);
    });
  });
});

test.each([true, false])(
  'a broken body is refused over TLS although more comes behind it, with fastLane %j',
  async (fastLane) => {
    const { port } = await startedServer({ tls: selfSigned, fastLane });
    const socket = await openTls(port);
    const seen = untilClosed(socket);
    socket.write(`${post('Transfer-Encoding: chunked', 'Expect: 100-continue')}zz\r\n`);
    socket.write('more\r\n');
    expect((await seen).text).toMatch(
      /^HTTP\/1\.1 100 .*HTTP\/1\.1 400 .*"The request is not valid HTTP"}$/s,
    );
  },
);
