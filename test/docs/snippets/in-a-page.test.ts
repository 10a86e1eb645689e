import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { openPage } from '../../browser/support/watched-page.ts';
import { serveWorkerSite } from '../../browser/support/worker-site.ts';

test('a page runs on the mock inside it', async () => {
  const script = join(import.meta.dirname, 'in-a-page.ts');
  const site = await serveWorkerSite('', {}, undefined, script);
  onTestFinished(() => site.close());
  const page = await openPage(site.url);
  const logged = async () => {
    const messages = await page.consoleMessages();
    const values = await Promise.all(messages.map((one) => one.args()[0]?.jsonValue()));
    return values.find(Array.isArray)?.length;
  };
  await expect.poll(logged).toBe(12);
  expect(site.missed).toEqual([]);
});

test.each(['in-a-page.ts', 'demo-page.ts', 'hot-page.ts'])(
  'a bundler takes %s for browsers that have no top-level await',
  async (name) => {
    const source = await readFile(join(import.meta.dirname, name), 'utf8');
    // The default target of Vite 6.
    const target = ['es2020', 'chrome87', 'safari14'];
    const { warnings = [] } = await transformWithOxc(source, name, { target });
    expect(warnings).toEqual([]);
  },
);
