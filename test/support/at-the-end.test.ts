import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { isAlive } from '../cli/support/scripts.ts';
import { endsWithTheRun } from './child.ts';
import { folderWith } from './folder.ts';

const modules = dirname(createRequire(import.meta.url).resolve('vitest/package.json'));
const here = (file: string) => JSON.stringify(join(import.meta.dirname, file));

/** Its set-up leaves a process and a browser behind. */
const suite = (then: string) => `
  import { spawn } from 'node:child_process';
  import { endsWithTheRun } from ${here('child.ts')};
  import { sharedBrowser } from ${here('../browser/support/browser.ts')};
  beforeAll(async () => {
    const args = ['--eval', 'setInterval(() => {}, 60_000)'];
    const child = endsWithTheRun(spawn(process.execPath, args));
    await sharedBrowser();
    process.stdout.write('left: ' + child.pid + ' of ' + process.pid + '.\\n');
    ${then}
  });
  test('is not run', () => {});`;

const config = `export default {
  test: {
    environment: ${here('environment.ts')}, include: ['*.js'], isolate: false, globals: true,
    hookTimeout: 2 ** 31 - 1,
  },
};`;

const waits = 'await new Promise(() => {});';

test.each<[string, string, NodeJS.Signals?]>([
  ['whose set-up failed', "throw new Error('on purpose');"],
  ['that is interrupted', waits, 'SIGINT'],
  ['that is killed', waits, 'SIGKILL'],
])('a run %s leaves no process, no browser and no profile', async (_what, then, signal) => {
  const folder = await folderWith({ 'suite.js': suite(then), 'vitest.config.mjs': config });
  const temporary = await mkdtemp(join(folder, 'tmp-'));
  const { VITEST: _vitest, ...env } = process.env;
  const child = endsWithTheRun(
    spawn(process.execPath, [join(modules, 'vitest.mjs'), 'run', '--root', folder], {
      env: { ...env, TMPDIR: temporary, TEMP: temporary },
    }),
  );
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  }
  const ended = once(child, 'close');
  await expect.poll(() => text).toMatch(/left: \d+ of \d+\.|Error/);
  if (signal) child.kill(signal);
  await ended;
  const [, left, worker] = /left: (\d+) of (\d+)\./.exec(text) ?? [];
  expect(left, text).toBeDefined();
  await expect.poll(() => [left, worker].filter((id) => isAlive(Number(id)))).toEqual([]);
  const profiles = async () =>
    (await readdir(temporary)).filter((name) => name.startsWith('playwright'));
  await expect.poll(profiles).toEqual([]);
});
