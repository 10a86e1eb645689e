import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { copied, openDashboard, press, serve, startDashboard } from './dashboard-page.ts';

const fixtures = ['Rex', 'Misty', 'Zaphod'].map((name) => ({ name, tag: 'dog', id: name }));

const pets = (page: Page) => page.getByRole('region', { name: 'Pets' });
const rows = (page: Page) => pets(page).getByRole('list').getByRole('button', { name: /^Edit/ });
const form = (page: Page) => pets(page).getByRole('dialog');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search pets by text or id' });
/** What has the focus, by its name. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    const [label] = (element as HTMLInputElement).labels ?? [];
    return element?.getAttribute('aria-label') ?? (label?.innerText || element?.className);
  });

test('of a hundred thousand pets the first are shown, and a search or an id finds the others', async () => {
  const { server, origin } = await serve({ pets: 100_000, maxPets: 100_001 });
  const id = server.catalog.pets.create({ name: 'Zaphod' }).id;
  const page = await openDashboard(origin);
  await pets(page).getByText('The first 200 of 100,001.').waitFor();
  expect(await rows(page).count()).toBe(200);
  await search(page).fill('zAPh');
  await expect.poll(() => rows(page).count()).toBe(1);
  await page.reload();
  await expect.poll(() => search(page).inputValue()).toBe('zAPh');
  await search(page).fill(id);
  await expect.poll(() => rows(page).allInnerTexts()).toEqual([expect.stringContaining('Zaphod')]);
  await search(page).fill('nobody is called that');
  await pets(page).getByText('No pet matches.').waitFor();
});

test('a pet is created over the control plane, with its errors at their fields', async () => {
  const { server, origin } = await serve({ fixtures });
  server.catalog.faults.add({ operation: 'createPet', status: 507, times: 1 });
  const page = await openDashboard(origin);
  await press(pets(page), 'New pet');
  await expect.poll(() => focused(page)).toBe('Name');
  await form(page).getByLabel('Tag').fill('cat');
  await press(form(page), 'Create');
  await form(page).locator('.bad').getByText('Name is required.').waitFor();
  expect(await form(page).getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => focused(page)).toBe('Name');
  expect(await form(page).getByLabel('Tag').inputValue()).toBe('cat');
  await page.keyboard.type('Bella');
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: 'Created Bella' }).waitFor();
  await rows(page).filter({ hasText: 'Bella' }).waitFor();
  await expect.poll(() => focused(page)).toBe('button');
  expect(server.catalog.pets.list().at(-1)).toMatchObject({ name: 'Bella', tag: 'cat' });
  // The app's own fault waits for the app, and the journal has its requests alone.
  expect(server.catalog.faults.list()).toMatchObject([{ hits: 0 }]);
  expect(server.catalog.requests.count()).toBe(0);
});

test('an edit sends the changed fields; Enter saves, Escape cancels, and the focus stays', async () => {
  const { server, page } = await startDashboard({
    fixtures: [...fixtures, { name: 'two\nlines', id: 'two' }],
  });
  await press(pets(page), /^Edit Misty/);
  await expect.poll(() => focused(page)).toBe('Name');
  await form(page).getByLabel('Name').fill('Nobody');
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toMatch('Edit Misty');
  expect(server.catalog.pets.get('Misty')).toEqual(fixtures[1]);

  await press(pets(page), /^Edit Misty/);
  server.catalog.pets.update('Misty', { tag: 'cat' });
  await expect.poll(() => focused(page)).toBe('Name');
  await page.keyboard.type('Mistral');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toMatch('Edit Mistral');
  expect(server.catalog.pets.get('Misty')).toEqual({ name: 'Mistral', tag: 'cat', id: 'Misty' });
  await rows(page).filter({ hasText: 'Mistral' }).getByText('cat').waitFor();

  // What an input cannot hold of a name stays.
  await press(pets(page), /^Edit two lines/);
  await form(page).getByLabel('Tag').fill('cat');
  await press(form(page), 'Save');
  await page.getByText('Saved two').waitFor();
  expect(server.catalog.pets.get('two')).toEqual({ name: 'two\nlines', tag: 'cat', id: 'two' });
});

test('the form says that a pet has gone meanwhile, and keeps the typed text', async () => {
  const { server, page } = await startDashboard({ fixtures });
  await press(pets(page), /^Edit Misty/);
  server.catalog.pets.remove('Misty');
  await expect.poll(() => rows(page).count()).toBe(2);
  await form(page).getByLabel('Name').fill('Mistral');
  await page.keyboard.press('Enter');
  await form(page).getByRole('alert').getByText('This pet was deleted in the meantime').waitFor();
  expect(await form(page).getByLabel('Name').inputValue()).toBe('Mistral');
  await press(form(page), 'Delete');
  await page.getByText('Already deleted: Misty').waitFor();
  await expect.poll(() => form(page).count()).toBe(0);
});

test('a deleted pet comes back at the end with its id', async () => {
  const { server, call, page } = await startDashboard({ fixtures });
  const remove = async (name: string) => {
    await press(pets(page), new RegExp(`^Edit ${name}`));
    await press(form(page), 'Delete');
    await page.getByText(`Deleted ${name}`).waitFor();
    await expect.poll(() => rows(page).filter({ hasText: name }).count()).toBe(0);
  };
  await remove('Misty');
  expect(server.catalog.pets.get('Misty')).toBeUndefined();
  // What the app does meanwhile stays, and a call that waits is not cancelled.
  server.catalog.faults.add({ operation: 'createPet', hold: true });
  const held = call('/pets', { method: 'POST', body: '{"name":"Held"}' });
  await server.catalog.requests.waitFor({ operation: 'createPet' });
  await page.keyboard.press('Control+z');
  await page.getByText('Undone: Deleted Misty').waitFor();
  const others = fixtures.filter(({ name }) => name !== 'Misty');
  const misty = fixtures.find(({ name }) => name === 'Misty');
  expect(server.catalog.pets.list()).toEqual([...others, misty]);
  server.catalog.faults.clear();
  expect((await held).status).toBe(201);
  await expect.poll(() => rows(page).count()).toBe(4);

  for (const name of ['Held', 'Zaphod', 'Misty', 'Rex']) await remove(name);
  await pets(page).getByText('The catalog is empty.').waitFor();
});

test('the pets are one Tab stop with arrows; the id is copied, and a pet leads to its requests', async () => {
  const id = 'a/b?c';
  const { origin, call } = await serve({ fixtures: [{ name: 'Rex', id }, ...fixtures.slice(1)] });
  await call(`/pets/${encodeURIComponent(id)}`);
  await call('/pets?limit=1');
  const page = await openDashboard(origin, {}, { path: '/?tab=pets' });
  await rows(page).first().focus();
  for (const name of ['Misty', 'Zaphod']) {
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused(page)).toMatch(`Edit ${name}`);
  }
  await press(pets(page), /^Edit Rex/);
  expect(await copied(page, 'Copy id')).toBe(id);
  await page.getByText('Copied the id').waitFor();
  await press(form(page), 'Requests');
  const options = page.getByRole('listbox').getByRole('option');
  await expect.poll(() => options.allInnerTexts()).toEqual([expect.stringContaining('a%2Fb%3Fc')]);
  expect(new URL(page.url()).searchParams.get('tab')).toBeNull();
});

test('pets are live, and names of any kind are shown as they are', async () => {
  const { server, call, page } = await startDashboard({ fixtures });
  await call('/pets', { method: 'POST', body: '{"name":"Bella","tag":"cat"}' });
  await rows(page).filter({ hasText: 'Bella' }).waitFor();
  server.catalog.reset();
  await expect.poll(() => rows(page).count()).toBe(3);

  const names = ['<img src=x onerror=alert(1)>', '', 'שלום', 'x'.repeat(100_000), 'a\u202Eb'];
  for (const name of names) server.catalog.pets.create({ name });
  await expect.poll(() => rows(page).count()).toBe(8);
  const texts = await rows(page).allInnerTexts();
  expect(texts[3]).toContain('<img src=x onerror=alert(1)>');
  expect(texts[4]).toContain('no name');
  expect(texts[6]!.length).toBeLessThan(200);
  const ends = await rows(page)
    .locator('span:first-child')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).unicodeBidi));
  expect(new Set(ends)).toEqual(new Set(['isolate']));
});
