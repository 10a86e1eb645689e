import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundleForBrowser } from './bundle.ts';
import { serveStatic, type StaticServer } from './static-server.ts';

/** Serves a page that has `mock` in it, and msw's script beside it. */
export async function serveWorkerSite(): Promise<StaticServer> {
  const script = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
  const { code } = await bundleForBrowser(join(import.meta.dirname, 'worker-page.ts'));
  return serveStatic({
    '/index.html':
      '<!doctype html><link rel="icon" href="data:," /><script type="module" src="/page.js"></script>',
    '/page.js': code,
    '/mockServiceWorker.js': await readFile(script, 'utf8'),
  });
}
