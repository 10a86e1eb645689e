import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Har } from '../../src/client/index.ts';
import {
  filters,
  hasFocus,
  openDashboard,
  paths,
  press,
  rows,
  send,
  serve,
  shows,
  startDashboard,
} from './dashboard-page.ts';

const searchBox = (page: Page) => page.getByRole('searchbox', { name: /^Search requests/ });
const create = (name: string) => ({ method: 'POST', body: JSON.stringify({ name }) });
const preflight = { Origin: 'http://app.test', 'Access-Control-Request-Method': 'POST' };

/** Calls `/pets/1` to `/pets/count` in turn, without HTTP: thousands are there in no time. */
async function fill({ url, catalog }: Awaited<ReturnType<typeof serve>>['server'], count: number) {
  const headers = { 'X-API-Key': 'team-key-01' };
  for (let id = 1; id <= count; id++) {
    await catalog.fetch(new Request(`${url}/pets/${id}`, { headers }));
  }
}

test('the focus stays while new rows arrive above', async () => {
  const { call, page } = await startDashboard({ pets: 1 });
  await call('/pets/first');
  await rows(page).first().focus();
  await call('/pets/second');
  await shows(page, '/v2/pets/second', '/v2/pets/first');
  expect(await hasFocus(rows(page).last())).toBe(true);
});

test('the scroll position stays, and a button counts the new rows and leads to them', async () => {
  const { server, origin, call } = await serve({ pets: 1 });
  await fill(server, 200);
  const page = await openDashboard(origin);
  await rows(page).first().hover();
  await page.mouse.wheel(0, 1000);
  const row = paths(page).getByText('/v2/pets/160', { exact: true });
  await row.waitFor();
  const place = await row.boundingBox();
  const newer = page.getByRole('button', { name: / new$/ });
  expect(await newer.count()).toBe(0);
  for (let count = 1; count <= 3; count++) {
    await call(`/pets/new-${count}`);
    // What is not listed is not counted.
    await send(origin, { method: 'OPTIONS', headers: preflight });
    await newer.filter({ hasText: `${count} new` }).waitFor();
    expect(await row.boundingBox()).toEqual(place);
  }
  // One that waits and then ends is one.
  const fault = server.catalog.faults.add({ hold: true });
  const answer = call('/pets/held');
  await newer.filter({ hasText: '4 new' }).waitFor();
  server.catalog.faults.remove(fault);
  await answer;
  await call('/pets/last');
  await newer.filter({ hasText: '5 new' }).waitFor();
  await newer.click();
  await expect.poll(() => paths(page).first().innerText()).toBe('/v2/pets/last');
  // At the top, they come by themselves again.
  await call('/pets/new');
  await expect.poll(() => paths(page).first().innerText()).toBe('/v2/pets/new');
  expect(await newer.count()).toBe(0);
});

test('of thousands of requests few are drawn, and the keyboard and a search get to the last', async () => {
  const { server, origin, call } = await serve({ pets: 1, journalSize: 20_000 });
  await call('/pets', create('Methuselah'));
  await fill(server, 9999);
  await call('/pets', create('Last'));
  const page = await openDashboard(origin);
  await page.getByText('The newest 10,000', { exact: true }).waitFor();
  await expect.poll(() => paths(page).first().innerText()).toBe('/v2/pets');
  await rows(page).first().focus();
  for (const [key, path, position] of [
    ['End', '/v2/pets/1', 10_000],
    ['ArrowUp', '/v2/pets/2', 9999],
    ['Home', '/v2/pets', 1],
    ['ArrowUp', '/v2/pets', 1],
  ] as const) {
    await page.keyboard.press(key);
    const focused = page.getByRole('listbox').locator('.request:focus');
    await expect.poll(() => focused.locator('.path').innerText()).toBe(path);
    expect(await focused.getAttribute('aria-posinset')).toBe(String(position));
    expect(await focused.getAttribute('aria-setsize')).toBe('10000');
    expect(await rows(page).count()).toBeLessThan(60);
  }
  await searchBox(page).pressSequentially('/pets/1234');
  await shows(page, '/v2/pets/1234');
  await searchBox(page).fill('');
  await filters(page).getByLabel('Operation').selectOption('createPet');
  await shows(page, '/v2/pets');
});

test('a row says that its request waits and for how long, how it ended, and which fault hit it', async () => {
  const { server, call, page } = await startDashboard({ pets: 1 });
  server.catalog.faults.add({ network: 'hang' });
  const controller = new AbortController();
  const answer = call('/pets', { signal: controller.signal }).catch(() => 'gone');
  await expect.poll(() => rows(page).innerText()).toMatch(/^pending\s+GET\s+\/v2\/pets\s/);
  await expect.poll(() => rows(page).locator('.took').innerText()).toMatch(/^(?:[2-9]|\d\d) s$/);
  controller.abort();
  expect(await answer).toBe('gone');
  await expect.poll(() => rows(page).locator('.status').innerText()).toBe('—');
  server.catalog.faults.clear();
  server.catalog.faults.add({ operation: 'listPets', status: 503, error: 'Short', times: 1 });
  await call('/pets?limit=1');
  expect(server.catalog.faults.list()).toEqual([]);
  const row =
    /^503\s+GET\s+\/v2\/pets\?limit=1\s+503 “Short”, next call only\s+[\d.]+ m?s\s+(?:now|\d+ s)$/;
  await expect.poll(() => rows(page).first().innerText()).toMatch(row);
  // Or what the service said is wrong.
  await call('/pets', { method: 'POST', body: '{"tag":"dog"}' });
  await rows(page).first().getByText('lacks the field "name"').waitFor();
});

test('requests are filtered, the address says how, and "Show all" clears every filter', async () => {
  const { server, origin, call } = await serve({ pets: 3 });
  for (const path of ['/pets', '/pets/nobody', '/pets?limit=x']) await call(path);
  server.catalog.faults.add({ status: 503, times: 1 });
  await call('/pets/hit');
  await fetch(`${origin}/elsewhere`);
  const page = await openDashboard(origin, {}, { path: '/?status=9&faulted=1' });
  // What makes no sense is as nothing.
  await expect.poll(() => rows(page).count()).toBe(5);
  const operation = filters(page).getByLabel('Operation');
  const chip = (name: string) => () => press(filters(page), name);
  const both = ['/v2/pets/hit', '/v2/pets/nobody'];
  for (const [act, query, ...found] of [
    [chip('4xx'), 'status=4xx', '/elsewhere', '/v2/pets?limit=x', '/v2/pets/nobody'],
    [() => operation.selectOption('getPet'), 'operation=getPet&status=4xx', '/v2/pets/nobody'],
    [chip('4xx'), 'operation=getPet', ...both],
    [chip('By a fault'), 'operation=getPet&faulted=only', '/v2/pets/hit'],
    [() => page.reload(), 'operation=getPet&faulted=only', '/v2/pets/hit'],
    [() => page.goBack(), 'operation=getPet', ...both],
    [() => operation.selectOption('Other paths'), 'operation=-', '/elsewhere'],
    [chip('No response'), 'operation=-&status=none'],
  ] as [() => Promise<unknown>, ...string[]][]) {
    await act();
    await shows(page, ...found);
    expect(new URL(page.url()).search).toBe(`?${query}`);
  }
  await press(page, 'Show all');
  await expect.poll(() => rows(page).count()).toBe(5);
  expect(new URL(page.url()).search).toBe('');
  expect(await filters(page).getByRole('button', { pressed: true }).count()).toBe(0);
});

test('requests are found by path, query and both bodies, in any letter case, and as they come', async () => {
  const { server, origin, call } = await serve({ pets: 0 });
  server.catalog.pets.create({ name: 'Zaphod' });
  await call('/pets?limit=1');
  await call('/pets', create('Trillian'));
  await call('/pets/zaphod');
  await call('/pets/nobody');
  const page = await openDashboard(origin);
  for (const [text, found] of [
    ['ZAPHOD', ['/v2/pets/zaphod', '/v2/pets?limit=1']],
    ['"trillian"', ['/v2/pets']],
    ['pets?LIM', ['/v2/pets?limit=1']],
    ['not found', ['/v2/pets/nobody', '/v2/pets/zaphod']],
  ] as const) {
    await searchBox(page).fill(text);
    await shows(page, ...found);
    await expect.poll(() => new URL(page.url()).searchParams.get('find')).toBe(text);
  }
  await page.reload();
  await page.getByRole('status').filter({ hasText: '2 requests found' }).waitFor();
  expect(await searchBox(page).inputValue()).toBe('not found');
  await call('/pets?limit=2');
  await call('/pets/nobody-else');
  await expect.poll(() => paths(page).first().innerText()).toBe('/v2/pets/nobody-else');
  expect(await rows(page).count()).toBe(3);
});

test('preflights are left out until their chip is pressed, which is there if there are any', async () => {
  const { origin, call, page } = await startDashboard({ pets: 1 });
  const toggle = filters(page).getByRole('button', { name: 'preflights' });
  await call('/pets?limit=1');
  await rows(page).waitFor();
  expect(await toggle.count()).toBe(0);
  for (const path of ['/v2/pets', '/v2/pets/1']) {
    await send(origin, { method: 'OPTIONS', path, headers: preflight });
  }
  // No preflight: it asks for nothing.
  await send(origin, { method: 'OPTIONS' });
  const methods = rows(page).locator('.method');
  await expect.poll(() => methods.allInnerTexts()).toEqual(['OPTIONS', 'GET']);
  await toggle.click();
  await expect.poll(() => methods.count()).toBe(4);
  expect(new URL(page.url()).search).toBe('?preflights=shown');
  await page.reload();
  await expect.poll(() => methods.count()).toBe(4);
  await toggle.click();
  await expect.poll(() => methods.allInnerTexts()).toEqual(['OPTIONS', 'GET']);
});

test('requests that one page clears go from the others', async () => {
  const { server, origin, call } = await serve({ pets: 1 });
  const [page, other] = [await openDashboard(origin), await openDashboard(origin)];
  for (const path of ['/pets/1', '/pets/2']) await call(path);
  for (const each of [page, other]) await expect.poll(() => rows(each).count()).toBe(2);
  await press(page, 'Clear the requests');
  await page.getByText('Cleared the requests').waitFor();
  for (const each of [page, other]) await expect.poll(() => rows(each).count()).toBe(0);
  expect(server.catalog.requests.count()).toBe(0);
  await call('/pets/3');
  await shows(page, '/v2/pets/3');
  server.catalog.reset();
  await page.getByRole('heading', { name: 'Waiting for the first request' }).waitFor();
});

test('the export has the requests that match, as far as the server can tell, and says which', async () => {
  const { origin, call } = await serve({ pets: 3 });
  await call('/pets/nobody');
  await call('/pets');
  const page = await openDashboard(origin);
  const exported = async () => {
    const download = page.waitForEvent('download');
    await press(page, 'Export as HAR');
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^requests-[\dT-]+\.har$/);
    const { log } = JSON.parse(await readFile(await file.path(), 'utf8')) as Har;
    return log.entries.map(({ request }) => new URL(request.url).pathname);
  };
  await searchBox(page).fill('not found');
  await expect.poll(() => rows(page).count()).toBe(1);
  expect(await exported()).toEqual(['/v2/pets/nobody']);
  await page.getByText(/har: 1 request$/).waitFor();
  await searchBox(page).fill('');
  await expect.poll(() => rows(page).count()).toBe(2);
  await press(filters(page), '4xx');
  expect(await exported()).toEqual(['/v2/pets/nobody', '/v2/pets']);
  await page.getByText(/har: 2 requests, of every status$/).waitFor();
});
