import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openDashboard, openPage, serve } from './dashboard-page.ts';
import { patient } from '../support/patience.ts';

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

test('a hang can be removed though it holds all connections of the browser', async () => {
  const { server, origin } = await serve();
  const page = await openDashboard(origin, {}, { expected: /net::ERR_EMPTY_RESPONSE/ });
  await page.getByText('Custom fault').click();
  await page.getByLabel('What happens').selectOption('hang');
  await page.getByRole('button', { name: 'Add the fault' }).click();
  const remove = page.getByRole('button', { name: /^Remove the fault/ });
  await remove.waitFor();
  await hang(page);
  await expect.poll(() => page.locator('.status.waits').count()).toBe(6);
  await remove.click();
  await expect.poll(() => server.catalog.faults.list()).toEqual([]);
  await page.getByRole('button', { name: 'Back to how the server started' }).click();
  await page.getByText('Reset: pets').waitFor();
});

test('eight tabs of the page are live at once, and all controls of the last work', async () => {
  const { server, origin } = await serve();
  const first = await openDashboard(origin);
  for (let tab = 2; tab < 8; tab++) {
    const next = await first.context().newPage();
    await next.goto(origin);
    await next.locator('.connection.live').waitFor();
  }
  const last = await first.context().newPage();
  await last.goto(origin);
  await last.locator('.connection.live').waitFor();
  await last.getByRole('button', { name: '503 once' }).click();
  await expect.poll(() => server.catalog.faults.list()).toHaveLength(1);
});

test('where no WebSocket gets through, the page works, and says why it waits', async () => {
  const { server, origin } = await serve();
  const page = await openPage(`${origin}/openapi.json`, {}, /net::ERR|WebSocket/);
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
  await page.locator('.connection.live').waitFor();
  server.catalog.faults.add({ network: 'hang' });
  const remove = page.getByRole('button', { name: /^Remove the fault/ });
  await remove.waitFor();
  await hang(page);
  // The stream of events has one of the six connections.
  await server.catalog.requests.waitFor({ operation: 'listPets' }, { count: 5, ...patient });
  await remove.click();
  await page.getByText(/six connections/).waitFor();
  expect(server.catalog.faults.list()).toHaveLength(1);
});
