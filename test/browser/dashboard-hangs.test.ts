import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage, press, rows, serve, startDashboard } from './dashboard-page.ts';

/**
 * Requests of an app in the same browser, on all the connections that it opens to one host: as those
 * of an app at another origin, without credentials, for which browsers have connections apart.
 */
async function hang(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (let call = 0; call < 6; call++) {
      const init: RequestInit = { headers: { 'X-API-Key': 'app-key' }, credentials: 'omit' };
      fetch(`/v2/pets?call=${call}`, init).catch(() => {});
    }
  });
}

test('a hang can be switched off though it holds all connections of the browser', async () => {
  const { server, page } = await startDashboard({}, {}, { expected: /net::ERR_EMPTY_RESPONSE/ });
  await page.getByLabel('What happens').selectOption('hang');
  await page.getByLabel('For how many calls').selectOption('every call');
  await press(page, 'Add');
  await expect.poll(() => server.catalog.faults.list()).toHaveLength(1);
  await hang(page);
  await expect.poll(() => rows(page).getByText('pending').count()).toBe(6);
  await press(page, 'Turn all off');
  await expect.poll(() => server.catalog.faults.list()).toMatchObject([{ enabled: false }]);
});

test('where no WebSocket gets through, the page works', async () => {
  const { server, origin } = await serve();
  const page = await openPage(`${origin}/openapi.json`, {}, /net::ERR|WebSocket|404/);
  await page.addInitScript(() => {
    // As behind a proxy that takes no upgrade.
    const { WebSocket: Real } = globalThis;
    globalThis.WebSocket = class extends Real {
      constructor() {
        super(`${location.origin.replace('http', 'ws')}/no-upgrade-here`);
      }
    };
  });
  await page.goto(origin);
  await page.locator('.app[data-state=live]').waitFor();
  server.catalog.faults.add({ status: 503 });
  await press(page, 'Turn all off');
  await expect.poll(() => server.catalog.faults.list()).toMatchObject([{ enabled: false }]);
});
