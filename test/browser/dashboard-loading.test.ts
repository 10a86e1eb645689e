import { expect, test } from 'vitest';
import { findBarriers, openDashboard, openPage, paths, rows, serve } from './dashboard-page.ts';

test('the newest 200 of thousands of requests are drawn before the rest is read', async () => {
  const { server, origin } = await serve({ pets: 1, journalSize: 20_000 });
  const headers = { 'X-API-Key': 'team-key-01' };
  for (let id = 1; id <= 3000; id++) {
    await server.catalog.fetch(new Request(`${server.url}/pets/${id}`, { headers }));
  }
  const page = await openPage(`${origin}/openapi.json`, { isFresh: true });
  let goOn = () => {};
  const isLate = new Promise<void>((resolve) => (goOn = resolve));
  await page.routeWebSocket(/./, (socket) => {
    const toServer = socket.connectToServer();
    socket.onMessage((message) => {
      const isRest = String(message).includes('limit=10000');
      void (isRest ? isLate : Promise.resolve()).then(() => toServer.send(message));
    });
  });
  await page.goto(origin);
  await expect.poll(() => paths(page).first().innerText()).toBe('/v2/pets/3000');
  expect(await rows(page).first().getAttribute('aria-setsize')).toBe('200');
  goOn();
  await expect.poll(() => rows(page).first().getAttribute('aria-setsize')).toBe('3000');
});

test('at 200 % zoom nothing scrolls sideways, and rows are in reach', async () => {
  const { server, origin, call } = await serve({ pets: 60 });
  for (let id = 1; id <= 9; id++) await call(`/pets/${id}`);
  server.catalog.scenarios.use('flaky');
  // 1280 by 800 pixels.
  const page = await openDashboard(origin, { width: 640, height: 400 });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBe(640);
  await rows(page).nth(3).click();
  expect(await findBarriers(page)).toEqual([]);
  expect(await width()).toBe(640);
});
