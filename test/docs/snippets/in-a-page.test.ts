import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openPage } from '../../browser/support/watched-page.ts';
import { serveWorkerSite } from '../../browser/support/worker-site.ts';

test('a page runs on the mock inside it', async () => {
  const script = join(import.meta.dirname, 'in-a-page.ts');
  const site = await serveWorkerSite('', {}, undefined, script);
  onTestFinished(() => site.close());
  const page = await openPage(site.url);
  await expect.poll(() => page.title()).toBe('200, 12 pets');
  expect(site.missed).toEqual([]);
});
