import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../src/server.ts';
import { findBarriers, openDashboard, openPage, picture, serve } from './dashboard-page.ts';

test('the page says when the server is gone, and comes back when it is', async () => {
  const { server, origin } = await serve({ pets: 3 });
  const page = await openDashboard(origin, {}, { expected: /net::ERR/ });
  await server.close();
  await page.getByText('The server does not answer.').waitFor();
  expect(await page.locator('.pet-table tbody tr').count()).toBe(3);
  const again = await startServer({ port: server.port, pets: 7 });
  onTestFinished(() => again.close());
  await page.locator('.connection.live').waitFor();
  await expect.poll(() => page.locator('.pet-table tbody tr').count()).toBe(7);
  expect(await page.getByText('The server does not answer.').count()).toBe(0);
  await fetch(`${again.url}/pets/after`, { headers: { 'X-API-Key': 'team-key-01' } });
  await page.locator('.entry').filter({ hasText: '/pets/after' }).waitFor();
});

test('an empty catalog says what to do', async () => {
  const { origin } = await serve({ pets: 0 });
  const page = await openDashboard(origin);
  await page.getByText('The catalog is empty').waitFor();
  await page.getByText('No request yet').waitFor();
  expect(await page.locator('.try').innerText()).toContain(`${origin}/v2/pets?limit=3`);
});

test('a server with a token asks for it, and remembers it in the tab', async () => {
  const { origin } = await serve({ adminToken: 'secret', pets: 4 });
  const page = await openPage(origin, {}, /status of 401/);
  await page.getByLabel('Token').fill('wrong');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByText('The control plane needs its token').waitFor();
  await page.getByLabel('Token').fill('secret');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('.pet-table tbody tr').count()).toBe(4);
  await page.reload();
  await expect.poll(() => page.locator('.pet-table tbody tr').count()).toBe(4);
  expect(page.url()).not.toContain('secret');
});

test('with isolate, the key chooses the catalog, and the known ones are listed with redacted keys', async () => {
  const { server, origin } = await serve({ isolate: true, pets: 2 });
  server.catalog.forKey('alpha-key-1').seed({ pets: 5 });
  server.catalog.forKey('bravo-key-2').seed({ pets: 6 });
  const page = await openDashboard(origin);
  const rows = page.locator('.pet-table tbody tr');
  const catalogs = page.getByRole('list', { name: 'Catalogs in memory' });
  await expect.poll(() => catalogs.innerText()).toMatch(/al…-1 #1\s+5 pets/);
  expect(await page.content()).not.toContain('alpha-key-1');
  const key = page.getByLabel('Catalog of key');
  await key.fill('alpha-key-1');
  await key.press('Enter');
  await expect.poll(() => rows.count()).toBe(5);
  await key.fill('bravo-key-2');
  await key.press('Enter');
  await expect.poll(() => rows.count()).toBe(6);
  await expect.poll(() => key.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Back to how the server started' }).click();
  await page.getByText('Reset: pets').waitFor();
  await catalogs.getByRole('button', { name: /^al…-1/ }).click();
  await expect.poll(() => rows.count()).toBe(5);
});

test('with isolate, catalogs whose redacted keys look the same are told apart', async () => {
  const { server, origin } = await serve({ isolate: true, pets: 2 });
  server.catalog.forKey('team-blue-key').seed({ pets: 5 });
  server.catalog.forKey('team-green-key').seed({ pets: 6 });
  const page = await openDashboard(origin);
  const key = page.getByLabel('Catalog of key');
  await key.fill('team-blue-key');
  await key.press('Enter');
  const rows = page.locator('.pet-table tbody tr');
  await expect.poll(() => rows.count()).toBe(5);
  const current = page.locator('.catalog-list [aria-current]');
  await expect.poll(() => current.allInnerTexts()).toEqual([expect.stringMatching(/te…ey #1$/)]);
  await key.fill('team-green-key');
  await key.press('Enter');
  await expect.poll(() => rows.count()).toBe(6);
  await expect.poll(() => current.allInnerTexts()).toEqual([expect.stringMatching(/te…ey #2$/)]);
  await page.locator('.catalog-list').getByRole('button', { name: /#1$/ }).click();
  await expect.poll(() => rows.count()).toBe(5);
});

test('with isolate, the page opens the catalog that was used last, and others by a press: no key is typed', async () => {
  const { server, origin, call } = await serve({ isolate: true, pets: 2 });
  server.catalog.forKey('alpha-key-1').seed({ pets: 5 });
  await call('/pets?limit=1');
  const page = await openDashboard(origin);
  const rows = page.locator('.pet-table tbody tr');
  await expect.poll(() => rows.count()).toBe(2);
  await page.locator('.entry').filter({ hasText: 'limit=1' }).waitFor();
  await call('/pets?limit=2');
  await page.locator('.entry').filter({ hasText: 'limit=2' }).waitFor();
  await page.locator('.catalog-list').getByRole('button', { name: /#1$/ }).click();
  await expect.poll(() => rows.count()).toBe(5);
  await page.getByRole('button', { name: 'Delete' }).first().click();
  await expect.poll(() => server.catalog.forKey('alpha-key-1').pets.count()).toBe(4);
});

test('with isolate by a header, the field is of its values, and a create goes to the same one', async () => {
  const { server, origin } = await serve({ isolate: 'X-Test-Id', pets: 2 });
  const catalog = server.catalog.forKey('test-one-1');
  catalog.seed({ pets: 5 });
  const page = await openDashboard(origin);
  const field = page.getByLabel('Catalog of X-Test-Id');
  await field.fill('test-one-1');
  await field.press('Enter');
  await expect.poll(() => page.locator('.pet-table tbody tr').count()).toBe(5);
  await page.getByLabel('Name', { exact: true }).fill('Rex');
  await page.getByLabel('Name', { exact: true }).press('Enter');
  await expect.poll(() => catalog.pets.count()).toBe(6);
});

test('with isolate, a key that has no catalog is refused at the key, and shows no other', async () => {
  const { origin } = await serve({ isolate: true, apiKeys: ['alpha-key-1'], pets: 2 });
  const page = await openDashboard(origin, {}, { expected: /status of 401/ });
  const key = page.getByLabel('Catalog of key');
  await key.fill('wrong-key');
  await key.press('Enter');
  await page.locator('.key-field').getByText('is not valid').waitFor();
  await expect.poll(() => page.locator('.pet-table').count()).toBe(0);
  await key.fill('alpha-key-1');
  await key.press('Enter');
  await page.locator('.connection.live').waitFor();
  await expect.poll(() => page.locator('.pet-table tbody tr').count()).toBe(2);
});

test('names of any kind are shown as they are, and nothing of them is run', async () => {
  const { server, origin } = await serve({ pets: 0 });
  const names = ['<img src=x onerror=alert(1)>', '', 'שלום', 'x'.repeat(100_000), '👩‍👩‍👧 Zoë'];
  for (const name of names) server.catalog.pets.create({ name, tag: name });
  const page = await openDashboard(origin);
  await expect.poll(() => page.locator('.pet-table tbody tr').count()).toBe(5);
  const texts = await page.locator('.pet-table tbody th .who').allInnerTexts();
  expect(texts[0]).toContain('<img src=x onerror=alert(1)>');
  expect(texts[1]).toContain('no name');
  expect(texts[3]!.length).toBeLessThan(200);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
});

test('the focus stays on the page when what had it goes', async () => {
  const { server, origin } = await serve({ pets: 1 });
  server.catalog.faults.add({ status: 503 });
  const page = await openDashboard(origin);
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
  await page.getByRole('button', { name: /^Remove the fault/ }).click();
  await page.getByText('No fault is active.').waitFor();
  await expect.poll(() => focused()).toBe('503 once');
  await page.getByRole('button', { name: 'Slow, 2 s' }).click();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByText('No fault is active.').waitFor();
  await expect.poll(() => focused()).toBe('503 once');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => focused()).toBe('503 once');
});

test('on a phone, each tab shows how many faults are active, and rows which were hit', async () => {
  const { server, origin, call } = await serve();
  server.catalog.faults.add({ operation: 'getPet', status: 503 });
  server.catalog.faults.add({ operation: 'createPet', delay: 5 });
  await call('/pets/hit');
  const page = await openDashboard(origin, { width: 360, height: 740 });
  for (const tab of ['pets', 'requests', 'controls']) {
    await page.goto(`${origin}/?tab=${tab}`);
    await page.getByRole('button', { name: 'Controls 2 active faults' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await picture(page, `dashboard-faults-${tab}`);
    if (tab === 'requests') await page.locator('.entry .badge').waitFor();
    if (tab !== 'controls') continue;
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.getByRole('button', { name: 'Controls', exact: true }).waitFor();
  }
});

test('no part of the page makes it scroll where nothing is', async () => {
  const { server, origin } = await serve();
  for (const status of [500, 502, 503, 504]) server.catalog.faults.add({ status });
  const page = await openDashboard(origin, { width: 1366, height: 768 });
  await page.getByText('Custom fault').click();
  await page.locator('.fault-list li').nth(3).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(768);
  await page.getByText('A snapshot file can be dropped').scrollIntoViewIfNeeded();
  await picture(page, 'dashboard-four-faults');
});

test('a journal that is off is said to be off, and why', async () => {
  const { origin, call } = await serve({ journalSize: 0 });
  const page = await openDashboard(origin);
  await call('/pets');
  await page.getByText('The journal is off', { exact: true }).waitFor();
  expect(await page.locator('.panel.requests').innerText()).toContain('journalSize');
  expect(await page.getByText('No request yet').count()).toBe(0);
});

test('with isolate, catalogs of other keys are listed as they come, and none for a mistyped key', async () => {
  const { origin } = await serve({ isolate: true });
  const page = await openDashboard(origin);
  await page.getByLabel('Catalog of key').fill('mistyped-key');
  await page.getByLabel('Catalog of key').press('Enter');
  await page.locator('.connection.live').waitFor();
  await fetch(`${origin}/v2/pets`, { headers: { 'X-API-Key': 'other-key' } });
  const rows = page.locator('.catalog-list li');
  await expect.poll(() => rows.allInnerTexts()).toHaveLength(1);
  expect(await rows.first().innerText()).toContain('o…y');
});
