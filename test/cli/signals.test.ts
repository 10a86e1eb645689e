import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { needSignals } from '../support/systems.ts';
import { startCommand } from './support/command.ts';

needSignals();

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends it with status 0', async (signal) => {
  const command = await startCommand();
  command.child.kill(signal);

  expect(await command.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
});

test('a log without a reader does not delay the end', async () => {
  const command = await startCommand(['--log', 'json']);
  command.child.stderr!.pause();
  const socket = connect(command.port, '127.0.0.1');
  const count = 1500;
  // More lines than the pipe of standard error takes.
  const path = `/v2/pets/${'x'.repeat(330)}`;
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: k\r\n\r\n`.repeat(count));
  let answers = '';
  while (answers.split('HTTP/1.1 404').length <= count)
    answers += String(await once(socket, 'data'));
  const exited = once(command.child, 'exit');
  void command.stop();

  expect(await exited).toEqual([0, null]);
  command.child.stderr!.resume();
});

test.each([
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const)('a second %s ends it at once, with status %i', async (signal, code) => {
  const command = await startCommand(['--delay', '60000']);
  const answer = command.call('/pets').catch(() => 'cut');
  // The journal has a request from its arrival.
  await fetch(new URL('/__admin/requests/wait?count=1&timeout=60000', command.url));
  void command.stop();
  // The first signal has arrived when new connections are refused. Two at once could count as one.
  const health = new URL('/__admin/health', command.url);
  await expect.poll(() => fetch(health).then(Boolean, () => 'refused')).toBe('refused');
  command.child.kill(signal);

  expect(await command.ended).toMatchObject({ code, signal: null });
  expect(await answer).toBe('cut');
});

test('it goes on when the reader of its output has gone', async () => {
  const command = await startCommand();
  command.child.stdout!.destroy();
  command.child.stderr!.destroy();
  for (let count = 0; count < 20; count++) {
    expect((await command.call('/pets?limit=1')).status).toBe(200);
  }
  expect(await command.stop()).toMatchObject({ code: 0, signal: null });
});
