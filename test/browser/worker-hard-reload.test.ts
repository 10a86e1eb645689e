import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { openPage } from './support/watched-page.ts';
import { serveWorkerSite } from './support/worker-site.ts';

/** As an app does: it starts the mock, and asks for its pets. */
const app = `<script type="module">
  const count = Number(sessionStorage.loads ?? 0) + 1;
  sessionStorage.loads = count;
  const list = { method: 'GET', path: '/v2/pets', headers: { 'X-API-Key': 'k' } };
  const said = await mock.start({ quiet: true }).then(
    () => mock.send(list).then(({ status }) => status),
    (error) => error.message,
  );
  document.title = count + ': ' + said;
</script>`;

const site = await serveWorkerSite(app);
afterAll(() => site.close());

/** Two pages of one profile: while one is reloaded, the service worker stays for the other. */
async function openTwo(expected: RegExp): Promise<Page> {
  const page = await openPage(site.url, { expected: (text) => expected.test(text) });
  const other = await page.context().newPage();
  for (const one of [other, page]) {
    await one.goto(site.url);
    await one.waitForFunction(() => document.title.endsWith(': 200'));
  }
  await page.evaluate(() => sessionStorage.setItem('loads', '0'));
  return page;
}

async function hardReload(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Page.reload', { ignoreCache: true });
}

test('a page that was reloaded past its service worker is loaded once more, and then answered', async () => {
  const page = await openTwo(/The page was reloaded past its service worker/);
  for (const title of ['2: 200', '4: 200']) {
    await hardReload(page);
    await expect.poll(() => page.title()).toBe(title);
  }
  expect(site.missed).toEqual([]);
});

test('a page without a service worker is loaded once more, and then gets an error', async () => {
  const page = await openTwo(/The page was reloaded past/);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.setBypassServiceWorker', { bypass: true });
  await page.reload();
  const script = `${site.url}mockServiceWorker.js`;
  await expect
    .poll(() => page.title())
    .toContain(`2: The service worker at ${script} does not get the requests of this page`);
  await devTools.send('Network.setBypassServiceWorker', { bypass: false });
  await page.reload();
  await expect.poll(() => page.title()).toBe('3: 200');
  expect(site.missed).toEqual([]);
});
