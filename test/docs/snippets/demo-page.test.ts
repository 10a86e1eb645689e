import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openPage } from '../../browser/support/watched-page.ts';
import { serveWorkerSite } from '../../browser/support/worker-site.ts';

test('a demo page has the controls of its mock, and keeps its pets', async () => {
  const script = join(import.meta.dirname, 'demo-page.ts');
  const site = await serveWorkerSite('<div id="controls"></div>', {}, undefined, script);
  onTestFinished(() => site.close());
  const page = await openPage(site.url);
  const shows = async (title: string) => {
    await expect.poll(() => page.title()).toBe(title);
  };
  await shows('12 pets');
  await page.getByRole('button', { name: 'Scenario' }).click();
  await page.getByRole('button', { name: 'shelter' }).click();
  await shows('200 pets');
  await page.reload();
  await shows('200 pets');
  await page.getByRole('button', { name: 'Fail all' }).click();
  await shows('No pets today');
  await page.getByRole('button', { name: 'Data' }).click();
  await page.getByRole('button', { name: 'Reset to start' }).click();
  await shows('12 pets');
});
