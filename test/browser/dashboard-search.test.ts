import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { duration } from '../../src/dashboard/parts/words.ts';
import type { Har } from '../../src/client.ts';
import {
  filters,
  findBarriersInBoth,
  findOverflows,
  looks,
  openDashboard,
  serve,
} from './dashboard-page.ts';

const searchBox = (page: Page) => page.getByRole('searchbox', { name: /^Search requests/ });
const paths = (page: Page) => page.locator('.entry .path');
const create = (name: string) => ({ method: 'POST', body: JSON.stringify({ name }) });

test('requests are found by path, query and both bodies, in any letter case', async () => {
  const { server, origin, call } = await serve({ pets: 0 });
  server.catalog.pets.create({ name: 'Zaphod' });
  await call('/pets?limit=1');
  await call('/pets', create('Trillian'));
  await call('/pets/zaphod');
  await call('/pets/nobody');
  const page = await openDashboard(origin);
  await expect.poll(() => paths(page).count()).toBe(4);
  for (const [text, found] of [
    ['ZAPHOD', ['/v2/pets/zaphod', '/v2/pets?limit=1']],
    ['"trillian"', ['/v2/pets']],
    ['pets?LIM', ['/v2/pets?limit=1']],
    ['not found', ['/v2/pets/nobody', '/v2/pets/zaphod']],
  ] as const) {
    await searchBox(page).fill(text);
    await expect.poll(() => paths(page).allInnerTexts()).toEqual(found);
    await expect.poll(() => new URL(page.url()).searchParams.get('find')).toBe(text);
  }
  await page.reload();
  await expect.poll(() => paths(page).count()).toBe(2);
  expect(await searchBox(page).inputValue()).toBe('not found');
  await page.getByRole('status').filter({ hasText: '2 requests found' }).waitFor();
});

test('a request that comes while something is searched for is listed if it matches', async () => {
  const { origin, call } = await serve();
  const page = await openDashboard(origin, {}, { path: '/?find=wanted' });
  await page.getByText('No request yet').or(page.getByText('No request matches')).waitFor();
  await call('/pets/other');
  await call('/pets/wanted');
  await expect.poll(() => paths(page).allInnerTexts()).toEqual(['/v2/pets/wanted']);
});

test('the search goes through all of the journal of the server, and answers while one types', async () => {
  const { server, origin, call } = await serve({ pets: 1, journalSize: 10_000 });
  await call('/pets', create('Methuselah'));
  const key = new Headers({ 'X-API-Key': 'team-key-01' });
  for (let sent = 1; sent < 10_000; sent++) {
    await server.catalog.fetch(new Request(`${server.url}/pets/${sent}`, { headers: key }));
  }
  const page = await openDashboard(origin);
  await expect.poll(() => page.locator('.requests .count').innerText()).toBe('1,000+');
  await searchBox(page).pressSequentially('methuselah');
  await expect.poll(() => paths(page).allInnerTexts()).toEqual(['/v2/pets']);
  expect(await searchBox(page).inputValue()).toBe('methuselah');
  // The rows follow each key: what the page holds is there before the server has looked.
  await searchBox(page).fill('9998');
  await expect.poll(() => paths(page).allInnerTexts()).toEqual(['/v2/pets/9998']);
  // The server has no filter for classes of statuses, so that only what the page holds is searched.
  await searchBox(page).fill('');
  await filters(page).getByLabel('Status').selectOption('2xx');
  await page.getByText('Only the newest 1,000 requests were looked through').waitFor();
});

test('requests show up below the pointer, where the list was emptied', async () => {
  const { server, origin, call } = await serve({ pets: 1 });
  await call('/pets/before');
  const page = await openDashboard(origin);
  await page.locator('.entry').hover();
  server.catalog.reset();
  await page.getByText('No request yet').waitFor();
  await call('/pets/after');
  await expect.poll(() => paths(page).allInnerTexts()).toEqual(['/v2/pets/after']);
});

test('an address with a filter tells how many there are', async () => {
  const { origin, call } = await serve({ pets: 1 });
  await call('/pets/nobody');
  await call('/pets?limit=x');
  const page = await openDashboard(origin, {}, { path: '/?status=4xx' });
  const told = page.getByRole('status').filter({ hasText: / found$/ });
  await expect.poll(() => told.allInnerTexts()).toEqual(['2 requests found']);
});

test('a paused list is searched as it is, and stands still', async () => {
  const { origin, call } = await serve({ pets: 1 });
  await call('/pets/one');
  await call('/pets/two');
  const page = await openDashboard(origin);
  await expect.poll(() => paths(page).count()).toBe(2);
  await page.getByRole('button', { name: 'Pause' }).click();
  await searchBox(page).fill('one');
  await page.getByRole('status').filter({ hasText: '1 request found' }).waitFor();
  await call('/pets/one-more');
  await page.getByRole('button', { name: 'Resume (1 new)' }).click();
  await expect
    .poll(() => paths(page).allInnerTexts())
    .toEqual(['/v2/pets/one-more', '/v2/pets/one']);
});

test('only faulted requests are listed on demand, and "Show all" lets go of every filter', async () => {
  const { server, origin, call } = await serve({ pets: 3 });
  await call('/pets/fine');
  server.catalog.faults.add({ status: 503, times: 1 });
  await call('/pets/hit');
  const page = await openDashboard(origin);
  await expect.poll(() => paths(page).count()).toBe(2);
  await page.getByLabel('Only faulted').check();
  await expect.poll(() => paths(page).allInnerTexts()).toEqual(['/v2/pets/hit']);
  await page.reload();
  await expect.poll(() => paths(page).allInnerTexts()).toEqual(['/v2/pets/hit']);
  await filters(page).getByLabel('Operation').selectOption('getPet');
  await filters(page).getByLabel('Status').selectOption('5xx');
  await searchBox(page).fill('none has this');
  await page.getByRole('button', { name: 'Show all requests' }).click();
  await expect.poll(() => paths(page).count()).toBe(2);
  expect(new URL(page.url()).search).toBe('');
  expect(await searchBox(page).inputValue()).toBe('');
  expect(await page.getByLabel('Only faulted').isChecked()).toBe(false);
  await expect
    .poll(() => searchBox(page).evaluate((field) => field === document.activeElement))
    .toBe(true);
});

test('each operation has its count, its median and its 95th percentile', async () => {
  const { server, origin, call } = await serve({ pets: 3 });
  for (let time = 0; time < 9; time++) await call('/pets/nobody');
  server.catalog.faults.add({ operation: 'getPet', delay: 1200 });
  await call('/pets/nobody');
  await call('/pets');
  const page = await openDashboard(origin);
  const latency = page.locator('.latency');
  await expect
    .poll(() => latency.locator('summary').innerText())
    .toMatch(/getPet 10\s+listPets 1$/);
  await latency.locator('summary').click();
  const row = latency.getByRole('row', { name: /getPet/ });
  const times = server.catalog.requests
    .list({ operation: 'getPet' })
    .map(({ durationMs }) => durationMs!)
    .toSorted((a, b) => a - b);
  // The longest of ten is the 95th percentile.
  const [median, slow] = [duration(times[4]!), duration(times[9]!)];
  expect(slow).toMatch(/ s$/);
  expect((await row.innerText()).split(/[\t\n]+/)).toEqual(['getPet', '10', median, slow]);
  await row
    .getByRole('img', { name: `getPet: half within ${median}, 95 % within ${slow}`, exact: true })
    .waitFor();
  await latency.getByText('All 11 requests, from').waitFor();
  await filters(page).getByLabel('Operation').selectOption('listPets');
  await latency.getByText('The 1 request that matches').waitFor();
  expect(await latency.locator('tbody').innerText()).not.toContain('getPet');
});

describe('the export', () => {
  /** Presses the button, and gives the paths in the file. */
  async function exported(page: Page): Promise<string[]> {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export HAR' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^requests-\d{8}-\d{4}\.har$/);
    const { log } = JSON.parse(await readFile(await download.path(), 'utf8')) as Har;
    expect(log.version).toBe('1.2');
    return log.entries.map(({ request }) => new URL(request.url).pathname);
  }

  test('has the requests that match, or all, and says which', async () => {
    const { origin, call } = await serve({ pets: 3 });
    await call('/pets/nobody');
    await call('/pets');
    const page = await openDashboard(origin);
    expect(await exported(page)).toEqual(['/v2/pets/nobody', '/v2/pets']);
    await page.getByText(/^Saved requests-.*\.har: all 2 requests$/).waitFor();
    await searchBox(page).fill('not found');
    await expect.poll(() => paths(page).count()).toBe(1);
    expect(await exported(page)).toEqual(['/v2/pets/nobody']);
    await page.getByText(/har: the 1 request that matches$/).waitFor();
    await filters(page).getByLabel('Status').selectOption('4xx');
    expect(await exported(page)).toEqual(['/v2/pets/nobody', '/v2/pets']);
    await page
      .getByText(/all 2 requests, as the server has no filter for a status of 4xx$/)
      .waitFor();
    await filters(page).getByLabel('Status').selectOption('');
    await searchBox(page).fill('');
    const headers = { 'Access-Control-Request-Method': 'GET' };
    await fetch(`${origin}/v2/pets`, { method: 'OPTIONS', headers });
    await page.getByText('1 preflight is hidden').waitFor();
    expect(await exported(page)).toHaveLength(3);
    await page.getByText(/har: all 3 requests, hidden preflights included$/).waitFor();
  });
});

test('JSON has colours, also where it was truncated; other and huge texts are plain', async () => {
  const { origin, call } = await serve({ pets: 1 });
  const page = await openDashboard(origin);
  const body = page.locator('.entry.open pre').first();
  const kinds = () =>
    body
      .locator('span')
      .evaluateAll((spans) => spans.map((span) => `${span.className} ${span.textContent}`));
  const show = async (text: string) => {
    await call('/pets', { method: 'POST', body: text });
    await page.getByRole('button', { name: 'Clear', exact: true }).focus();
    await page.locator('.entry-line').first().click();
    await body.waitFor();
  };
  const again = async () => {
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByText('No request yet').waitFor();
  };
  await show('{"name":"Re\\"x","tag":null,"list":[-1.5,true]}');
  expect(await kinds()).toEqual([
    'json-name "name"',
    'json-string "Re\\"x"',
    'json-name "tag"',
    'json-literal null',
    'json-name "list"',
    'json-number -1.5',
    'json-literal true',
  ]);
  expect(JSON.parse(await body.innerText())).toMatchObject({ name: 'Re"x' });
  await again();
  await show(`{"tag":1,"name":"${'x'.repeat(20_000)}"}`);
  expect((await kinds()).slice(0, 2)).toEqual(['json-name "tag"', 'json-number 1']);
  expect(await body.innerText()).toHaveLength(16_384);
  await again();
  await show('Rex, 5 years: "a dog"');
  expect(await kinds()).toEqual([]);
  expect(await body.innerText()).toBe('Rex, 5 years: "a dog"');
  await again();
  await show(`[${'1,'.repeat(7_000)}1]`);
  expect(await kinds()).toEqual([]);
});

test.each(Object.entries(looks))(
  'axe finds nothing in the search and the latencies on a %s, light or dark',
  async (name, look) => {
    const { server, origin, call } = await serve({ pets: 5 });
    server.catalog.faults.add({ status: 503, times: 1 });
    for (const path of ['/pets/hit', '/pets/nobody', '/pets?limit=2', '/pets']) await call(path);
    await call('/pets', create('Rex'));
    const page = await openDashboard(origin, look, { path: '/?tab=requests&find=pet' });
    await page.locator('.latency summary').click();
    await page.locator('.entry-line').first().click();
    await page.locator('.entry.open pre span').first().waitFor();
    expect(await findBarriersInBoth(page, `search-found-${name}`)).toEqual([]);
    expect(await findOverflows(page)).toEqual([]);
    await page.setViewportSize(look);
    await page.getByLabel('Only faulted').check();
    await filters(page).getByLabel('Status').selectOption('2xx');
    await page.getByText('No request matches').waitFor();
    expect(await findBarriersInBoth(page, `search-nothing-${name}`)).toEqual([]);
  },
);
