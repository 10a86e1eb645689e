import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../browser/support/run.ts';
import { root } from '../../package/support/package.ts';

/**
 * The nginx of Debian's package, unpacked beside the tests' other tools: nothing is installed, and no
 * service is started.
 *
 * @throws Error where there is no apt: `NGINX_PATH` then names one that is installed.
 */
export async function findNginx(): Promise<string> {
  const named = process.env['NGINX_PATH'];
  if (named !== undefined) return named;
  const cache = join(root, 'node_modules/.cache');
  const home = join(cache, 'nginx');
  const nginx = join(home, 'usr/sbin/nginx');
  if (existsSync(nginx)) return nginx;
  await mkdir(cache, { recursive: true });
  const staging = await mkdtemp(join(cache, 'nginx-'));
  try {
    const download = () => run('apt-get', ['download', 'nginx'], { cwd: staging });
    // A fresh container has no list of packages yet.
    await download().catch(async () => {
      await run('apt-get', ['update'], { cwd: staging });
      await download();
    });
    const [file] = await readdir(staging);
    await run('dpkg', ['-x', file!, 'nginx'], { cwd: staging });
    await rename(join(staging, 'nginx'), home);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return nginx;
}
