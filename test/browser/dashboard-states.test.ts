import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { defineOperation } from '../../src/index.ts';
import type { ServerOptions } from '../../src/server.ts';
import {
  findBarriers,
  findOverflows,
  openDashboard,
  openPage,
  serve,
  startDashboard,
} from './dashboard-page.ts';

/** The longest names fit as well. */
const longName = 'scheduleVaccinationAppointmentsOfAllPetsOfOneOwner';
const operations = [
  defineOperation({
    name: longName,
    method: 'POST',
    path: '/owners/{ownerId}/appointments',
    run: () => ({ status: 204 }),
  }),
];

const press = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click();
const options = (page: Page) => page.getByRole('listbox').getByRole('option');

/** Starts a server, and brings it into the middle of a day's work. */
async function startBusy() {
  const { server, origin, call } = await serve({ pets: 120, operations });
  const { faults, scenarios } = server.catalog;
  scenarios.use('shelter');
  await call('/pets?limit=3');
  await call('/pets/nobody');
  await call('/pets', { method: 'POST', body: '{"name":"Rex","tag":"dog"}' });
  faults.add({ operation: 'listPets', status: 503, error: 'Out walking', times: 1 });
  await call(`/pets?limit=20&tag=${'long'.repeat(30)}`);
  faults.add({ operation: 'createPet', delay: { min: 200, max: 900 }, times: 3 });
  faults.update(faults.add({ network: 'dribble' }), { enabled: false });
  faults.add({ operation: 'getPet', hold: true });
  faults.add({ operation: longName, status: 503, phase: 'after' });
  void call('/pets/held').catch(() => {});
  await server.catalog.requests.waitFor({ path: '/v2/pets/held' });
  return { server, origin };
}

async function openRequest(page: Page): Promise<void> {
  await options(page).filter({ hasText: 'Out walking' }).click();
  await page.getByRole('region', { name: 'Request', exact: true }).waitFor();
}

const errors = (page: Page) => page.locator('.dialog .bad').waitFor();

/** What is done to a phone's page to see a part of it. The last ones change the server. */
const views: [name: string, bring: (page: Page) => Promise<unknown>, path?: string][] = [
  ['rows', (page) => options(page).nth(4).waitFor()],
  ['pets', (page) => page.locator('.pet').first().waitFor(), '?tab=pets'],
  ['pane', openRequest],
  ['editor', (page) => openRequest(page).then(() => press(page, 'Edit…'))],
  ['menu-fail', (page) => openRequest(page).then(() => press(page, 'Fail next'))],
  ['menu-scenario', (page) => press(page, 'Scenario')],
  ['menu-data', (page) => press(page, 'Data')],
  ['menu-more', (page) => press(page, /^\+\d more$/)],
  ['nothing', (page) => page.getByText('No request matches.').waitFor(), '?find=nothing-at-all'],
  [
    'fault',
    async (page) => {
      await press(page, 'Faults');
      await press(page, 'More…');
      await page.getByRole('dialog').getByLabel('Status').fill('77');
      await press(page.getByRole('dialog'), 'Add');
      await errors(page);
    },
  ],
  [
    'pet-form',
    (page) =>
      press(page, 'New pet')
        .then(() => press(page, 'Create'))
        .then(() => errors(page)),
    '?tab=pets',
  ],
  [
    'notice',
    (page) =>
      press(page, 'Turn all off').then(() => page.getByText('Turned all faults off').waitFor()),
  ],
];

const phone = { width: 390, height: 780 };
const desktop = { width: 1366, height: 768 };

/** Returns what axe finds on a light phone and a dark desktop, and the widths that the page exceeds. */
async function findTroubles(page: Page, name: string): Promise<string[]> {
  const light = await findBarriers(page);
  const widths = await findOverflows(page);
  await page.setViewportSize(desktop);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await findBarriers(page);
  return [...light, ...widths.map(String), ...dark].map((trouble) => `${name}: ${trouble}`);
}

test('axe finds nothing in any view of a busy server, and all fits', async () => {
  const { server, origin } = await startBusy();
  const expected = /net::ERR|WebSocket/;
  const page = await openDashboard(origin, phone, { expected });
  const troubles: string[] = [];
  for (const [name, bring, path = ''] of views) {
    await page.setViewportSize(phone);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(`${origin}/${path}`);
    await bring(page);
    troubles.push(...(await findTroubles(page, name)));
  }
  await server.close();
  await page.getByText('Lost the server.').waitFor();
  troubles.push(...(await findTroubles(page, 'lost')));
  expect(await options(page).count()).toBe(5);
  expect(troubles.join('\n')).toBe('');
});

test.each<[name: string, options: ServerOptions, shown: string]>([
  ['empty', { pets: 0 }, 'Waiting for the first request'],
  ['token', { adminToken: 'secret' }, 'Token'],
  ['isolate', { isolate: true }, 'br-2'],
])('axe finds nothing and all fits: %s', async (name, given, shown) => {
  const { server, origin } = await serve(given);
  for (const key of name === 'isolate' ? ['al-1', 'br-2'] : []) {
    server.catalog.forKey(key).pets.create({ name: 'Rex' });
    await fetch(`${server.url}/pets`, { headers: { 'X-API-Key': key } });
  }
  const page = await openPage(origin, phone, /status of 401/);
  await page.getByText(shown).and(page.locator(':not(option)')).first().waitFor();
  expect(await findTroubles(page, name)).toEqual([]);
});

test('with forced colours, pressed and chosen elements look different from others', async () => {
  const { origin } = await startBusy();
  const page = await openDashboard(origin, { width: 1024 }, { path: '/?status=5xx' });
  await page.emulateMedia({ forcedColors: 'active' });
  await options(page).first().click();
  await press(page, 'Fail all');
  await page.getByRole('button', { name: 'Fail all', pressed: true }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  const look = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => {
        const { outlineStyle, outlineColor, borderColor } = getComputedStyle(one);
        return [outlineStyle, outlineColor, borderColor].join();
      });
  expect(await look('.chip[aria-pressed=true]')).not.toBe(await look('.chip[aria-pressed=false]'));
  expect(await look('[role=option][aria-selected=true]')).toContain('solid');
});

test('with reduced motion there is none', async () => {
  const { server, page } = await startDashboard({}, { reducedMotion: 'reduce' });
  await page.evaluate(() => {
    for (const type of ['animationstart', 'transitionrun']) {
      document.addEventListener(type, () => console.error(`There is motion: ${type}`));
    }
  });
  server.catalog.faults.add({ status: 503 });
  await page.getByRole('switch').press('Space');
  await page.getByText('Switched off').waitFor();
  await page.getByRole('switch', { checked: false }).waitFor();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});
