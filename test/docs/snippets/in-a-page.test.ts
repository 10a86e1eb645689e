import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bundleForBrowser } from '../../browser/support/bundle.ts';
import { serveStatic } from '../../browser/support/static-server.ts';
import { openWatchedPage } from '../../browser/support/watched-page.ts';

test('a page runs on the mock inside it', async () => {
  const script = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
  const { code } = await bundleForBrowser(join(import.meta.dirname, 'in-a-page.ts'));
  const site = await serveStatic({
    '/index.html':
      '<!doctype html><link rel="icon" href="data:," /><script type="module" src="/page.js"></script>',
    '/page.js': code,
    '/mockServiceWorker.js': await readFile(script, 'utf8'),
  });
  onTestFinished(() => site.close());
  const { page, problems, close } = await openWatchedPage();
  onTestFinished(close);

  await page.goto(site.url);
  // Compared together, so that a failure shows the errors of the page.
  await expect.poll(async () => [await page.title(), ...problems]).toEqual(['200, 12 pets']);
  expect(site.missed).toEqual([]);
});
