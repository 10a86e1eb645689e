import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPage } from '../../browser/support/watched-page.ts';
import { makeProject, startDevIn } from '../../vite/support/project.ts';

const rest = `
import.meta.hot?.accept();
await starting;
const response = await fetch('/v2/pets?limit=100', { headers: { 'X-API-Key': 'demo' } });
document.title = (await response.json()).length + ' pets';`;

test('a module that Vite updates ends its mock before the next starts, with no script in public', async () => {
  const source = await readFile(join(import.meta.dirname, 'hot-page.ts'), 'utf8');
  const { root } = await makeProject({
    'index.html':
      '<!doctype html><link rel="icon" href="data:," /><script type="module" src="/page.ts"></script>',
    'page.ts': source + rest,
  });
  const optimizeDeps = { include: ['pet-catalog-mock/browser'] };
  const { origin } = await startDevIn(root, { pets: 1 }, { optimizeDeps });
  const page = await openPage(origin());
  await expect.poll(() => page.title()).toBe('12 pets');
  await page.evaluate(() => Object.assign(globalThis, { isSame: true }));
  await writeFile(
    join(root, 'page.ts'),
    source.replace(', persist', " , scenario: 'empty', persist") + rest,
  );
  await expect.poll(() => page.title()).toBe('0 pets');
  expect(await page.evaluate(() => 'isSame' in globalThis)).toBe(true);
});
