import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../browser/support/run.ts';
import { cachedFolder } from '../../support/cached-folder.ts';

/**
 * The nginx of Debian's package, unpacked beside the tests' other tools: nothing is installed, and no
 * service is started.
 *
 * @throws Error where there is no apt: `NGINX_PATH` then names one that is installed.
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
