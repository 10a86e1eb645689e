import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../src/server.ts';
import {
  filters,
  findBarriersInBoth,
  findOverflows,
  looks,
  openDashboard,
  serve,
} from './dashboard-page.ts';

const undoOf = (page: Page) => page.getByRole('button', { name: 'Undo' });
const noticeOf = (page: Page) => page.locator('.notice');

async function chooseEmpty(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Scenario/ }).click();
  await page.getByRole('button', { name: /^empty/ }).click();
}

async function seed(page: Page, pets: number): Promise<void> {
  await page.getByRole('spinbutton', { name: 'Pets' }).fill(String(pets));
  await page.getByRole('button', { name: 'Seed', exact: true }).click();
  await page.getByText(`Seeded ${pets} pets`).waitFor();
}

test.each<[string, (page: Page) => Promise<unknown>]>([
  ['a seed', (page) => seed(page, 9)],
  ['a reset', (page) => page.getByRole('button', { name: /^Back to how/ }).click()],
  ['a scenario', chooseEmpty],
  [
    'a restored file',
    (page) =>
      page.locator('input[type=file]').setInputFiles({
        name: 'saved.json',
        mimeType: 'application/json',
        buffer: Buffer.from(
          '{"version":1,"seed":1,"nextId":0,"nextFault":0,"pets":[],"faults":[],"calls":0}',
        ),
      }),
  ],
])('%s is undone: all is as before, whatever changed since', async (_, change) => {
  const { server, origin } = await serve({ pets: 2 });
  server.catalog.scenarios.use('down');
  server.catalog.pets.create({ name: 'Rex' });
  const before = server.catalog.snapshot();
  const page = await openDashboard(origin);
  await page.locator('.fault-list li').waitFor();
  await change(page);
  await page.getByText(/^Undo brings back 3 pets, 1 fault and the scenario down/).waitFor();
  await expect.poll(() => server.catalog.snapshot()).not.toEqual(before);
  server.catalog.pets.create({ name: 'Newcomer' });
  await undoOf(page).click();
  await page
    .getByRole('status')
    .filter({ hasText: /^Brought back 3 pets, 1 fault and the scenario down/ })
    .waitFor();
  expect(server.catalog.snapshot()).toEqual(before);
  await expect.poll(() => page.locator('.pet-table tbody tr').count()).toBe(3);
  await page.getByRole('button', { name: 'Scenario down' }).waitFor();
  expect(await undoOf(page).count()).toBe(0);
});

test.each<[string, string, (page: Page) => Promise<unknown>]>([
  [
    'a clearing of the faults',
    '2 faults',
    (page) => page.getByRole('button', { name: 'Clear all' }).click(),
  ],
  [
    'the removal of a fault',
    '1 fault',
    (page) => page.locator('.fault-list').getByTitle('Remove').last().click(),
  ],
  ['a deletion', 'Rex', (page) => page.getByRole('button', { name: 'Delete Rex' }).click()],
])('%s is undone, and what the app did since stays', async (_, words, change) => {
  const { server, origin, call } = await serve({ pets: 2 });
  const { faults, pets } = server.catalog;
  pets.create({ name: 'Rex' });
  pets.create({ name: 'Last' });
  faults.add({ operation: 'listPets', status: 503, times: 9 });
  faults.add({ operation: 'getPet', status: 500 });
  expect((await call('/pets')).status).toBe(503);
  const before = server.catalog.snapshot();
  const page = await openDashboard(origin);
  await page.locator('.fault-list li').first().waitFor();
  await change(page);
  await page.getByText(`Undo brings back ${words}.`).waitFor();
  await expect.poll(() => server.catalog.snapshot()).not.toEqual(before);
  faults.add({ operation: 'createPet', delay: 1 });
  const created = await call('/pets', { method: 'POST', body: '{"name":"Newcomer"}' });
  expect(created.status).toBe(201);
  await undoOf(page).click();
  await page.getByText(`Brought back ${words}`).waitFor();
  const shown = faults
    .list()
    .map(({ operation, status, remaining }) => [operation, status, remaining]);
  expect(shown).toHaveLength(3);
  expect(shown).toEqual(
    expect.arrayContaining([
      ['listPets', 503, 8],
      ['getPet', 500, undefined],
      ['createPet', undefined, undefined],
    ]),
  );
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);
  expect(names(pets.list())).toEqual([...names(before.pets), 'Newcomer']);
  expect(pets.list().slice(0, -1)).toEqual(before.pets);
});

test('the undo of a deletion cancels no call that is in flight', async () => {
  const { server, origin, call } = await serve({ fixtures: [{ name: 'Rex', id: 'rex' }] });
  const { faults, pets, requests } = server.catalog;
  const page = await openDashboard(origin);
  await page.getByRole('button', { name: 'Delete Rex' }).click();
  await page.getByText('Undo brings back Rex.').waitFor();
  const id = faults.add({ operation: 'createPet', delay: 60_000 });
  const slow = call('/pets', { method: 'POST', body: '{"name":"Slow"}' });
  await requests.waitFor({ operation: 'createPet' });
  await undoOf(page).click();
  await page.getByText('Brought back Rex').waitFor();
  expect(pets.get('rex')).toMatchObject({ name: 'Rex' });
  // It waits on: only a reset, which no undo of one pet may be, ends it.
  expect(requests.list({ operation: 'createPet' })).toMatchObject([{ status: null }]);
  server.catalog.reset();
  expect((await slow).status).toBe(503);
  expect(id).toBe('fault-1');
});

test('cleared requests come back on this page alone, and new ones stay', async () => {
  const { server, origin, call } = await serve();
  await call('/pets/old');
  await call('/pets?limit=1');
  const page = await openDashboard(origin);
  const entries = page.locator('.entry');
  await expect.poll(() => entries.count()).toBe(2);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByText('Undo brings back 2 requests, on this page alone.').waitFor();
  await page.getByText('No request yet').waitFor();
  expect(server.catalog.requests.count()).toBe(0);
  await call('/pets/new');
  await entries.filter({ hasText: '/pets/new' }).waitFor();
  await undoOf(page).click();
  await page.getByText('Brought back 2 requests, on this page alone').waitFor();
  await page.mouse.move(0, 0);
  await expect
    .poll(async () => (await entries.allInnerTexts()).map((text) => /\/pets\S*/.exec(text)?.[0]))
    .toEqual(['/pets/new', '/pets?limit=1', '/pets/old']);
  expect(server.catalog.requests.count()).toBe(1);
  await filters(page).getByLabel('Operation').selectOption('listPets');
  await expect.poll(() => entries.count()).toBe(1);
  server.catalog.requests.clear();
  await page.getByText('No request matches').waitFor();
});

test('who points at a notice, or is in it, keeps it; Escape does not', async () => {
  const { origin } = await serve();
  const page = await openDashboard(origin);
  await page.clock.install();
  /** Lets a minute pass, in which what nobody keeps goes. */
  const minutePasses = () => page.clock.fastForward(60_000);
  await seed(page, 3);
  await page.clock.fastForward(12_000);
  await undoOf(page).hover();
  await minutePasses();
  await undoOf(page).focus();
  await page.mouse.move(0, 0);
  await minutePasses();
  expect(await undoOf(page).count()).toBe(1);
  await page.getByLabel('Seed number').focus();
  await minutePasses();
  await noticeOf(page).waitFor({ state: 'detached' });

  await seed(page, 4);
  await page.getByLabel('Seed number').press('Escape');
  await noticeOf(page).waitFor({ state: 'detached' });
  await seed(page, 5);
  await minutePasses();
  await noticeOf(page).waitFor({ state: 'detached' });
});

test('the keyboard undoes from anywhere, and the focus is where it was', async () => {
  const { server, origin } = await serve({ pets: 2 });
  const page = await openDashboard(origin);
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
  await seed(page, 7);
  await page.getByRole('button', { name: 'Restore a file' }).focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => focused()).toBe('Undo');
  await page.keyboard.press('Enter');
  await page.getByText('Brought back 2 pets').waitFor();
  await expect.poll(() => focused()).toBe('Restore a file');
  expect(server.catalog.pets.count()).toBe(2);

  await seed(page, 9);
  await page.getByRole('button', { name: 'Restore a file' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await noticeOf(page).waitFor({ state: 'detached' });
  await expect.poll(() => focused()).toBe('Restore a file');

  await seed(page, 8);
  const field = page.getByLabel('Seed number');
  await field.pressSequentially('12');
  await field.press('Control+z');
  expect(server.catalog.pets.count()).toBe(8);
  await page.getByRole('button', { name: 'Snapshot', exact: true }).focus();
  await page.keyboard.press('Control+z');
  await page.getByText('Brought back 9 pets').waitFor();
  expect(server.catalog.pets.count()).toBe(9);
  await expect.poll(() => focused()).toBe('Snapshot');
});

test('an undo that fails stays on offer', async () => {
  const { server, origin } = await serve({ pets: 2 });
  const page = await openDashboard(origin, {}, { expected: /net::ERR/ });
  await seed(page, 6);
  await server.close();
  await page.getByText('The server does not answer.').waitFor();
  await undoOf(page).click();
  await page.getByRole('alert').filter({ hasText: 'does not answer:' }).waitFor();
  const again = await startServer({ port: server.port, pets: 9 });
  onTestFinished(() => again.close());
  await page.locator('.connection.live').waitFor();
  await undoOf(page).click();
  await page.getByText('Brought back 2 pets').waitFor();
  expect(again.catalog.pets.count()).toBe(2);
});

test('with isolate, an undo is of the catalog that is shown', async () => {
  const { server, origin } = await serve({ isolate: true, pets: 2 });
  const page = await openDashboard(origin);
  const key = page.getByLabel('Catalog of key');
  await key.fill('alpha-key-1');
  await key.press('Enter');
  await page.locator('.connection.live').waitFor();
  await page.locator('.pet-table').waitFor();
  await seed(page, 5);
  await key.fill('bravo-key-2');
  await key.press('Enter');
  await noticeOf(page).waitFor({ state: 'detached' });
  expect(server.catalog.forKey('alpha-key-1').pets.count()).toBe(5);
});

test('a reset of all catalogs offers no undo', async () => {
  const { server, origin } = await serve({ isolate: true, apiKeys: ['alpha-key-1'], pets: 2 });
  server.catalog.forKey('alpha-key-1').seed({ pets: 5 });
  const page = await openDashboard(origin);
  await page.getByRole('button', { name: 'Reset all' }).click();
  await page.getByText('Reset all catalogs').waitFor();
  expect(await undoOf(page).count()).toBe(0);
  expect(server.catalog.forKey('alpha-key-1').pets.count()).toBe(2);
});

test('the header keeps the focus when the fault goes that it counted', async () => {
  const { server, origin } = await serve({ pets: 1 });
  server.catalog.faults.add({ status: 503 });
  const page = await openDashboard(origin);
  await page.getByRole('link', { name: '1 active fault' }).focus();
  server.catalog.faults.clear();
  await page.getByRole('link', { name: '1 active fault' }).waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('HEADER');
});

test.each(Object.entries(looks))(
  'axe finds nothing in a notice with an undo, on a %s',
  async (name, look) => {
    const { server, origin } = await serve();
    server.catalog.faults.add({ status: 503, rate: 0.5 });
    const page = await openDashboard(origin, look, { path: '/?tab=controls' });
    await page.getByRole('button', { name: /^Back to how/ }).click();
    await page
      .getByText(
        'Undo brings back 25 pets and 1 fault, but no requests, and loses what has been created or changed since.',
      )
      .waitFor();
    expect(await findBarriersInBoth(page, `dashboard-undo-${name}`)).toEqual([]);
    expect(await findOverflows(page)).toEqual([]);
  },
);
