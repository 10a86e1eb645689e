import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageOf } from '../../support/bundle-tests.ts';
import { bundleForBrowser } from './bundle.ts';
import { serveStatic, type StaticServer } from './static-server.ts';

/**
 * Serves a page with a script, and msw's script.
 *
 * @param html What the page has besides.
 * @param files Other files, by their paths.
 * @param project Where the package and msw are installed. Default: what `WORKER_PROJECT` names, or the source
 *   and the msw here.
 * @param page The script of the page. Default: one that has `mock`.
 */
export async function serveWorkerSite(
  html = '',
  files: Record<string, string> = {},
  project = process.env['WORKER_PROJECT'],
  page = join(import.meta.dirname, 'worker-page.ts'),
): Promise<StaticServer> {
  const from = project === undefined ? import.meta.url : join(project, 'index.js');
  const script = createRequire(from).resolve('msw/mockServiceWorker.js');
  const { code } = await bundleForBrowser(page, project === undefined ? [] : [packageOf(project)]);
  return serveStatic({
    ...files,
    '/index.html': `<!doctype html><link rel="icon" href="data:," /><script type="module" src="/page.js"></script>${html}`,
    '/page.js': code,
    '/mockServiceWorker.js': await readFile(script, 'utf8'),
  });
}
