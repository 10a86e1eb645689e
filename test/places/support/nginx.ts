import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../browser/support/run.ts';
import { cachedFolder } from '../../support/cached-folder.ts';

/**
 * Returns nginx, unpacked from Debian's package. Nothing is installed, and no service is started.
 *
 * @throws Error without apt; `NGINX_PATH` can then name an installed nginx.
 */
export async function findNginx(): Promise<string> {
  const named = process.env['NGINX_PATH'];
  if (named !== undefined) return named;
  const home = await cachedFolder('nginx', async (cwd) => {
    const download = () => run('apt-get', ['download', 'nginx'], { cwd });
    // A fresh container has no list of packages yet.
    await download().catch(async () => {
      await run('apt-get', ['update'], { cwd });
      await download();
    });
    const [file] = await readdir(cwd);
    await run('dpkg', ['-x', file!, 'nginx'], { cwd });
    return join(cwd, 'nginx');
  });
  return join(home, 'usr/sbin/nginx');
}
