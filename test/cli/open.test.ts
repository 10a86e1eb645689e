import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, runCommand, startCommand } from './support/command.ts';

// `open` asks `xdg-open` here; on macOS and Windows it asks the system's own.
const isLinux = process.platform === 'linux';

/** A folder with a browser of sorts: it writes down what it was asked to open. */
async function browser() {
  const script = `#!/bin/sh\necho "$@" > "$0.new"; mv "$0.new" "$0.opened"\n`;
  const folder = await folderWith({ 'xdg-open': script });
  await chmod(join(folder, 'xdg-open'), 0o755);
  return {
    env: { PATH: `${folder}:${process.env['PATH']}` },
    opened: () => readFile(join(folder, 'xdg-open.opened'), 'utf8').catch(() => undefined),
  };
}

test.runIf(isLinux)(
  '--open opens the dashboard in the browser, and prints nothing more',
  async () => {
    const { env, opened } = await browser();
    const command = await startCommand(['--open'], { env });

    await expect.poll(opened).toBe(`http://127.0.0.1:${command.port}/\n`);
    expect(await command.stop()).toEqual({
      code: 0,
      signal: null,
      stdout: `ready on ${command.url}\n`,
      stderr: '',
    });
  },
);

test.runIf(isLinux)('"run" opens it too, at the address of this machine', async () => {
  const { env, opened } = await browser();
  const script = 'echo $PET_CATALOG_PORT; sleep 1';
  const all = ['--host', '0.0.0.0', '--admin-token', 'secret'];
  const { stdout } = await runCommand(['run', '--open', ...all, '--', 'sh', '-c', script], { env });

  expect(await opened()).toBe(`http://127.0.0.1:${stdout.trim()}/\n`);
});

test.runIf(isLinux)('if no browser opens, there is a warning, and the server goes on', async () => {
  const command = await startCommand(['--open'], { env: { PATH: '/nowhere' } });
  await command.until('stderr', /\n/);

  expect(command.output().stderr).toMatch(
    /^pet-catalog-mock: Cannot open http:\S+ in a browser: .*xdg-open.*\n$/,
  );
  expect((await command.call('/pets')).status).toBe(200);
});
