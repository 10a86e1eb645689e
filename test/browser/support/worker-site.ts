import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundleForBrowser } from './bundle.ts';
import { serveStatic, type StaticServer } from './static-server.ts';

/**
 * Serves a page that has `mock` in it, and msw's script beside it.
 *
 * @param html What the page has besides.
 * @param files Other files, by their paths.
 */
export async function serveWorkerSite(
  html = '',
  files: Record<string, string> = {},
): Promise<StaticServer> {
  const script = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
  const { code } = await bundleForBrowser(join(import.meta.dirname, 'worker-page.ts'));
  return serveStatic({
    ...files,
    '/index.html': `<!doctype html><link rel="icon" href="data:," /><script type="module" src="/page.js"></script>${html}`,
    '/page.js': code,
    '/mockServiceWorker.js': await readFile(script, 'utf8'),
  });
}
