import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../browser/support/run.ts';
import { cachedFolder } from './cached-folder.ts';

/** The folder of another version of msw than the one here, which npm brings once. */
export async function otherMsw(version: string): Promise<string> {
  const home = await cachedFolder(`msw-${version}`, async (cwd) => {
    await writeFile(join(cwd, 'package.json'), '{"private":true}');
    const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'];
    await run('npm', ['install', ...flags, `msw@${version}`], { cwd });
  });
  return join(home, 'node_modules/msw');
}
