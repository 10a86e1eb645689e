import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasSignals } from '../support/systems.ts';
import { folderWith, spawnCommand, startCommand } from './support/command.ts';
import { isAlive, node } from './support/scripts.ts';

test('the message "shutdown" ends it as SIGTERM does: what is in flight is answered, and the port file goes', async () => {
  const file = join(await folderWith(), 'port');
  const command = await startCommand(['--delay', '500', '--port-file', file], { channel: true });
  const answer = command.call('/pets?limit=1');
  await fetch(new URL('/__admin/requests/wait?count=1&timeout=60000', command.url));
  expect(existsSync(file)).toBe(true);
  const ended = command.stop();

  expect((await answer).status).toBe(200);
  expect(await ended).toMatchObject({ code: 0, signal: null });
  expect(existsSync(file)).toBe(false);
});

test('"shutdown" ends what "run" has started, and then the mock', async () => {
  const script = `console.log(process.pid, process.env.PET_CATALOG_URL); setInterval(() => {}, 1000);`;
  const run = spawnCommand(['run', '--', ...node(script)], { channel: true });
  const [, pid, url] = await run.until('stdout', /^(\d+) (\S+)\n/);
  const { code } = await run.stop();

  expect(code).toBe(hasSignals ? 143 : 1);
  expect(isAlive(Number(pid))).toBe(false);
  await expect(fetch(url!)).rejects.toThrow('fetch failed');
});
