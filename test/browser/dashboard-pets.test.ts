import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  findBarriersInBoth,
  findOverflows,
  type Look,
  looks,
  openDashboard,
  serve,
} from './dashboard-page.ts';

const pets = ['Rex', 'Misty', 'Zaphod'].map((name) => ({ name, tag: 'dog', id: name }));

/** Opens the dashboard, and waits until it has read all that it reads by itself. */
async function openQuiet(origin: string, look?: Look): Promise<Page> {
  const page = await openDashboard(origin, look);
  // It reads the pets when it is drawn, and again when it is live.
  const read = new Promise<void>((resolve) => {
    page.once('websocket', (socket) => {
      const ids: number[] = [];
      socket.on('framesent', ({ payload }) => {
        const { id, path = '' } = JSON.parse(String(payload)) as { id: number; path?: string };
        if (path.startsWith('/__admin/pets')) ids.push(id);
      });
      socket.on('framereceived', ({ payload }) => {
        const { id, end } = JSON.parse(String(payload)) as { id: number; end?: true };
        if (end && id === ids[1]) resolve();
      });
    });
  });
  await page.reload();
  await read;
  await page.locator('.pet-table').waitFor();
  return page;
}

/** What has the focus, by its name. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    const [label] = (element as HTMLInputElement).labels ?? [];
    return element?.getAttribute('aria-label') ?? (label?.innerText || element?.id);
  });

test('a pet that an app creates is there at once, and after a reset the pets of the start are', async () => {
  const { server, origin, call } = await serve({ fixtures: pets });
  const page = await openQuiet(origin);
  const names = () => page.locator('.pet-table tbody tr').allInnerTexts();
  expect(await names()).toHaveLength(3);

  await call('/pets', { method: 'POST', body: '{"name":"Bella"}' });
  await expect.poll(names).toHaveLength(4);
  expect((await names())[3]).toContain('Bella');

  server.catalog.reset();
  await expect.poll(names).toHaveLength(3);
});

test('a pet is edited in its row: Enter saves, Escape does not, and the focus stays', async () => {
  const { server, origin } = await serve({ fixtures: pets });
  const page = await openDashboard(origin);
  const form = page.getByRole('form', { name: 'Edit Misty' });
  const edit = page.getByRole('button', { name: 'Edit Misty' });
  await edit.press('Enter');
  await expect.poll(() => focused(page)).toBe('Name');
  await page.keyboard.type('Nobody');
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Edit Misty');
  expect(server.catalog.pets.get('Misty')).toEqual(pets[1]);

  await edit.press('Enter');
  await expect.poll(() => focused(page)).toBe('Name');
  // Another client changes what this form leaves alone.
  server.catalog.pets.update('Misty', { tag: 'cat' });
  await page.keyboard.type('Mistral');
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: 'Saved Mistral' }).waitFor();
  await expect.poll(() => focused(page)).toBe('Edit Mistral');
  expect(server.catalog.pets.get('Misty')).toEqual({ name: 'Mistral', tag: 'cat', id: 'Misty' });
  await page
    .locator('.pet-table tbody tr')
    .filter({ hasText: 'Mistral' })
    .getByText('cat')
    .waitFor();

  await page.getByRole('button', { name: 'Edit Mistral' }).click();
  await page.locator('.edit-pet').getByLabel('Tag').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => server.catalog.pets.get('Misty')?.tag).toBe('');
});

test('what an input cannot hold of a name stays', async () => {
  const { server, origin } = await serve({ fixtures: [{ name: 'two\nlines', id: 'one' }] });
  const page = await openDashboard(origin);
  await page.getByRole('button', { name: /^Edit/ }).click();
  await page.locator('.edit-pet').getByLabel('Tag').fill('cat');
  await page.keyboard.press('Enter');
  await page.getByText('Saved two').waitFor();
  expect(server.catalog.pets.get('one')).toEqual({ name: 'two\nlines', tag: 'cat', id: 'one' });
});

test('a pet that has gone meanwhile is said to have gone, and what was typed stays', async () => {
  const { server, origin } = await serve({ fixtures: pets });
  const page = await openQuiet(origin);
  await page.getByRole('button', { name: 'Edit Misty' }).click();
  server.catalog.pets.remove('Misty');
  const name = page.locator('.edit-pet').getByLabel('Name');
  await name.fill('Mistral');
  await page.keyboard.press('Enter');
  const alert = page.locator('.edit-pet').getByRole('alert');
  await expect.poll(() => alert.innerText()).toBe('There is no pet of that id any more');
  expect(await name.inputValue()).toBe('Mistral');
  // The refusal leaves the connection alone.
  expect(await page.locator('.connection').innerText()).toContain('Live');
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect.poll(() => page.locator('.pet-table tbody tr').count()).toBe(2);
  await expect.poll(() => focused(page)).toBe('List of pets');

  server.catalog.pets.remove('Rex');
  await expect.poll(() => page.locator('.pet-table tbody tr').count()).toBe(1);
});

test('the focus goes to a neighbour of a deleted pet, and is never lost', async () => {
  const { server, origin } = await serve({ fixtures: pets });
  const page = await openDashboard(origin);
  const rows = page.locator('.pet-table tbody tr');
  for (const [name, next] of [
    ['Misty', 'Delete Zaphod'],
    ['Zaphod', 'Delete Rex'],
    ['Rex', 'Pets'],
  ] as const) {
    await page.getByRole('button', { name: `Delete ${name}` }).press('Enter');
    await page.getByText(`Deleted ${name}`).waitFor();
    expect(server.catalog.pets.get(name)).toBeUndefined();
    await expect.poll(() => rows.filter({ hasText: name }).count()).toBe(0);
    await expect.poll(() => focused(page)).toBe(next);
  }
  await page.getByText('The catalog is empty').waitFor();
  await page.keyboard.press('Control+z');
  await expect.poll(() => rows.count()).toBe(1);
  expect(server.catalog.pets.list()).toEqual([pets[0]]);
});

test('a double click, or a key that is held, deletes one pet', async () => {
  const { server, origin } = await serve({ fixtures: pets });
  const page = await openDashboard(origin);
  const rows = page.locator('.pet-table tbody tr');
  await page.getByRole('button', { name: 'Delete Rex' }).dblclick({ delay: 150 });
  await page.getByText('Deleted Rex').waitFor();
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.getByRole('button', { name: 'Delete Misty' }).focus();
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.getByText('Deleted Misty').waitFor();
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect.poll(() => rows.count()).toBe(1);
  expect(server.catalog.pets.list()).toEqual([pets[2]]);
});

test('the focus stays in the list when a reset takes its row, or all rows', async () => {
  const { server, origin } = await serve({ pets: 2 });
  server.catalog.seed({ fixtures: pets });
  const page = await openDashboard(origin);
  await page.getByRole('button', { name: 'Edit Rex' }).click();
  await expect.poll(() => focused(page)).toBe('Name');
  server.catalog.reset();
  await expect.poll(() => focused(page)).toBe('List of pets');
  await page.getByRole('button', { name: /^Edit/ }).first().focus();
  server.catalog.seed({ pets: 0 });
  await expect.poll(() => focused(page)).toBe('Pets');
});

test.each([1366, 360])('from a pet to its requests, %d px wide', async (width) => {
  const id = 'a/b?c';
  const { origin } = await serve({ fixtures: [{ name: 'Rex', id }] });
  const page = await openDashboard(
    origin,
    { width, height: 768 },
    { path: '/?status=4xx&operation=listPets' },
  );
  await page.getByRole('button', { name: 'Show the requests of Rex' }).press('Enter');
  await expect.poll(() => focused(page)).toBe('Requests');
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    tab: 'requests',
    find: '/pets/a%2Fb%3Fc',
  });
  expect(await page.getByRole('heading', { name: 'Requests' }).isVisible()).toBe(true);
});

test.each(Object.entries(looks))(
  'axe finds nothing in a row that is edited, on a %s',
  async (name, look) => {
    const { server, origin } = await serve({ fixtures: pets });
    const page = await openQuiet(origin, look);
    const row = page.locator('.pet-table tbody tr').first();
    expect((await row.boundingBox())!.height).toBeLessThan(50);
    await page.getByRole('button', { name: 'Edit Misty' }).click();
    server.catalog.pets.remove('Misty');
    await page.locator('.edit-pet').getByLabel('Name').fill('Mistral');
    await page.keyboard.press('Enter');
    await page.locator('.edit-pet .field-error').waitFor();
    expect(await findBarriersInBoth(page, `dashboard-edit-${name}`)).toEqual([]);
    expect(await findOverflows(page)).toEqual([]);
  },
);
