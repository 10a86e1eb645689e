import { createServer } from 'node:http';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
} from 'node:net';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { toDuration } from '../../src/cli/wait.ts';
import { folderWith, runCommand, startCommand } from './support/command.ts';

/** Until the first answer has been seen, on any machine. */
const late = '6s';
const waitFor = (url: string, timeout = '10m') =>
  runCommand(['wait', '--url', url, '--timeout', timeout]);
const wasNoMock = (status: number) =>
  expect.stringMatching(
    new RegExp(`was not the mock within ${late}: GET /__admin/health gave ${status}\n$`),
  ) as string;

test.each([[[]], [['--no-admin']], [['--admin-token', 'secret-token']]])(
  'it ends with 0 when the mock answers, started with %j',
  async (args) => {
    const { url } = await startCommand(args);
    expect(await waitFor(url)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  },
);

const others: [status: number, answer: (path: string) => { status: number; body?: string }][] = [
  [500, () => ({ status: 500 })],
  [302, () => ({ status: 302 })],
  [404, () => ({ status: 404 })],
  // A development server, say, which is at the same port by mistake.
  [404, (path) => ({ status: path === '/' ? 200 : 404, body: '<!doctype html>' })],
  [404, (path) => ({ status: path === '/' ? 200 : 404, body: '{"name":"another"}' })],
];

test('another server that answers is not the mock: it ends with 1 and names the status', async () => {
  const waits = others.map(async ([status, answer]) => {
    const server = createServer((request, response) => {
      const { status: code, body = '' } = answer(request.url!);
      response.writeHead(code, { location: '/' }).end(body);
    });
    const url = await listening(server);
    const { code, stderr } = await waitFor(url, late);
    expect({ code, stderr }).toEqual({ code: 1, stderr: wasNoMock(status) });
    expect(stderr).toContain(`pet-catalog-mock: What answers at ${url} was`);
  });
  await Promise.all(waits);
});

test('it asks again until the answer is a 2xx', async () => {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    if (asked < 3) request.socket.destroy();
    else response.writeHead(asked < 5 ? 500 : 200).end();
  });
  expect(await waitFor(await listening(server))).toMatchObject({ code: 0, stderr: '' });
  expect(asked).toBe(5);
});

test('it ends with 1 and a message when time is up, and names no password', async () => {
  const server = createServer();
  const { host } = new URL(await listening(server));
  server.close();
  await once(server, 'close');
  expect(await waitFor(`http://name:pass-word@${host}`, late)).toMatchObject({
    code: 1,
    stderr: `pet-catalog-mock: Nothing answered at http://${host} within ${late}: connection refused\n`,
  });
});

test('a server that takes the connection and says nothing is no answer', async () => {
  const { code, stderr } = await waitFor(await listening(createTcpServer()), '200ms');
  expect(code).toBe(1);
  expect(stderr).toContain('within 200ms: no answer');
});

test('a 2xx counts as soon as its head has come', async () => {
  const server = createServer((_request, response) => void response.writeHead(200).write('{'));
  expect(await waitFor(await listening(server))).toMatchObject({ code: 0, stderr: '' });
});

test.each([
  ['an index that never ends', 'HTTP/1.1 404 Not Found\r\n\r\n', 404],
  ['another protocol', 'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n', 101],
])('%s is not the mock', async (_name, head, status) => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (request) => {
      const isIndex = String(request).startsWith('GET / ');
      socket.write(isIndex ? 'HTTP/1.1 200 OK\r\n\r\n' : head);
      const chunk = 'x'.repeat(64 * 1024);
      const more = () => void (socket.writable && isIndex && socket.write(chunk, more));
      if (isIndex) more();
      else if (status !== 101) socket.end();
    });
  });
  const { code, stderr } = await waitFor(await listening(server), late);
  expect({ code, stderr }).toEqual({ code: 1, stderr: wasNoMock(status) });
});

test('it takes the port from a port file, which need not be there yet', async () => {
  const cwd = await folderWith();
  const waiting = runCommand(['wait', '--port-file', 'port', '--timeout', '10m'], { cwd });
  await startCommand(['--port-file', 'port'], { cwd });

  expect(await waiting).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

test('what answers at a port that the file no longer has is another mock', async () => {
  const cwd = await folderWith();
  const mock = createServer((_request, response) => {
    asked += 1;
    response.end();
  });
  let asked = 0;
  const portFile = join(cwd, 'port');
  const { port } = new URL(await listening(mock));
  const other = createServer((_request, response) => {
    writeFileSync(portFile, `${port}\n`);
    response.end();
  });
  writeFileSync(portFile, `${new URL(await listening(other)).port}\n`);
  const args = ['wait', '--port-file', 'port', '--timeout', '10m'];

  expect(await runCommand(args, { cwd })).toMatchObject({ code: 0, stderr: '' });
  expect(asked).toBe(1);
});

test('a port file has the port in place of the URL’s', async () => {
  const mock = await startCommand(['--host', '[::1]']);
  const cwd = await folderWith({ port: `${mock.port}\n` });
  const args = ['wait', '--url', 'http://[::1]:1', '--port-file', 'port'];

  expect(await runCommand(args, { cwd })).toMatchObject({ code: 0, stderr: '' });
});

test('it ends with 1 where no port file comes', async () => {
  const cwd = await folderWith();

  expect(await runCommand(['wait', '--port-file', 'port', '--timeout', '150ms'], { cwd })).toEqual({
    code: 1,
    signal: null,
    stdout: '',
    stderr: 'pet-catalog-mock: There was no port in port within 150ms: the mock has not started\n',
  });
});

test.each([
  ['500ms', 500],
  ['10s', 10_000],
  ['1m', 60_000],
  ['1.5s', 1500],
  ['3', 3000],
  ['0', undefined],
  ['-1s', undefined],
  ['1h', undefined],
  ['99999m', undefined],
  ['', undefined],
])('the duration %j is %s milliseconds', (text, milliseconds) => {
  expect(toDuration(text)).toBe(milliseconds);
});

async function listening(server: TcpServer): Promise<string> {
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
