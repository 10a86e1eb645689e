import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../browser/support/run.ts';
import { root } from '../package/support/package.ts';

const cache = join(root, 'node_modules/.cache');

/** The folder of another version of msw than the one here, which npm brings once. */
export async function otherMsw(version: string): Promise<string> {
  const home = join(cache, `msw-${version}`);
  const folder = join(home, 'node_modules/msw');
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const staging = await mkdtemp(join(cache, 'installing-'));
  try {
    await writeFile(join(staging, 'package.json'), '{"private":true}');
    const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'];
    await run('npm', ['install', ...flags, `msw@${version}`], { cwd: staging });
    // Several test files may install at once: the first whole copy stays.
    await rename(staging, home).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return folder;
}
