import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { builtInScenarios } from '../../src/index.ts';
import {
  findBarriersInBoth,
  findOverflows,
  looks,
  openDashboard,
  picture,
  serve,
} from './dashboard-page.ts';

const pickerOf = (page: Page) => page.getByRole('button', { name: /^Scenario/ });
const listOf = (page: Page) => page.getByRole('list', { name: 'Scenarios' });

test('a scenario is chosen in the header, where each says what it is for', async () => {
  const { server, origin } = await serve({ pets: 3 });
  const page = await openDashboard(origin);
  await page.getByRole('button', { name: 'Scenario none' }).click();
  for (const [name, { description }] of Object.entries(builtInScenarios)) {
    await listOf(page)
      .getByRole('button', { name: `${name} ${description}` })
      .waitFor();
  }
  await listOf(page)
    .getByRole('button', { name: /^empty/ })
    .click();
  await page.getByRole('status').filter({ hasText: 'Scenario: empty' }).waitFor();
  await page.getByRole('button', { name: 'Scenario empty' }).waitFor();
  await page.getByText('The catalog is empty').waitFor();
  expect(server.catalog.scenarios.current()).toBe('empty');
  await expect.poll(() => page.title()).toBe('empty · Pet Catalog Mock');
  expect(await listOf(page).count()).toBe(0);

  await pickerOf(page).click();
  expect(await listOf(page).locator('[aria-current]').innerText()).toContain('empty');
  await listOf(page).getByRole('button', { name: 'Back to how the server started' }).click();
  await page.getByRole('button', { name: 'Scenario none' }).waitFor();
  await expect.poll(() => page.title()).toBe('Pet Catalog Mock');
  expect(server.catalog.pets.count()).toBe(3);
});

test('the scenario that somebody else chooses shows up, in the title as well', async () => {
  const { server, origin } = await serve({ scenario: 'shelter' });
  const page = await openDashboard(origin);
  await page.getByRole('button', { name: 'Scenario shelter' }).waitFor();
  expect(await page.title()).toBe('shelter · Pet Catalog Mock');
  const before = server.catalog.snapshot();
  server.catalog.scenarios.use('down');
  await page.getByRole('button', { name: 'Scenario down' }).waitFor();
  expect(await page.title()).toBe('down · Pet Catalog Mock');
  server.catalog.restore({ ...before, scenario: null });
  await page.getByRole('button', { name: 'Scenario none' }).waitFor();
  expect(await page.title()).toBe('Pet Catalog Mock');
});

test('the keyboard alone opens the list, goes through it, leaves it and chooses', async () => {
  const { server, origin } = await serve();
  const page = await openDashboard(origin);
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
  const picker = pickerOf(page);
  await picker.press('Enter');
  await expect.poll(focused).toMatch(/^empty/);
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => focused()).toMatch(/^empty/);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused()).toMatch(/^shelter/);
  await page.keyboard.press('Escape');
  await listOf(page).waitFor({ state: 'detached' });
  await expect.poll(() => focused()).toMatch(/^Scenario/);

  await picker.press('Enter');
  await expect.poll(focused).toMatch(/^empty/);
  for (let step = 0; step < 8; step++) await page.keyboard.press('Tab');
  await listOf(page).waitFor({ state: 'detached' });

  await picker.press('Enter');
  await expect.poll(focused).toMatch(/^empty/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Scenario shelter' }).waitFor();
  await expect.poll(() => focused()).toMatch(/^Scenario/);
  expect(server.catalog.scenarios.current()).toBe('shelter');
});

test('a press beside the list closes it', async () => {
  const { origin } = await serve();
  const page = await openDashboard(origin);
  await pickerOf(page).click();
  await listOf(page).waitFor();
  await page.mouse.click(1200, 780);
  await expect.poll(() => listOf(page).count()).toBe(0);
});

test('a choice that the server refuses is said to be refused, and changes nothing', async () => {
  const { server, origin } = await serve({ isolate: true, apiKeys: ['alpha-key-1'] });
  const page = await openDashboard(origin, {}, { expected: /status of 4/ });
  await pickerOf(page).click();
  await listOf(page)
    .getByRole('button', { name: /^empty/ })
    .click();
  await page.getByRole('alert').filter({ hasText: 'X-API-Key' }).waitFor();
  await page.getByRole('button', { name: 'Scenario none' }).waitFor();
  expect(server.catalog.pets.count()).toBe(25);
});

test('scenarios of any kind fit', async () => {
  const long = 'a-name-that-goes-on-'.repeat(10);
  const { origin } = await serve({
    scenarios: {
      ...Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`number-${index}`, {}])),
      [long]: { description: '<b>x</b>'.repeat(60) },
    },
    scenario: long,
  });
  const page = await openDashboard(origin, { width: 360, height: 740 });
  await pickerOf(page).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(long);
  await picture(page, 'dashboard-scenarios-long');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

const cases = Object.entries(looks);
test.each(cases)(
  'on a %s, axe finds nothing in the list, and active faults are counted',
  async (name, look) => {
    const { server, origin } = await serve();
    const page = await openDashboard(origin, look);
    server.catalog.scenarios.use('flaky');
    const counted =
      name === 'phone'
        ? page.getByRole('button', { name: 'Controls 2 active faults' })
        : page.getByRole('link', { name: '2 active faults' });
    await counted.waitFor();
    await pickerOf(page).getByText('flaky').waitFor();
    await pickerOf(page).click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain('flaky');
    expect(await findBarriersInBoth(page, `dashboard-scenarios-${name}`)).toEqual([]);
    const box = (await listOf(page).boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(look.width);
    expect(await findOverflows(page)).toEqual([]);
  },
);
