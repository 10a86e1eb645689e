import type { FileChooser, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  findBarriersInBoth,
  findOverflows,
  looks,
  openDashboard,
  openPage,
  picture,
  serve,
} from './dashboard-page.ts';

/** A server in the middle of a day's work. */
async function busy() {
  const { server, origin, call } = await serve({ pets: 1200, isolate: false });
  await call('/pets?limit=3');
  await call('/pets/nobody');
  await call('/pets', { method: 'POST', body: '{"name":"Rex","tag":"dog"}' });
  await call('/pets', { method: 'POST', body: '{"tag":"dog"}' });
  server.catalog.faults.add({ operation: 'listPets', status: 503, times: 1 });
  await call('/pets?limit=20');
  server.catalog.faults.add({ status: 503, rate: 0.2 });
  server.catalog.faults.add({ operation: 'createPet', delay: { min: 200, max: 900 }, times: 3 });
  return { server, origin };
}

test.each(Object.entries(looks))('axe finds nothing on a %s, light or dark', async (name, size) => {
  const { origin } = await busy();
  const page = await openDashboard(origin, size);
  for (const tab of name === 'phone' ? ['pets', 'requests', 'controls'] : ['']) {
    if (tab) await page.getByRole('button', { name: new RegExp(`^${tab}`, 'i') }).click();
    if (tab !== 'controls' && tab !== 'pets') {
      await page.locator('.entry-line').nth(2).click();
      await page.getByRole('button', { name: 'Copy as curl' }).waitFor();
    }
    if (tab !== 'requests' && tab !== 'pets') await page.getByText('Custom fault').click();
    expect(
      await findBarriersInBoth(page, ['dashboard', name, tab].filter(Boolean).join('-')),
    ).toEqual([]);
    expect(await findOverflows(page)).toEqual([]);
    await page.setViewportSize(size);
  }
});

test('axe finds nothing where things are empty, wrong or gone, light or dark', async () => {
  const { server, origin } = await serve({ pets: 0 });
  const page = await openDashboard(origin, {}, { expected: /status of 4|net::ERR/ });
  await page.getByText('The catalog is empty').waitFor();
  expect(await findBarriersInBoth(page, 'dashboard-empty')).toEqual([]);
  await page.getByRole('button', { name: 'Create pet' }).click();
  await page.locator('.create .field-error').waitFor();
  expect(await findBarriersInBoth(page, 'dashboard-wrong')).toEqual([]);
  await server.close();
  await page.getByText('The server does not answer.').waitFor();
  expect(await findBarriersInBoth(page, 'dashboard-gone')).toEqual([]);
});

test('axe finds nothing where a token is asked for, light or dark', async () => {
  const { origin } = await serve({ adminToken: 'secret' });
  const page = await openPage(origin, {}, /status of 401/);
  await page.getByLabel('Token').waitFor();
  expect(await findBarriersInBoth(page, 'dashboard-token')).toEqual([]);
});

/** What has the focus, by its name. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    if (!(element instanceof HTMLElement)) return '';
    const [label] = (element as HTMLInputElement).labels ?? [];
    return element.getAttribute('aria-label') ?? (label?.innerText || element.innerText);
  });

async function tabTo(page: Page, name: RegExp): Promise<void> {
  // A page of pets alone is 250 stops.
  for (let step = 0; step < 400; step++) {
    if (name.test(await focused(page))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not get to ${String(name)}`);
}

test('the keyboard alone creates, searches, opens, makes fail, removes and rewinds', async () => {
  const { server, origin, call } = await serve({ pets: 60 });
  const page = await openDashboard(origin);
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toBe('Skip to the content');
  await page.keyboard.press('Enter');
  await tabTo(page, /^Name$/);
  await page.keyboard.type('Zaphod');
  await page.keyboard.press('Enter');
  await page.getByText('Created Zaphod').waitFor();
  await expect.poll(() => focused(page)).toBe('Name');
  await tabTo(page, /^First page$/);
  await page.keyboard.press('Enter');
  await page.getByText('1–50 of 61').waitFor();
  await expect.poll(() => focused(page)).toBe('First page');
  await call('/pets/nobody');
  await page.locator('.entry').waitFor();
  await tabTo(page, /nobody/);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Copy as curl' }).waitFor();
  await tabTo(page, /^20 % chaos$/);
  await page.keyboard.press('Space');
  await page.locator('.fault-list li').waitFor();
  await tabTo(page, /^Remove the fault/);
  await page.keyboard.press('Enter');
  await expect.poll(() => server.catalog.faults.list()).toEqual([]);
  await tabTo(page, /^Back to how the server started$/);
  await page.keyboard.press('Enter');
  await page.getByText('Reset: pets').waitFor();
  await expect.poll(() => focused(page)).toBe('Back to how the server started');
  let chooser: FileChooser | undefined;
  page.on('filechooser', (opened) => (chooser = opened));
  await tabTo(page, /^Restore a file$/);
  // Chromium is told to hand the chooser over only after the listener is there, in its own time.
  await expect
    .poll(
      async () => {
        await page.keyboard.press('Enter');
        return chooser?.isMultiple();
      },
      { interval: 250 },
    )
    .toBe(false);
});

test('whoever wants less motion gets none', async () => {
  const { origin } = await serve();
  const page = await openDashboard(origin, { reducedMotion: 'reduce' });
  await page.getByLabel('Name', { exact: true }).fill('Rex');
  await page.getByRole('button', { name: 'Create pet' }).click();
  await page.getByText('Created Rex').waitFor();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test.each([
  ['requests', 'Pause', 1440],
  ['faults', 'Make fail', 1440],
  ['data', 'Back to how the server started', 360],
])('a link skips to the %s, however much is before it', async (name, first, width) => {
  const { origin, call } = await serve({ pets: 50 });
  for (let number = 0; number < 20; number++) await call(`/pets/${number}`);
  const page = await openDashboard(origin, { width, height: 800 });
  await page.locator('.entry').nth(19).waitFor({ state: 'attached' });
  const skip = new RegExp(`^Skip to the ${name}$`);
  for (let step = 0; step < 5 && !skip.test(await focused(page)); step++) {
    await page.keyboard.press('Tab');
  }
  await expect.poll(() => focused(page)).toMatch(skip);
  await picture(page, `dashboard-skip-${name}`);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(name);
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toContain(first);
});

test('the focus stays near what was pressed when that goes', async () => {
  const { origin, call } = await serve();
  const page = await openDashboard(origin, {}, { path: '/?status=5xx' });
  await call('/pets');
  await page.getByRole('button', { name: 'Show all requests' }).press('Enter');
  await page.locator('.entry').waitFor();
  await expect.poll(() => focused(page)).toBe('Search requests by path, query and bodies');

  await page.getByLabel('Search pets').fill('nobody is called that');
  await page.getByRole('button', { name: 'Show all pets' }).press('Enter');
  await page.locator('.pet-table').waitFor();
  await expect.poll(() => focused(page)).toContain('Search pets');
});

test('after a wrong token the focus is in its field', async () => {
  const { origin } = await serve({ adminToken: 'secret' });
  const page = await openPage(origin, {}, /status of 401/);
  for (const token of ['wrong', 'wrong-too']) {
    await page.getByLabel('Token').fill(token);
    await page.getByRole('button', { name: 'Open' }).press('Enter');
    await page.locator('.refusal .field-error').waitFor();
    await expect.poll(() => focused(page)).toBe('Token');
  }
});
