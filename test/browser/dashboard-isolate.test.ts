import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import {
  findOverflows,
  openDashboard,
  pane,
  press,
  rows,
  serve,
  type Look,
} from './dashboard-page.ts';

/** A server with a catalog for each key, of which two have sent one request each. */
async function start(look?: Look) {
  const { server, origin } = await serve({ isolate: true, pets: 3 });
  const send = (key: string, request = '/pets/rex', init: RequestInit = {}) =>
    fetch(`${server.url}${request}`, { ...init, headers: { 'X-API-Key': key } });
  // Within one millisecond.
  vi.useFakeTimers({ toFake: ['Date'] });
  await send('first-key-01');
  await send('other-key-02', '/pets?limit=1');
  vi.useRealTimers();
  return { catalog: server.catalog, send, page: await openDashboard(origin, look) };
}

const keyOf = (page: Page) => rows(page).locator('.key').allInnerTexts();
const chip = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Keys' }).getByRole('button', { name });

test('the requests of all keys are there, each with its key, as they come', async () => {
  const { page, send } = await start();
  await expect.poll(() => keyOf(page)).toEqual(['other-key-02', 'first-key-01']);
  await send('three-key-03');
  await expect.poll(() => keyOf(page)).toEqual(['three-key-03', 'other-key-02', 'first-key-01']);
  await send('');
  await expect.poll(async () => (await keyOf(page))[0]).toBe('no key');
  expect(await chip(page, 'All keys').getAttribute('aria-pressed')).toBe('true');
});

test('with all keys listed, a fault is made for a chosen key in place', async () => {
  const { page, catalog } = await start();
  await page.getByText('Pets of first-key-01').waitFor({ state: 'attached' });
  await page.getByLabel('Key', { exact: true }).selectOption('other-key-02');
  await press(page, 'Fail all');
  await page.getByRole('switch', { name: /all operations 503/ }).waitFor();
  expect(catalog.forKey('other-key-02').faults.list()).toMatchObject([{ status: 503 }]);
  expect(catalog.forKey('first-key-01').faults.list()).toEqual([]);
  await page.getByText(/^Added: all operations.*503.* \(other-key-02\)$/).waitFor();
  // The list stays.
  await expect.poll(() => rows(page).count()).toBe(2);
});

test('the copied set-up names the key, as another server numbers its catalogs in another order', async () => {
  const { page } = await start();
  await page.getByLabel('Key', { exact: true }).selectOption('other-key-02');
  await page.getByRole('button', { name: 'Data', exact: true }).press('Enter');
  await press(page, 'Copy setup as curl');
  await page.getByText('Copied the curl commands').waitFor();
  const commands = await page.evaluate(() => navigator.clipboard.readText());
  expect(commands).toContain("--header 'X-API-Key: other-key-02'");
  expect(commands).not.toContain('catalog=');
});

test('at 390 px each key has its place; long values of a header are shown, and the page fits', async () => {
  const { server, origin } = await serve({ isolate: 'X-Test-Id', pets: 3 });
  const names = ['checkout spec 12', 'login.spec.ts worker 3', 'x'.repeat(200)];
  for (const name of [...names, 'a', 'b', 'c']) {
    for (const path of ['/pets?limit=1', '/pets/nobody']) {
      await fetch(`${server.url}${path}`, { headers: { 'X-API-Key': 'k', 'X-Test-Id': name } });
    }
  }
  const page = await openDashboard(origin, { width: 390 });
  await expect.poll(() => rows(page).count()).toBe(12);
  expect((await keyOf(page)).toReversed().slice(0, 3)).toEqual([names[0], names[0], names[1]]);
  const boxes = await rows(page).evaluateAll((all) =>
    all.map((row) => {
      const { x, y, height } = row.querySelector('.key')!.getBoundingClientRect();
      const reason = row.querySelector('.why')!.getBoundingClientRect();
      const at = row.getBoundingClientRect();
      const isWithin = reason.bottom <= at.bottom + 1 && y >= at.y && y + height <= at.bottom + 1;
      return `${x} ${Math.round(y - at.y)} ${isWithin} ${reason.x >= x}`;
    }),
  );
  expect(new Set(boxes).size).toBe(1);
  // With many keys, one is searched.
  const field = page.getByPlaceholder('Search 6 keys');
  await field.fill('checkout spec 12');
  await page.keyboard.press('Enter');
  await expect.poll(() => rows(page).count()).toBe(2);
  expect(await findOverflows(page)).toEqual([]);
});

test("a key's chip leads to its requests, pets and faults, and its address to the same", async () => {
  const { page, catalog, send } = await start();
  await chip(page, 'other-key-02').click();
  await expect
    .poll(() => rows(page).locator('.path').allInnerTexts())
    .toEqual(['/v2/pets?limit=1']);
  expect(new URL(page.url()).search).toBe('?key=2');
  await press(page, 'Fail all');
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
  await expect.poll(async () => new Set(await keyOf(page))).toEqual(new Set(['first-key-01']));
});

test('actions on a request use the catalog of its key', async () => {
  const { page, catalog } = await start();
  await rows(page).last().click();
  await pane(page)
    .getByText(/No pet here has ever had the id "rex"/)
    .waitFor();
  await press(pane(page), 'Fail next');
  await press(pane(page), '503');
  await page.getByText('Added: getPet, 503, next call only').waitFor();
  expect(catalog.forKey('first-key-01').faults.list()).toMatchObject([{ status: 503 }]);
  expect(catalog.forKey('other-key-02').faults.list()).toEqual([]);
});

test('the first request of a key that comes before the stream is open is there as well', async () => {
  const { page, send } = await start({ isFresh: true });
  await chip(page, 'first-key-01').click();
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
  await expect.poll(() => keyOf(page)).toEqual(['three-key-03', 'other-key-02', 'first-key-01']);
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
  await page.getByText('Waiting for the first request').waitFor();
  await press(page, 'Slow 2 s');
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
  await page.getByRole('button', { name: 'Data', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Reset all keys' }).click();
  await page.getByText('Reset all keys').last().waitFor();
  await expect.poll(() => rows(page).count()).toBe(0);
  expect(catalog.forKey('other-key-02').faults.list()).toEqual([]);
});
