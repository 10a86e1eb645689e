import { expect, test } from 'vitest';
import { createControl } from '../../src/client/index.ts';
import { startDev } from '../vite/support/project.ts';
import {
  openDashboard,
  openPage,
  press,
  rows,
  serve,
  startDashboard,
  strip,
} from './dashboard-page.ts';

test('a held call stays in sight through 40 polls, counts its time, and is released', async () => {
  const { server, call, page } = await startDashboard({ pets: 1 });
  server.catalog.faults.add({ operation: 'createPet', hold: true, times: 1 });
  const held = call('/pets', { method: 'POST', body: '{"name":"Held"}' });
  await strip(page).getByText('1 call held').waitFor();
  // The fault is used up, and yet holds its call.
  expect(server.catalog.faults.list()).toEqual([]);
  for (let poll = 0; poll < 40; poll++) await call(`/pets?poll=${poll}`);
  await expect.poll(() => rows(page).first().locator('.path').innerText()).toContain('poll=39');
  await strip(page).getByText('POST /v2/pets').waitFor();
  await expect.poll(() => page.title()).toBe('● 1 held – Pet Catalog Mock');
  await expect.poll(() => strip(page).locator('.held').innerText()).toMatch(/[1-9] s\s/);
  await press(strip(page), 'Release');
  expect((await held).status).toBe(201);
  await strip(page).getByText('No faults.').waitFor();
  await expect.poll(() => page.title()).toBe('Pet Catalog Mock');
});

test('a row says that its call is held, and releases it; the fault holds the next one', async () => {
  const { server, origin, call } = await serve({ pets: 1 });
  server.catalog.faults.add({ operation: 'listPets', hold: true });
  const first = call('/pets');
  const page = await openDashboard(origin);
  const row = rows(page).filter({ hasText: 'waiting for you' });
  expect(await row.locator('.status').innerText()).toBe('held');
  await row.getByText('Release', { exact: true }).click();
  expect((await first).status).toBe(200);
  await expect.poll(() => row.count()).toBe(0);
  const second = call('/pets');
  await row.focus();
  await page.keyboard.press('l');
  expect((await second).status).toBe(200);
  expect(server.catalog.faults.list()).toMatchObject([{ hold: true }]);
});

test('eight held calls of an app that Vite serves are released one by one, then all', async () => {
  const { origin } = await startDev({ pets: 1 });
  const control = createControl({ url: origin() });
  for (let id = 0; id < 8; id++) {
    await control.faults.add({ match: { id: String(id) }, hold: true, times: 1 });
  }
  const page = await openDashboard(origin(), {}, { path: '/__pets/' });
  const app = await page.context().newPage();
  await app.goto(origin());
  await app.evaluate(() => {
    const call = async (_: unknown, id: number) =>
      (await fetch(`/v2/pets/${id}`, { headers: { 'X-API-Key': 'app' } })).status;
    Object.assign(globalThis, { calls: Promise.all(Array.from({ length: 8 }, call)) });
  });
  const row = (id: number) =>
    rows(page).filter({ has: page.getByText(`/v2/pets/${id}`), hasText: 'waiting for you' });
  // The browser sends six at a time.
  for (const id of [0, 1]) {
    await strip(page).getByText('6 calls held').waitFor();
    await row(id).getByText('Release', { exact: true }).click();
    await row(id + 6).waitFor();
  }
  await press(strip(page), 'Release all');
  const statuses = await app.evaluate(
    () => (globalThis as unknown as { calls: Promise<number[]> }).calls,
  );
  expect(statuses).toEqual(Array.from({ length: 8 }, () => 404));
});

test('the seventh tab of the page works like the first', async () => {
  const { server, call, page } = await startDashboard({ pets: 1 });
  let last = page;
  for (let tab = 2; tab <= 7; tab++) {
    last = await page.context().newPage();
    await last.goto(page.url());
    await last.locator('.app[data-state=live]').waitFor();
  }
  await call('/pets/seen-in-all');
  for (const tab of page.context().pages()) {
    await expect.poll(() => rows(tab).first().innerText()).toContain('/v2/pets/seen-in-all');
  }
  await press(last, 'Fail all');
  await expect.poll(() => server.catalog.faults.list()).toMatchObject([{ status: 503 }]);
});

test('the page works without a WebSocket', async () => {
  const { server, origin } = await serve();
  const page = await openPage(
    `${origin}/openapi.json`,
    { isFresh: true },
    /net::ERR|WebSocket|404/,
  );
  await page.addInitScript(() => {
    // As behind a proxy that takes no upgrade.
    const { WebSocket: Real } = globalThis;
    globalThis.WebSocket = class extends Real {
      constructor() {
        super(`${location.origin.replace('http', 'ws')}/no-upgrade-here`);
      }
    };
  });
  await page.goto(origin);
  await page.locator('.app[data-state=live]').waitFor();
  server.catalog.faults.add({ status: 503 });
  await press(page, 'Turn all off');
  await expect.poll(() => server.catalog.faults.list()).toMatchObject([{ enabled: false }]);
});
