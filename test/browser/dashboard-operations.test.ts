import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ServerInfo } from '../../src/client/index.ts';
import { deletePet } from '../support/delete-pet.ts';
import { filters, openDashboard, press, rows, serve } from './dashboard-page.ts';

const names = ['createPet', 'getPet', 'listPets', 'deletePet'];
const fixtures = ['Rex', 'Max', 'Bo'].map((name) => ({ id: name.toLowerCase(), name }));

async function start() {
  const served = await serve({ operations: [deletePet], fixtures });
  const { origin, call } = served;
  return {
    ...served,
    open: () => openDashboard(origin),
    remove: async (id: string) => (await call(`/pets/${id}`, { method: 'DELETE' })).status,
  };
}

const operationFilter = (page: Page) => filters(page).getByLabel('Operation');

test('faults and the filter have the operations that a server adds', async () => {
  const { open, remove, call } = await start();
  await remove('bo');
  await call('/pets');
  const page = await open();
  await press(page, 'More…');
  const form = page.getByRole('dialog');
  for (const [field, others] of [
    [form.getByLabel('Operation'), []],
    [page.getByLabel('Which calls'), []],
    [operationFilter(page), ['Other paths']],
  ] as const) {
    const choices = await field.locator('option').allTextContents();
    expect(choices).toEqual(['All operations', ...names, ...others]);
  }
  await page.keyboard.press('Escape');
  await operationFilter(page).selectOption('deletePet');
  await expect.poll(() => rows(page).count()).toBe(1);
  expect(await rows(page).innerText()).toMatch(/204\s+DELETE\s+\/v2\/pets\/bo/);
  expect(new URL(page.url()).search).toBe('?operation=deletePet');
  await page.reload();
  await expect.poll(() => rows(page).count()).toBe(1);
  await expect.poll(() => operationFilter(page).inputValue()).toBe('deletePet');
  // The page shows the filter, also for an operation that has gone.
  await page.goto(new URL('?operation=gonePet', page.url()).href);
  await page.getByText('No request matches.').waitFor();
  expect(await operationFilter(page).inputValue()).toBe('gonePet');
});

test('a pet has the fields that info names', async () => {
  const { origin, open } = await start();
  const info = (await (await fetch(`${origin}/__admin/info`)).json()) as ServerInfo;
  const labels = info.petFields.map(({ name }) => name[0]!.toUpperCase() + name.slice(1));
  const page = await open();
  for (const name of ['New pet', 'Edit Rex no tag']) {
    await press(page, name);
    const form = page.getByRole('dialog', { name: name.replace(' no tag', '') });
    expect(await form.locator('label').allInnerTexts()).toEqual(labels);
    await press(form, 'Cancel');
  }
});
