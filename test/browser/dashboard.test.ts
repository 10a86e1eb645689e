import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDashboard, serve } from './dashboard-page.ts';

test('a person sees the pets, creates one, watches, makes a list fail, rewinds, saves and restores', async () => {
  const { server, origin, call } = await serve({ pets: 25 });
  const page = await openDashboard(origin);
  const rows = page.locator('.pet-table tbody tr');

  // The pets
  await expect.poll(() => rows.count()).toBe(25);
  expect(await rows.first().innerText()).toContain(server.catalog.pets.list()[0]!.name);

  // A new one
  await page.getByLabel('Name', { exact: true }).fill('Zaphod');
  await page.getByLabel('Tag', { exact: true }).fill('two-headed dog');
  await page.getByRole('button', { name: 'Create pet' }).click();
  await rows.filter({ hasText: 'Zaphod' }).waitFor();
  expect(server.catalog.pets.list()).toHaveLength(26);
  await page.getByRole('status').filter({ hasText: 'Created Zaphod' }).waitFor();

  // Another client's request, live
  await call('/pets/nobody');
  const entry = page.locator('.entry').filter({ hasText: '/v2/pets/nobody' });
  await entry.waitFor();
  await entry.getByRole('button').click();
  await expect.poll(() => entry.innerText()).toContain('Pet not found');
  expect(await entry.innerText()).toContain('te…01');

  // The next list fails, once
  await page.getByLabel('Make fail').selectOption('listPets');
  await page.getByRole('button', { name: '503 once' }).click();
  const faults = page.getByRole('list', { name: 'Faults, the newest first' });
  await expect.poll(() => faults.innerText()).toMatch(/listPets\s+503, once/);
  expect((await call('/pets?limit=1')).status).toBe(503);
  await page.getByText('No fault is active.').waitFor();
  expect((await call('/pets?limit=1')).status).toBe(200);
  await page.getByRole('button', { name: '2 new' }).click();
  const listed = page.locator('.entry').filter({ hasText: '?limit=1' });
  await expect.poll(() => listed.count()).toBe(2);
  expect((await listed.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual(['200', '503']);

  // A snapshot, then back to the start, then the snapshot again
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Snapshot' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^pet-catalog-\d{8}-\d{4}\.json$/);
  const file = await download.path();
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(server.catalog.snapshot());
  await page.getByRole('button', { name: 'Back to how the server started' }).click();
  await expect.poll(() => rows.count()).toBe(25);
  await page.getByText('No request yet').waitFor();
  await page.locator('input[type=file]').setInputFiles(file);
  await expect.poll(() => rows.count()).toBe(26);
  await rows.filter({ hasText: 'Zaphod' }).waitFor();
});

test('a snapshot file that is dropped on the page is restored', async () => {
  const { server, origin } = await serve({ pets: 2 });
  const snapshot = JSON.stringify(server.catalog.snapshot());
  server.catalog.seed({ pets: 9 });
  const page = await openDashboard(origin);
  const drop = (text: string) =>
    page.evaluate((content) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], 'saved.json', { type: 'application/json' }));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer });
        document.body.dispatchEvent(event);
      }
    }, text);
  await drop(snapshot);
  await page.getByText('Restored 2 pets from saved.json').waitFor();
  expect(server.catalog.pets.count()).toBe(2);
  await drop('oops');
  await page.getByText('saved.json: this file is not JSON').waitFor();
  expect(server.catalog.pets.count()).toBe(2);
});

test("a bad snapshot is refused in the server's words, and changes nothing", async () => {
  const { server, origin } = await serve({ pets: 3 });
  const page = await openDashboard(origin, {}, { expected: /status of 400/ });
  const path = join(tmpdir(), `bad-snapshot-${process.pid}.json`);
  await writeFile(path, '{"version":2}');
  await page.locator('input[type=file]').setInputFiles(path);
  const alert = page.getByRole('alert').filter({ hasText: 'bad-snapshot' });
  await expect.poll(() => alert.innerText()).toMatch(/version/);
  expect(server.catalog.pets.count()).toBe(3);
});

test('a hundred thousand pets are paged, searched and filtered by the server', async () => {
  const { server, origin } = await serve({ pets: 100_000 });
  server.catalog.pets.create({ name: 'Zaphod', tag: 'rarity' });
  const page = await openDashboard(origin);
  const rows = page.locator('.pet-table tbody tr');
  await page.getByText('1–50 of 100,001').waitFor();
  expect(await rows.count()).toBe(50);
  await page.getByRole('button', { name: 'Last page' }).click();
  await page.getByText('100,001–100,001 of 100,001').waitFor();
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Zaphod')]);
  expect(page.url()).toContain('?page=2001');
  await page.getByLabel('Search pets by name or tag').fill('zAPh');
  await page.getByText('1–1 of 1', { exact: true }).waitFor();
  await expect.poll(() => page.url()).toMatch(/\?q=zAPh$/);
  await page.getByRole('button', { name: 'rarity' }).click();
  await page.getByRole('button', { name: 'Tag rarity: remove this filter' }).waitFor();
  await page.reload();
  await page.getByText('1–1 of 1', { exact: true }).waitFor();
  expect(await page.getByLabel('Search pets by name or tag').inputValue()).toBe('zAPh');
  await page.getByRole('button', { name: 'Tag rarity: remove this filter' }).click();
  await page.getByLabel('Search pets by name or tag').fill('nothing is called so');
  await page.getByText('No pet matches').waitFor();
  await page.getByRole('button', { name: 'Show all pets' }).click();
  await page.getByText('1–50 of 100,001').waitFor();
});

test('the back button undoes a step', async () => {
  const { origin } = await serve({ pets: 120 });
  const page = await openDashboard(origin);
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText('51–100 of 120').waitFor();
  await page.goBack();
  await page.getByText('1–50 of 120').waitFor();
  expect(new URL(page.url()).search).toBe('');
});

test('the error of a create is shown at the field, which has the focus', async () => {
  const { origin } = await serve();
  const page = await openDashboard(origin, {}, { expected: /status of 4\d\d/ });
  await page.getByRole('button', { name: 'Create pet' }).click();
  const name = page.getByLabel('Name', { exact: true });
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
  const described = await name.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${described}"]`).innerText()).toBe(
    'A new pet lacks the field "name"',
  );
  await expect
    .poll(() => name.evaluate((element) => element === document.activeElement))
    .toBe(true);
});

test('a create is no call of the service: no fault, no delay, no entry, and no key', async () => {
  const { server, origin } = await serve({ apiKeys: ['good-key-1'], pets: 1, maxPets: 2 });
  const page = await openDashboard(origin, {}, { expected: /status of 507/ });
  const { faults, requests, pets } = server.catalog;
  for (const fault of [
    { status: 507, times: 1 },
    { delay: 60_000, times: 1 },
  ])
    faults.add(fault);
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Rex');
  await name.press('Enter');
  await page.getByText('Created Rex').waitFor();
  expect(pets.list()[1]).toMatchObject({ name: 'Rex' });
  expect(faults.list()).toMatchObject([{ hits: 0 }, { hits: 0 }]);
  expect(requests.count()).toBe(0);

  await name.fill('One too many');
  await name.press('Enter');
  await page.locator('.form-error').filter({ hasText: 'it holds 2 pets' }).waitFor();
  expect(await name.inputValue()).toBe('One too many');
});

test('what others do to the pets and the faults is shown as it happens', async () => {
  const { server, origin } = await serve({ fixtures: [{ name: 'Rex', id: 'rex' }] });
  const page = await openDashboard(origin);
  const { pets, faults, scenarios } = server.catalog;
  const rows = page.locator('.pet-table tbody tr');
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Rex')]);
  pets.update('rex', { name: 'Max' });
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Max')]);
  pets.create({ name: 'Bello' });
  pets.remove('rex');
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Bello')]);
  faults.add({ status: 503 });
  await page.locator('.fault-list li').filter({ hasText: '503' }).waitFor();
  faults.clear();
  await expect.poll(() => page.locator('.fault-list li').count()).toBe(0);
  scenarios.use('flaky');
  await page.getByRole('button', { name: /^Scenario flaky$/ }).waitFor();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByRole('button', { name: /^Scenario flaky \(changed\)$/ }).waitFor();
  scenarios.use('slow');
  await page.getByRole('button', { name: /^Scenario slow$/ }).waitFor();
  await page.getByText('Each call is p50 300 ms, p99 3 s slower.').waitFor();
});

test('a request says which fault hit it, though that has gone', async () => {
  const { server, origin, call } = await serve();
  const page = await openDashboard(origin);
  server.catalog.faults.add({ status: 503, times: 1 });
  await call('/pets');
  const entry = page.locator('.entry');
  await entry.getByRole('button').first().click();
  await expect.poll(() => entry.locator('.facts').first().innerText()).toContain('503, once');
});

test('every preset is one press, a custom fault has every field, and faults are removed', async () => {
  const { server, origin } = await serve();
  const page = await openDashboard(origin, {}, { expected: /status of 400/ });
  for (const name of ['503 once', 'Slow, 2 s', 'Drop connection', '20 % chaos']) {
    await page.getByRole('button', { name }).click();
  }
  await expect
    .poll(() => server.catalog.faults.list())
    .toMatchObject([
      { status: 503, times: 1 },
      { delay: 2000 },
      { network: 'reset' },
      { status: 503, rate: 0.2 },
    ]);
  await page.getByText('Custom fault').click();
  await page.getByLabel('Make fail').selectOption('createPet');
  await page.getByLabel('Status', { exact: true }).last().fill('418');
  await page.getByLabel('Message').fill('Short and stout');
  await page.getByLabel('Delay', { exact: true }).selectOption('fixed');
  await page.getByLabel('Delay in ms').fill('5');
  await page.getByRole('textbox', { name: '% of calls' }).fill('50');
  await page.getByLabel('Times').fill('3');
  await page.getByRole('button', { name: 'Add the fault' }).click();
  await expect
    .poll(() => server.catalog.faults.list()[4])
    .toMatchObject({
      operation: 'createPet',
      status: 418,
      error: 'Short and stout',
      delay: 5,
      rate: 0.5,
      times: 3,
    });
  await page.getByRole('button', { name: /^Remove the fault: all operations, 2 s slower/ }).click();
  await expect.poll(() => server.catalog.faults.list().length).toBe(4);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByText('No fault is active.').waitFor();
  expect(server.catalog.faults.list()).toEqual([]);
});

test('seeding with a number gives the pets of that number', async () => {
  const { server, origin } = await serve();
  const page = await openDashboard(origin, {}, { expected: /status of 400/ });
  await page.getByRole('spinbutton', { name: 'Pets' }).fill('3');
  await page.getByLabel('Seed number').fill('7');
  await page.getByRole('button', { name: 'Seed', exact: true }).click();
  await page.getByText('Seeded 3 pets').waitFor();
  expect(server.catalog.snapshot()).toMatchObject({ seed: 7, pets: { length: 3 } });
  await expect.poll(() => page.locator('.pet-table tbody tr').count()).toBe(3);
});

test('a fault that another client adds shows up by itself', async () => {
  const { server, origin } = await serve();
  const page = await openDashboard(origin);
  await page.getByText('No fault is active.').waitFor();
  server.catalog.faults.add({ operation: 'getPet', network: 'empty' });
  const faults = page.getByRole('list', { name: 'Faults, the newest first' });
  await expect.poll(() => faults.innerText()).toContain('closed with no answer');
});

test('the header says in which dialect the mock answers, where it has one', async () => {
  const plain = await openDashboard((await serve()).origin);
  const mark = (page: typeof plain) => page.getByRole('banner').getByText(/^Dialect/);
  expect(await mark(plain).count()).toBe(0);
  const { origin } = await serve({ dialect: { createStatus: 200, maxLimit: 9 } });
  const page = await openDashboard(origin);
  expect(await mark(page).innerText()).toMatch(/^Dialect/);
  expect(await mark(page).getAttribute('title')).toBe('createStatus: 200, maxLimit: 9');
});
