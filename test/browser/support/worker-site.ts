import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../../package/support/package.ts';
import { packageOf } from '../../support/bundle-tests.ts';
import { bundleForBrowser } from './bundle.ts';
import { serveStatic, type StaticServer } from './static-server.ts';

/**
 * Serves a page with a script, and msw's script.
 *
 * @param html What the page contains besides.
 * @param files Other files, by their paths.
 * @param project Where the package and msw are installed. Default: what `WORKER_PROJECT` names, or the
 *   build and the msw of this repository. (A page of `src` has all locales in it and loads in a second.)
 * @param page The script of the page. Default: one that has `mock`.
 */
export async function serveWorkerSite(
  html = '',
  files: Record<string, string> = {},
  project = process.env['WORKER_PROJECT'] ?? root,
  page = join(import.meta.dirname, 'worker-page.ts'),
): Promise<StaticServer> {
  const script = createRequire(join(project, 'index.js')).resolve('msw/mockServiceWorker.js');
  const scripts = await bundleForBrowser(page, [packageOf(project)]);
  return serveStatic({
    ...files,
    ...scripts.files,
    '/index.html': `<!doctype html><link rel="icon" href="data:," /><script type="module" src="/page.js"></script>${html}`,
    '/mockServiceWorker.js': await readFile(script, 'utf8'),
  });
}
