import { expect, test } from 'vitest';
import { createPetCatalog } from '../../src/index.ts';
import {
  copied,
  findOverflows,
  hasFocus,
  openDashboard,
  openPage,
  pane,
  press,
  rows,
  serve,
  serveMounted,
  startDashboard,
} from './dashboard-page.ts';
import { run } from './support/run.ts';

const headers = { 'X-API-Key': 'team-key-01' };

test('an empty page shows the base URL and ways to send the first request', async () => {
  const { origin, page } = await startDashboard({ pets: 3 }, { width: 1440 });
  await page.getByRole('heading', { name: 'Waiting for the first request' }).waitFor();
  await page.getByText('No faults. Every call gets its real answer.').waitFor();
  expect(await page.getByRole('banner').locator('code').innerText()).toBe(`${origin}/v2`);
  expect(await copied(page, 'Copy the base URL')).toBe(`${origin}/v2`);

  const curl = await copied(page, 'Copy the curl line');
  await press(page, 'fetch');
  const fetchLine = await copied(page, 'Copy the fetch line');
  await press(page, 'Vite');
  const viteLine = await copied(page, 'Copy the Vite line');
  const cwd = import.meta.dirname;
  await press(page, 'Send a test request');
  await rows(page).waitFor();
  expect(await run('sh', ['-c', `${curl} --silent`], { cwd })).toMatch(/^\[\{"name":/);
  // oxlint-disable-next-line typescript/no-implied-eval -- What is copied is code.
  const evaluate = (code: string) => new Function(`return ${code}`)() as unknown;
  expect(((await evaluate(fetchLine)) as Response).status).toBe(200);
  expect(evaluate(`({ ${viteLine} })`)).toEqual({ server: { proxy: { '/v2': origin } } });
  await expect
    .poll(() => rows(page).locator('.status').allInnerTexts())
    .toEqual(['200', '200', '200']);
});

test('the title, the documents and the dialect', async () => {
  const dialect = { createStatus: 200, missingTag: 'null', order: 'newest', maxLimit: 9 } as const;
  const { page } = await startDashboard({ dialect });
  const footer = page.getByRole('contentinfo');
  await footer.getByText(/^Dialect: createStatus: 200, .*maxLimit: 9/).waitFor();
  for (const name of ['API reference', 'openapi.json']) {
    const href = await footer.getByRole('link', { name }).getAttribute('href');
    expect((await fetch(new URL(href!, page.url()))).status).toBe(200);
  }
  expect(await page.title()).toBe('Pet Catalog Mock');
  expect(await findOverflows(page)).toEqual([]);
});

test('the page says once that the server has gone, disables changes, and recovers', async () => {
  const { server, origin, call } = await serve({ pets: 3 });
  await call('/pets/nobody');
  const page = await openDashboard(origin, { width: 1400 }, { expected: /net::ERR|WebSocket/ });
  await rows(page).click();
  await page.getByText('New pet').waitFor({ state: 'attached' });
  const isInert = (name: string) =>
    page
      .getByRole('button', { name, exact: true, includeHidden: true })
      .evaluate((button) => button.matches('[inert] *, [inert], :disabled'));
  const changing = 'Scenario: none,Data,Add,More…,Offline,Clear the requests,Replay,New pet';
  for (const name of changing.split(','))
    expect([name, await isInert(name)]).toEqual([name, false]);
  await server.close();
  const told = page.getByText('Lost the server. Reconnecting…');
  await told.waitFor();
  for (const name of changing.split(',')) expect([name, await isInert(name)]).toEqual([name, true]);
  // What the page knows can still be read and copied.
  expect(await copied(page, 'Copy the base URL')).toBe(`${origin}/v2`);
  await press(page, 'Copy');
  expect(await copied(page, 'Curl command')).toContain(`curl '${origin}/v2/pets/nobody'`);
  expect(await told.count()).toBe(1);
  expect(await page.getByRole('alert').allInnerTexts()).toEqual([
    'Lost the server. Reconnecting…',
    '',
  ]);

  const { server: again } = await serve({ port: server.port, pets: 7 });
  await told.waitFor({ state: 'detached' });
  await fetch(`${again.url}/pets/after`, { headers });
  await expect.poll(() => rows(page).allInnerTexts()).toEqual([expect.stringContaining('/after')]);
  await pane(page).getByRole('button', { name: 'Close' }).click();
  await page.getByPlaceholder('Search 7 pets').waitFor();
  for (const name of ['Add', 'Clear the requests', 'New pet']) {
    expect([name, await isInert(name)]).toEqual([name, false]);
  }
  await press(page, 'Offline');
  await expect.poll(() => again.catalog.faults.list()).toHaveLength(1);
});

test('a server with a token asks for it, says when it is wrong, and keeps it in the tab', async () => {
  const { origin } = await serve({ adminToken: 'secret', pets: 4 });
  const page = await openPage(origin, {}, /status of 401/);
  const field = page.getByLabel('Token');
  await expect.poll(() => hasFocus(field)).toBe(true);
  expect(await page.getByText('Wrong token').count()).toBe(0);
  for (const token of ['wrong', 'wrong-too', 'wr€ng']) {
    await field.fill(token);
    await page.getByRole('button', { name: 'Open' }).press('Enter');
    await page.getByText('Wrong token').waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
    await expect.poll(() => hasFocus(field)).toBe(true);
  }
  await field.fill('secret');
  await page.keyboard.press('Enter');
  for (const open of [() => Promise.resolve(), () => page.reload()]) {
    await open();
    await page.getByPlaceholder('Search 4 pets').waitFor({ state: 'attached' });
  }
  expect(page.url()).not.toContain('secret');
});

test('the page works below a path of another app, and leads to the API reference there', async () => {
  const catalog = createPetCatalog({ pets: 2 });
  const origin = await serveMounted(catalog, { dashboard: '/__pets' });
  const at = { path: '/mock/__pets/', expected: /WebSocket|404/ };
  const page = await openDashboard(origin, {}, at);
  const url = await copied(page, 'Copy the base URL');
  expect(url).toBe(`${origin}/mock/v2`);
  expect((await fetch(`${url}/pets`, { headers })).status).toBe(200);
  await rows(page).click();
  await press(page, 'Replay');
  await page.getByText('Replayed: 200').waitFor();
  await expect.poll(() => rows(page).count()).toBe(2);
  await page.getByRole('link', { name: 'API reference' }).click();
  await page.getByText('A catalog of pets.').waitFor();
  expect(page.url()).toBe(`${origin}/mock/__pets/docs`);
});
