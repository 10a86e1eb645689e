import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { createPetCatalog } from '../../src/index.ts';
import { createApp } from '../../src/server.ts';
import { findBarriers, openPage, picture, serve } from './dashboard-page.ts';

test('the API reference lists the operations, and trying one asks this server with a key', async () => {
  const { server, origin } = await serve({ pets: 3 });
  const page = await openPage(`${origin}/docs`);
  await expect.poll(() => page.locator('.opblock').count()).toBe(3);
  const list = page.locator('.opblock').filter({ hasText: 'List all pets' });
  await list.locator('.opblock-summary-control').click();
  await list.getByPlaceholder('limit').fill('2');
  await list.getByRole('button', { name: 'Execute' }).click();
  await expect.poll(() => list.locator('.live-responses-table').innerText()).toContain('200');
  expect(server.catalog.requests.list()).toMatchObject([
    { operation: 'listPets', query: 'limit=2', status: 200, apiKey: 'd…y' },
  ]);
  const create = page.locator('.opblock').filter({ hasText: 'Create a pet' });
  await create.locator('.opblock-summary-control').click();
  await create.locator('textarea').fill('{"name":"Zaphod"}');
  await create.getByRole('button', { name: 'Execute' }).click();
  await expect.poll(() => server.catalog.pets.list().at(-1)?.name).toBe('Zaphod');
});

test('the key that was typed on the dashboard is the one that is tried', async () => {
  const { server, origin } = await serve({ apiKeys: ['typed-key-01'] });
  const page = await openPage(origin);
  await page.locator('.connection.live').waitFor();
  await page.getByLabel('API key').fill('typed-key-01');
  await page.getByRole('link', { name: 'API reference' }).click();
  const list = page.locator('.opblock').filter({ hasText: 'List all pets' });
  await list.locator('.opblock-summary-control').click();
  await list.getByRole('button', { name: 'Execute' }).click();
  await expect.poll(() => server.catalog.requests.list().at(-1)).toMatchObject({ status: 200 });
});

test('the API reference works where the app is mounted in another', async () => {
  const catalog = createPetCatalog({ pets: 2 });
  const app = express().use('/mock', createApp(catalog));
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const page = await openPage(`http://127.0.0.1:${port}/mock/docs`);
  const list = page.locator('.opblock').filter({ hasText: 'List all pets' });
  await list.locator('.opblock-summary-control').click();
  await list.getByRole('button', { name: 'Execute' }).click();
  await expect.poll(() => catalog.requests.list()).toMatchObject([{ status: 200 }]);
});

test.each(['light', 'dark'] as const)('the API reference can be read, %s', async (scheme) => {
  const { origin } = await serve({ pets: 3 });
  const page = await openPage(`${origin}/docs`, { scheme, width: 1200, height: 900 });
  await expect.poll(() => page.locator('.opblock').count()).toBe(3);
  const dark = await page.evaluate(() => document.documentElement.classList.contains('dark-mode'));
  expect(dark).toBe(scheme === 'dark');
  const list = page.locator('.opblock').filter({ hasText: 'List all pets' });
  await list.locator('.opblock-summary-control').click();
  await list.getByRole('button', { name: 'Execute' }).click();
  await expect.poll(() => list.locator('.live-responses-table').count()).toBe(1);
  const barriers = await findBarriers(page);
  // Swagger UI's own, which a page around it cannot mend.
  const theirs = /^(?:heading-order|nested-interactive|landmark-main-is-top-level): #operations/;
  expect(barriers.filter((barrier) => !theirs.test(barrier))).toEqual([]);
  await picture(page, `docs-${scheme}`);
});
