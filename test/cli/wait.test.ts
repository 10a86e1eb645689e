import { expect, test } from 'vitest';
import { toDuration } from '../../src/cli/wait.ts';
import { listening } from '../control/support/started-server.ts';
import { freePort } from '../support/free-port.ts';
import { folderWith, runCommand, startCommand } from './support/command.ts';
import { runHere, startHere } from './support/in-process.ts';

/** Until the first answer has been seen, on any machine. */
const late = '2s';
const waitFor = (url: string, timeout = '10m') =>
  runHere(['wait', '--url', url, '--timeout', timeout]);

test.each([[[]], [['--no-admin']], [['--admin-token', 'secret-token']]])(
  'it ends with 0 when the mock answers, started with %j',
  async (args) => {
    const { url } = await startHere(args);
    expect(await waitFor(url)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  },
);

const others: [health: number, index: number, body?: string][] = [
  [500, 500],
  [404, 404],
  // A development server, say, which is at the same port by mistake.
  [404, 200, '<!doctype html>'],
  [404, 200, '{"name":"another"}'],
];

test.each(others)(
  'another server that answers is not the mock: %i, %i, %s',
  async (status, index, body) => {
    const { origin: url } = await listening((request, response) =>
      response.writeHead(request.url === '/' ? index : status, { location: '/' }).end(body),
    );
    expect(await waitFor(url, '500ms')).toMatchObject({
      code: 1,
      stderr: `pet-catalog-mock: What answers at ${url} was not the mock within 500ms: GET /__admin/health gave ${status}\n`,
    });
  },
);

test('it asks again until the answer is a 2xx', async () => {
  let asked = 0;
  const { origin } = await listening((request, response) => {
    asked += 1;
    if (asked < 3) request.socket.destroy();
    else response.writeHead(asked < 5 ? 500 : 200).end();
  });
  expect(await waitFor(origin)).toMatchObject({ code: 0, stderr: '' });
  expect(asked).toBe(5);
});

test('it ends with 1 and a message when time is up, and names no password', async () => {
  const host = `127.0.0.1:${await freePort()}`;
  expect(await waitFor(`http://name:pass-word@${host}`, late)).toMatchObject({
    code: 1,
    stderr: `pet-catalog-mock: Nothing answered at http://${host} within ${late}: connection refused\n`,
  });
});

test('a server that takes the connection and says nothing is no answer', async () => {
  const { origin } = await listening(() => {});
  const { code, stderr } = await waitFor(origin, '200ms');
  expect(code).toBe(1);
  expect(stderr).toContain('within 200ms: no answer');
});

test('a 2xx counts as soon as its head has come', async () => {
  const { origin } = await listening((_, response) => response.writeHead(200).write('{'));
  expect(await waitFor(origin)).toMatchObject({ code: 0, stderr: '' });
});

test('it takes the port of the URL from a port file, which need not be there yet', async () => {
  const cwd = await folderWith();
  const args = ['--url', 'http://[::1]:1', '--port-file', 'port', '--timeout', '10m'];
  const waiting = runCommand(['wait', ...args], { cwd });
  await startCommand(['--host', '[::1]', '--port-file', 'port'], { cwd });

  expect(await waiting).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

test('it ends with 1 if no port file appears', async () => {
  const cwd = await folderWith();

  expect(await runHere(['wait', '--port-file', 'port', '--timeout', '150ms'], { cwd })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'pet-catalog-mock: There was no port in port within 150ms: the mock has not started\n',
  });
});

test.each([
  ['500ms', 500],
  ['10s', 10_000],
  ['1m', 60_000],
  ['1.5s', 1500],
  ['3', 3],
  ['0', undefined],
  ['-1s', undefined],
  ['1h', undefined],
  ['99999m', undefined],
  ['', undefined],
])('the duration %j is %s milliseconds', (text, milliseconds) => {
  expect(toDuration(text)).toBe(milliseconds);
});
