import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBarriersInBoth, looks, openDashboard, serve, type Look } from './dashboard-page.ts';

/** Opens the dashboard of a server that has had four requests: `/pets/4` is the newest. */
async function start(look?: Look, path?: string) {
  const { origin, call } = await serve({ pets: 3 });
  for (const id of [1, 2, 3, 4]) await call(`/pets/${id}`);
  const page = await openDashboard(origin, look, path === undefined ? {} : { path });
  await page.locator('.entry').nth(3).waitFor({ state: 'attached' });
  const press = (keys: string) => page.keyboard.press(keys);
  return { page, press, origin, call };
}

/** The path of the row that has the focus; `''` when none has. */
async function focusedRow(page: Page): Promise<string> {
  const rows = page.locator('.entry-line:focus .path');
  return (await rows.count()) === 0 ? '' : rows.innerText();
}

const openRow = (page: Page) => page.locator('.entry.open .path');
const isListed = (page: Page) => page.locator('dialog[open]').count();

test('the keys go through the requests, and open and close one', async () => {
  const { page, press } = await start();
  const visit = async (key: string, path: string) => {
    await press(key);
    await expect.poll(() => focusedRow(page)).toBe(path);
  };
  await visit('j', '/v2/pets/4');
  await visit('k', '/v2/pets/4');
  await visit('j', '/v2/pets/3');
  await visit('j', '/v2/pets/2');
  await visit('k', '/v2/pets/3');
  await press('Enter');
  await expect.poll(() => openRow(page).innerText()).toBe('/v2/pets/3');
  await page.getByRole('button', { name: 'Replay', exact: true }).focus();
  await visit('j', '/v2/pets/2');
  await press('Enter');
  await expect.poll(() => openRow(page).allInnerTexts()).toEqual(['/v2/pets/2']);
  await page.getByRole('button', { name: 'Edit and replay' }).focus();
  await visit('Escape', '/v2/pets/2');
  await expect.poll(() => openRow(page).count()).toBe(0);
  await visit('j', '/v2/pets/1');
  await visit('j', '/v2/pets/1');
});

test('the first row is that of the open request', async () => {
  const { page, press } = await start({}, '/?request=2');
  await openRow(page).waitFor();
  await press('j');
  await expect.poll(() => focusedRow(page)).toBe('/v2/pets/2');
});

test.each(['phone', 'desktop'])('on a %s, a row that is opened is in sight', async (name) => {
  const { origin, call } = await serve({ pets: 100 });
  for (let count = 0; count < 5; count++) await call('/pets?limit=100');
  const look = { ...looks[name]!, height: 620 };
  const page = await openDashboard(origin, look, { path: '/?tab=requests' });
  await page.locator('.entry').nth(4).waitFor();
  for (let index = 0; index < 5; index++) {
    await page.keyboard.press('j');
    const line = page.locator('.entry-line').nth(index);
    await expect
      .poll(() => line.evaluate((element) => element === document.activeElement))
      .toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => line.getAttribute('aria-expanded')).toBe('true');
    const isSeen = () =>
      line.evaluate((element) => {
        const { left, top } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + 20, top + 5));
      });
    await expect.poll(isSeen).toBe(true);
  }
});

test('a row keeps its place while it has the focus of the keyboard', async () => {
  const { page, press, call } = await start();
  await press('j');
  await expect.poll(() => focusedRow(page)).toBe('/v2/pets/4');
  await call('/pets/5');
  await page.getByRole('button', { name: '1 new' }).waitFor();
  expect(await page.locator('.entry .path').first().innerText()).toBe('/v2/pets/4');
  await page.getByLabel('API key').focus();
  await expect.poll(() => page.locator('.entry .path').first().innerText()).toBe('/v2/pets/5');
  await press('Escape');
  await page.getByRole('button', { name: 'Clear', exact: true }).focus();
  await press('j');
  await expect.poll(() => focusedRow(page)).toBe('/v2/pets/5');
  await press('k');
  await call('/pets/6');
  await page.getByRole('button', { name: '1 new' }).click();
  await expect.poll(() => page.locator('.entry').count()).toBe(6);
});

test('p pauses the list, and says so', async () => {
  const { page, press, call } = await start();
  await press('p');
  await page.getByText('The list stands still').waitFor();
  await call('/pets/5');
  await page.getByRole('button', { name: 'Resume (1 new)' }).waitFor();
  await press('p');
  await page.getByText('The list goes on').waitFor();
  await expect.poll(() => page.locator('.entry').count()).toBe(5);
});

test('on a narrow screen, the keys show the requests', async () => {
  const { page, press } = await start(looks['phone']!);
  await press('j');
  await expect.poll(() => focusedRow(page)).toBe('/v2/pets/4');
  expect(new URL(page.url()).search).toBe('?tab=requests');
});

test('the list of keys is a dialog, and gives the focus back', async () => {
  const { page, press } = await start();
  await press('j');
  await expect.poll(() => focusedRow(page)).toBe('/v2/pets/4');
  await press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  await dialog.getByText('Pause or resume').waitFor();
  for (const key of ['j', 'j', 'p', '?']) await press(key);
  await press('Escape');
  await expect.poll(() => isListed(page)).toBe(0);
  await expect.poll(() => focusedRow(page)).toBe('/v2/pets/4');
  expect(await page.getByRole('button', { name: /Resume/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Keys' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => isListed(page)).toBe(0);
  expect(await page.locator('button:focus').innerText()).toBe('Keys');
});

test('keys are for the field that one types in, and for the browser when one holds a modifier', async () => {
  const { page, press } = await start();
  const field = page.getByLabel('Name', { exact: true });
  await field.focus();
  await page.keyboard.type('jp?/k');
  expect(await field.inputValue()).toBe('jp?/k');
  await page.getByLabel('Make fail').focus();
  await press('j');
  await page.getByRole('button', { name: 'Keys' }).focus();
  for (const modifier of ['Control', 'Alt', 'Meta']) await press(`${modifier}+j`);
  await press('J');
  await expect.poll(() => focusedRow(page)).toBe('');
  expect(await isListed(page)).toBe(0);
  expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(1);
});

test('the keys can be switched off, and stay off', async () => {
  const { page, press } = await start();
  await press('?');
  await page.getByLabel('Use these keys').uncheck();
  await press('Escape');
  const isOff = async () => {
    for (const key of ['j', 'p', '?']) await press(key);
    await expect.poll(() => focusedRow(page)).toBe('');
    expect(await isListed(page)).toBe(0);
    expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(1);
  };
  await isOff();
  await page.locator('.entry-line').first().click();
  await openRow(page).waitFor();
  await press('Escape');
  await expect.poll(() => openRow(page).count()).toBe(0);
  await page.reload();
  await page.locator('.entry').nth(3).waitFor();
  await isOff();
  await page.getByRole('button', { name: 'Keys' }).click();
  await page.getByLabel('Use these keys').check();
  await press('Escape');
  await press('j');
  await expect.poll(() => focusedRow(page)).toBe('/v2/pets/4');
});

test.each(Object.entries(looks))(
  'on a %s, the list of keys has no barriers',
  async (name, look) => {
    const { page, press } = await start(look);
    await press('?');
    await expect.poll(() => isListed(page)).toBe(1);
    expect(await findBarriersInBoth(page, `keys-${name}`)).toEqual([]);
  },
);
test.each(['phone', 'desktop'])('on a %s, / goes to the search for requests', async (name) => {
  const { page, press } = await start(looks[name]!);
  await press('/');
  const field = page.getByLabel('Search requests by path, query and bodies');
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type('pets/3');
  await expect.poll(() => page.locator('.entry .path').allInnerTexts()).toEqual(['/v2/pets/3']);
  await page.getByRole('button', { name: 'Keys' }).focus();
  await press('/');
  await page.keyboard.type('jp?/');
  expect(await field.inputValue()).toBe('jp?/');
});
