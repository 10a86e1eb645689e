import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { openDashboard, pane, press, rows, serve } from './dashboard-page.ts';

/** A server with a catalog for each key, of which two have sent one request each. */
async function start() {
  const { server, origin } = await serve({ isolate: true, pets: 3 });
  const send = (key: string, request = '/pets/rex', init: RequestInit = {}) =>
    fetch(`${server.url}${request}`, { ...init, headers: { 'X-API-Key': key } });
  // Within one millisecond.
  vi.useFakeTimers({ toFake: ['Date'] });
  await send('first-key-01');
  await send('other-key-02', '/pets?limit=1');
  vi.useRealTimers();
  return { catalog: server.catalog, send, page: await openDashboard(origin) };
}

const keyOf = (page: Page) => rows(page).locator('.key').allInnerTexts();
const chip = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Keys' }).getByRole('button', { name });

test('the requests of all keys are there, each with its masked key and number, as they come', async () => {
  const { page, send } = await start();
  await expect.poll(() => keyOf(page)).toEqual(['other-key-02 #2', 'first-key-01 #1']);
  await send('three-key-03');
  await expect
    .poll(() => keyOf(page))
    .toEqual(['three-key-03 #3', 'other-key-02 #2', 'first-key-01 #1']);
  await send('');
  await expect.poll(async () => (await keyOf(page))[0]).toBe('no key');
  expect(await chip(page, 'All keys').getAttribute('aria-pressed')).toBe('true');
  // What changes one catalog waits for a choice.
  await page.getByText('Choose a key above to change what its calls get.').waitFor();
  await page.getByText('Choose a key above to see them.').waitFor();
  expect(await page.getByRole('button', { name: 'Clear the requests' }).isDisabled()).toBe(true);
});

test("a key's chip leads to its requests, pets and faults, and its address to the same", async () => {
  const { page, catalog, send } = await start();
  await chip(page, /#2/).click();
  await expect
    .poll(() => rows(page).locator('.path').allInnerTexts())
    .toEqual(['/v2/pets?limit=1']);
  expect(new URL(page.url()).search).toBe('?key=2');
  await press(page, 'All calls fail');
  await page.getByRole('switch', { name: /all operations 503/ }).waitFor();
  expect(
    [await send('other-key-02'), await send('first-key-01')].map(({ status }) => status),
  ).toEqual([503, 404]);
  await press(page, 'New pet');
  await page.getByLabel('Name').fill('Zaphod');
  await page.keyboard.press('Enter');
  await page.getByPlaceholder('Search 4 pets').waitFor();
  expect(catalog.forKey('first-key-01').pets.count()).toBe(3);
  await press(page, 'Clear the requests');
  await page.getByText('Cleared the requests').waitFor();
  expect(catalog.forKey('first-key-01').requests.count()).toBe(2);
  await page.reload();
  await page.getByRole('switch', { name: /all operations 503/ }).waitFor();
  await chip(page, 'All keys').click();
  await expect.poll(async () => new Set(await keyOf(page))).toEqual(new Set(['first-key-01 #1']));
});

test('what is done to a request of a key is done in its catalog', async () => {
  const { page, catalog } = await start();
  await rows(page).last().click();
  await pane(page)
    .getByText(/No pet here has ever had the id "rex"/)
    .waitFor();
  await press(page, 'Fail next with');
  await page.getByText('Added: getPet, 503, once, for pet rex').waitFor();
  expect(catalog.forKey('first-key-01').faults.list()).toMatchObject([{ status: 503 }]);
  expect(catalog.forKey('other-key-02').faults.list()).toEqual([]);
});

test('the first request of a key that comes before the stream is open is there as well', async () => {
  const { page, send } = await start();
  await chip(page, 'first-key-01 #1').click();
  await expect.poll(() => rows(page).count()).toBe(1);
  let open = () => {};
  const isOpening = new Promise<void>((resolve) => (open = resolve));
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const isStream = String(message).includes('catalog=all');
      void (isStream ? isOpening : Promise.resolve()).then(() => server.send(message));
    });
  });
  await chip(page, 'All keys').click();
  await expect.poll(() => rows(page).count()).toBe(2);
  await send('three-key-03');
  open();
  await expect
    .poll(() => keyOf(page))
    .toEqual(['three-key-03 #3', 'other-key-02 #2', 'first-key-01 #1']);
});

test('any other key can be typed, and its catalog is made with its first request', async () => {
  const { page, catalog, send } = await start();
  const field = page.getByLabel('Show the key');
  await field.fill('fresh-key-04');
  // What comes meanwhile leaves what is typed.
  await send('first-key-01');
  await expect.poll(() => rows(page).count()).toBe(3);
  expect(await field.inputValue()).toBe('fresh-key-04');
  await page.keyboard.press('Enter');
  await page.getByText('Point your app here').waitFor();
  await press(page, 'Slow answers');
  await page.getByRole('switch', { name: /2 s slower/ }).waitFor();
  expect(catalog.forKey('fresh-key-04').faults.list()).toMatchObject([{ delay: 2000 }]);
  // No header can carry it.
  await field.fill('wr€ng');
  await page.keyboard.press('Enter');
  await expect.poll(() => rows(page).count()).toBe(3);
  expect(await chip(page, 'All keys').getAttribute('aria-pressed')).toBe('true');
});

test('a reset of all keys says that it is one, and takes the requests of all', async () => {
  const { page, catalog } = await start();
  await expect.poll(() => rows(page).count()).toBe(2);
  catalog.forKey('other-key-02').faults.add({ status: 503 });
  await press(page, 'Data');
  await page.getByRole('button', { name: 'Reset all catalogs' }).click();
  await page.getByText('Reset all catalogs').last().waitFor();
  await expect.poll(() => rows(page).count()).toBe(0);
  expect(catalog.forKey('other-key-02').faults.list()).toEqual([]);
});
