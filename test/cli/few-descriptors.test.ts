import { once } from 'node:events';
import { expect, test } from 'vitest';
import { withSocket, type RawSocket } from '../support/raw-socket.ts';
import { startCommand } from './support/command.ts';

/** Takes all file descriptors that are left, but for some, and gives them back. */
const preload = `
  import { closeSync, openSync } from 'node:fs';
  import { devNull } from 'node:os';
  const taken = [];
  const giveBack = (count) => taken.splice(0, count).forEach((descriptor) => closeSync(descriptor));
  process.on('message', (message) => {
    if (message === 'shutdown') return;
    giveBack(taken.length);
    try {
      while (message.left !== null && taken.length < 100_000) taken.push(openSync(devNull, 'r'));
    } catch {}
    giveBack(message.left ?? 0);
    process.send('done');
  });
`;

/** Windows has no such limit, and a low one of its own. */
const through =
  process.platform === 'win32' ? [] : ['sh', '-c', 'ulimit -n 128 && exec "$@"', 'sh'];

async function startedWithFew() {
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` };
  const { child, port, output } = await startCommand([], { env, through, channel: true });
  /** Leaves the server this many; `null`: all. */
  const leave = async (left: number | null) => {
    child.send({ left });
    await once(child, 'message');
  };
  return { port, leave, output };
}

const head = 'HTTP/1.1\r\nHost: localhost\r\nX-API-Key: test\r\n';

async function ask(raw: RawSocket, line: string, rest = '\r\n') {
  raw.write(`${line} ${head}${rest}`);
  const { status, headers, body } = await raw.read();
  return { status, retryAfter: headers['retry-after'], body: Buffer.from(body).toString() };
}

const upgrade = (raw: RawSocket) =>
  ask(
    raw,
    'GET /__admin/socket',
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );

const short = {
  status: 503,
  retryAfter: '1',
  body: '{"error":"The mock server is short of file descriptors: try again later"}',
};

/** Long enough for the parser of long ones. */
const long = `{}${' '.repeat(1024 * 1024)}`;
const seed = `Content-Type: application/json\r\nContent-Length: ${long.length}\r\n\r\n${long}`;

test('what cannot be loaded for want of file descriptors is 503, and is there once they are', async () => {
  const { port, leave, output } = await startedWithFew();
  await withSocket(port, (plain) =>
    withSocket(port, async (other) => {
      // From here on, the server has taken both connections.
      for (const raw of [plain, other]) {
        expect(await ask(raw, 'GET /v2/pets')).toMatchObject({ status: 200 });
      }
      await leave(0);
      expect(await ask(plain, 'GET /__admin/health')).toEqual(short);
      expect(await upgrade(other)).toEqual(short);
      expect(await ask(plain, 'GET /v2/pets')).toMatchObject({ status: 200 });
      await leave(null);
      expect(await ask(plain, 'GET /__admin/health')).toMatchObject({ status: 200 });

      const parts = ['/__admin/openapi.json', '/openapi.json', '/openapi.yaml'];
      await leave(1);
      for (const path of parts) expect(await ask(plain, `GET ${path}`)).toEqual(short);
      // As it is long, its connection ends with it.
      expect(await ask(plain, 'POST /__admin/seed', seed)).toEqual(short);
      await leave(null);
      await withSocket(port, async (again) => {
        for (const path of parts) {
          expect(await ask(again, `GET ${path}`)).toMatchObject({ status: 200 });
        }
        expect(await ask(again, 'POST /__admin/seed', seed)).toMatchObject({ status: 200 });
      });
    }),
  );
  await withSocket(port, async (raw) => expect(await upgrade(raw)).toMatchObject({ status: 101 }));
  expect(output().stderr).not.toContain('nobody caught this');
});

// msw alone is more than a hundred files, and Node opens those that one module imports all at once.
test('fewer file descriptors than a part has files are enough to load it', async () => {
  const { port, leave } = await startedWithFew();
  await withSocket(port, async (raw) => {
    expect(await ask(raw, 'GET /v2/pets')).toMatchObject({ status: 200 });
    await leave(20);
    expect(await ask(raw, 'GET /__admin/health')).toMatchObject({ status: 200 });
  });
});
