import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bundleForBrowser } from '../../browser/support/bundle.ts';
import { serveStatic } from '../../browser/support/static-server.ts';
import { openWatchedPage } from '../../browser/support/watched-page.ts';

test('a demo page has the controls of its mock, and keeps its pets', async () => {
  const script = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
  const { code } = await bundleForBrowser(join(import.meta.dirname, 'demo-page.ts'));
  const site = await serveStatic({
    '/index.html':
      '<!doctype html><link rel="icon" href="data:," /><div id="controls"></div><script type="module" src="/page.js"></script>',
    '/page.js': code,
    '/mockServiceWorker.js': await readFile(script, 'utf8'),
  });
  onTestFinished(() => site.close());
  const { page, problems, close } = await openWatchedPage();
  onTestFinished(close);
  // Compared together, so that a failure shows the errors of the page.
  const seen = async () => [await page.title(), ...problems];
  const shows = async (title: string) => {
    await expect.poll(seen).toEqual([title]);
  };

  await page.goto(site.url);
  await shows('12 pets');
  await page.getByRole('button', { name: 'Scenario' }).click();
  await page.getByRole('button', { name: 'shelter' }).click();
  await shows('200 pets');
  await page.reload();
  await shows('200 pets');
  await page.getByRole('button', { name: 'All calls fail' }).click();
  await shows('No pets today');
  await page.getByRole('button', { name: 'Data' }).click();
  await page.getByRole('button', { name: 'Back to how the page started' }).click();
  await shows('12 pets');
});
