import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hasFocus, openDashboard, pane, press, rows, serve, type Look } from './dashboard-page.ts';

/** Opens the dashboard of a server that has had four requests: `/pets/4` is the newest. */
async function start(look?: Look) {
  const served = await serve({ pets: 60 });
  for (const id of [1, 2, 3, 4]) await served.call(`/pets/${id}`);
  const page = await openDashboard(served.origin, look);
  await rows(page).nth(3).waitFor({ state: 'attached' });
  return { ...served, page, key: (keys: string) => page.keyboard.press(keys) };
}

/** The path of the row that has the focus; `''` when none has. */
const focusedRow = async (page: Page) =>
  (await page.locator('.request:focus .path').allInnerTexts()).join();
const openRow = async (page: Page) =>
  (await pane(page).getByRole('heading', { level: 2 }).allInnerTexts()).join();
const dialog = (page: Page) => page.locator(':popover-open').filter({ hasText: 'Next request' });

test('the keys go through the requests, open and close one, and get to the fields', async () => {
  const { page, key } = await start({ width: 1440 });
  for (const [keys, row, open] of [
    ['j', '/v2/pets/4', ''],
    ['k', '/v2/pets/4', ''],
    ['j', '/v2/pets/3', ''],
    ['ArrowDown', '/v2/pets/2', ''],
    ['k', '/v2/pets/3', ''],
    ['Enter', '/v2/pets/3', 'GET /v2/pets/3'],
    ['j', '/v2/pets/2', 'GET /v2/pets/2'],
    ['End', '/v2/pets/1', 'GET /v2/pets/1'],
    ['Escape', '/v2/pets/1', ''],
    ['j', '/v2/pets/1', ''],
    ['Home', '/v2/pets/4', ''],
  ] as const) {
    await key(keys);
    await expect.poll(() => focusedRow(page)).toBe(row);
    await expect.poll(() => openRow(page)).toBe(open);
  }
  // From anywhere in the pane as well.
  await key('Enter');
  await pane(page).getByRole('button', { name: 'Edit and replay' }).focus();
  await key('Escape');
  await expect.poll(() => focusedRow(page)).toBe('/v2/pets/4');
  expect(await openRow(page)).toBe('');
  await key('f');
  await expect.poll(() => hasFocus(page.getByLabel('Which calls'))).toBe(true);
  await page.getByRole('button', { name: 'Keys' }).focus();
  await key('/');
  // What is typed in a field is for the field.
  await page.keyboard.type('jf?/k');
  const search = page.getByLabel('Search requests by path, query and bodies');
  expect(await search.inputValue()).toBe('jf?/k');
  expect(await dialog(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Keys' }).focus();
  for (const modifier of ['Control', 'Alt', 'Meta']) await key(`${modifier}+f`);
  expect(await hasFocus(page.getByRole('button', { name: 'Keys' }))).toBe(true);
});

test('on a narrow page, the keys show the requests', async () => {
  const { page, key } = await start({ width: 360 });
  await press(page, 'Pets');
  await key('j');
  await expect.poll(() => focusedRow(page)).toBe('/v2/pets/4');
  expect(new URL(page.url()).search).toBe('');
});

test('the list of keys is a dialog, gives the focus back, and switches them off for good', async () => {
  const { page, key } = await start();
  await key('j');
  await key('?');
  await dialog(page).getByText('Next request').waitFor();
  for (const keys of ['j', 'f', '?']) await key(keys);
  await page.getByLabel('Use these keys').uncheck();
  await key('Escape');
  for (const act of [() => Promise.resolve(), () => page.reload()]) {
    await act();
    await rows(page).first().focus();
    for (const keys of ['j', '?', 'f', '/']) await key(keys);
    await expect.poll(() => focusedRow(page)).toBe('/v2/pets/4');
    expect(await dialog(page).count()).toBe(0);
    // What every list and pane has stays.
    await key('Enter');
    await expect.poll(() => openRow(page)).toBe('GET /v2/pets/4');
    await key('Escape');
    await expect.poll(() => openRow(page)).toBe('');
  }
  await press(page, 'Keys');
  await page.getByLabel('Use these keys').check();
  await key('Escape');
  expect(await hasFocus(page.getByRole('button', { name: 'Keys' }))).toBe(true);
  await key('j');
  await expect.poll(() => focusedRow(page)).toBe('/v2/pets/4');
});

test.each([
  ['Linux x86_64', 'Ctrl Z', 'Control+z'],
  ['MacIntel', '⌘ Z', 'Meta+z'],
])('on %s, %s undoes, but not in a field', async (platform, name, keys) => {
  const { server, page, key } = await start({ width: 1440 });
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, 'platform', { value });
  }, platform);
  await page.reload();
  server.catalog.faults.add({ status: 503 });
  await press(page.getByRole('region', { name: 'In force' }), 'Clear');
  const undo = page.getByRole('button', { name: 'Undo' });
  expect(await undo.getAttribute('title')).toBe(name);
  await page.getByLabel('Search requests').pressSequentially('x');
  await key(keys);
  expect(server.catalog.faults.list()).toEqual([]);
  await page.getByRole('button', { name: 'Keys' }).focus();
  await key(keys);
  await expect.poll(() => server.catalog.faults.list()).toMatchObject([{ status: 503 }]);
  await press(page, 'Keys');
  await dialog(page).getByText(name, { exact: true }).waitFor();
});

test('Tab stops at the list once, and the focus is never lost', async () => {
  const { server, page, key } = await start({ width: 1440 });
  const stops: string[] = [];
  const places = '[role=listbox], .filters, .pets, .composer';
  await page.getByLabel('Search requests').focus();
  while (!stops.includes('composer') && stops.length < 200) {
    await key('Tab');
    const focused = page.locator(':focus');
    stops.push(await focused.evaluate((at, all) => at.closest(all)?.classList[0] ?? '', places));
  }
  expect(stops.filter((stop) => stop === 'rows')).toEqual(['rows']);
  server.catalog.faults.add({ status: 503 });
  for (const [one, lose] of [
    [rows(page).first(), () => server.catalog.requests.clear()],
    [page.getByRole('switch'), () => server.catalog.faults.clear()],
  ] as const) {
    await one.focus();
    expect(await hasFocus(one)).toBe(true);
    lose();
    await one.waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(page.locator('.app'))).toBe(true);
  }
});
