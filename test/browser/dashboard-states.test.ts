import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { defineOperation } from '../../src/index.ts';
import type { ServerOptions } from '../../src/server.ts';
import {
  findBarriers,
  findBarriersInBoth,
  findOverflows,
  openDashboard,
  openPage,
  picture,
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

type Served = Awaited<ReturnType<typeof serve>>;

const press = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click();
const actions = (page: Page) => page.getByRole('group', { name: 'Actions' });
const options = (page: Page) => page.getByRole('listbox').getByRole('option');

/** A server in the middle of a day's work. */
async function work({ server, call }: Served): Promise<void> {
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
}

async function wrong(page: Page): Promise<void> {
  if (page.viewportSize()!.width < 720) await press(page, 'Faults');
  await press(page, 'More…');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Status').fill('77');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.locator('.bad').waitFor();
}

async function openRequest(page: Page): Promise<void> {
  await options(page).filter({ hasText: 'Out walking' }).click();
  await page.getByRole('region', { name: 'Request', exact: true }).waitFor();
}

const busy: [string, (page: Page, served: Served) => Promise<unknown>, string?][] = [
  ['rows', (page) => options(page).nth(4).waitFor()],
  ['pets', (page) => page.getByRole('region', { name: 'Pets' }).waitFor(), '?tab=pets'],
  ['pane', openRequest],
  ['editor', (page) => openRequest(page).then(() => press(page, 'Edit…'))],
  ['menu-fail', (page) => openRequest(page).then(() => press(actions(page), 'Fail next'))],
  ...['Scenario', 'Data'].map(
    (name) =>
      [`menu-${name}`, (page: Page) => press(page, new RegExp(`^${name}`))] as [
        string,
        typeof openRequest,
      ],
  ),
  ['menu-more', (page) => press(page, /^\+\d more$/)],
  ['fault', wrong],
  [
    'pet-form',
    async (page) => {
      await press(page, 'New pet');
      await press(page, 'Create');
      await page.locator('.dialog .bad').waitFor();
    },
    '?tab=pets',
  ],
  ['nothing', (page) => page.getByText('No request matches.').waitFor(), '?find=nothing-at-all'],
  [
    'notice',
    (page) =>
      press(page, 'Turn all off').then(() => page.getByText('Turned all faults off').waitFor()),
  ],
  [
    'lost',
    async (page, { server }) => {
      await options(page).nth(4).waitFor();
      await server.close();
      await page.getByText('Lost the server.').waitFor();
      expect(await options(page).count()).toBe(5);
    },
  ],
];

const phone = { width: 390, height: 780 };
const sizes = [phone, { width: 1366, height: 768 }];

/** What axe finds, and the widths at which the page is wider than its window. */
async function findTroubles(page: Page, name: string): Promise<(string | number)[]> {
  const { width } = page.viewportSize()!;
  const barriers = await findBarriersInBoth(page, `state-${name}-${width}`);
  return [...barriers, ...(width === phone.width ? await findOverflows(page) : [])];
}

test.each(busy)('axe finds nothing and all fits: %s', async (name, bring, path = '') => {
  for (const size of sizes) {
    const served = await serve({ pets: 120, operations });
    await work(served);
    const expected = /net::ERR|WebSocket/;
    const page = await openDashboard(served.origin, size, { path: `/${path}`, expected });
    await bring(page, served);
    expect((await findTroubles(page, name)).join('\n')).toBe('');
  }
});

test.each<[string, ServerOptions]>([
  ['empty', { pets: 0 }],
  ['token', { adminToken: 'secret' }],
  ['isolate', { isolate: true }],
])('axe finds nothing and all fits: %s', async (name, given) => {
  const { server, origin } = await serve(given);
  for (const key of name === 'isolate' ? ['al-1', 'br-2'] : []) {
    server.catalog.forKey(key).pets.create({ name: 'Rex' });
    await fetch(`${server.url}/pets`, { headers: { 'X-API-Key': key } });
  }
  const page = await openPage(origin, phone, /status of 401/);
  const shown = { empty: 'Waiting for the first request', token: 'Token', isolate: 'br-2' }[name]!;
  await page.getByText(shown).and(page.locator(':not(option)')).first().waitFor();
  for (const size of sizes) {
    await page.setViewportSize(size);
    expect(await findTroubles(page, name)).toEqual([]);
  }
});

test('with forced colours, what is pressed and chosen differs from what is not', async () => {
  const served = await serve({ pets: 3, operations });
  await work(served);
  const page = await openDashboard(served.origin, { width: 1024 }, { path: '/?status=5xx' });
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
  const [on, off] = [
    await look('.chip[aria-pressed=true]'),
    await look('.chip[aria-pressed=false]'),
  ];
  expect(on).not.toBe(off);
  expect(await look('[role=option][aria-selected=true]')).toContain('solid');
  await picture(page, 'state-forced');
});

test('with reduced motion there is none', async () => {
  const { server, page } = await startDashboard({}, { reducedMotion: 'reduce' });
  await page.evaluate(() => {
    for (const type of ['animationstart', 'transitionrun']) {
      document.addEventListener(type, () => console.error(`There is motion: ${type}`));
    }
  });
  server.catalog.faults.add({ status: 503 });
  const isOn = page.getByRole('switch');
  await isOn.press('Space');
  await page.getByText('Switched off').waitFor();
  await page.getByRole('switch', { checked: false }).waitFor();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});
