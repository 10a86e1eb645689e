import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pane, rows, startDashboard, strip } from './dashboard-page.ts';

type Started = Awaited<ReturnType<typeof startDashboard>>;
type Click = (target: Locator) => Promise<void>;

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first();

/** What people come for, and with how many clicks they get it. */
const tasks: [string, number, (started: Started, click: Click) => Promise<unknown>][] = [
  [
    'see the last request',
    1,
    async ({ page }, click) => {
      await click(rows(page).first());
      await pane(page).getByRole('heading', { name: 'Response' }).waitFor();
    },
  ],
  ['see why a call got 404', 0, ({ page }) => rows(page).getByText('Pet not found').waitFor()],
  [
    'make the next create answer 507',
    4,
    async ({ page, call }, click) => {
      await page.getByLabel('Which calls').selectOption('createPet');
      await page.getByLabel('Status').fill('507');
      await click(button(page, 'Add'));
      await strip(page).getByText('createPet 507').waitFor();
      expect((await call('/pets', { method: 'POST', body: '{"name":"A"}' })).status).toBe(507);
    },
  ],
  [
    'slow all calls to 2 s',
    1,
    async ({ page }, click) => {
      await click(button(page, 'Slow 2 s'));
      await strip(page).getByText('2 s slower').waitFor();
    },
  ],
  [
    'hold a call, and release it',
    2,
    async ({ page, call }, click) => {
      await page.getByLabel('What happens').selectOption('hold until I release it');
      await click(button(page, 'Add'));
      await strip(page).getByText('held until released').waitFor();
      const held = call('/pets');
      await click(strip(page).getByRole('button', { name: 'Release', exact: true }));
      expect((await held).status).toBe(200);
    },
  ],
  [
    'fail one call in five',
    1,
    async ({ page }, click) => {
      await click(button(page, 'Fail 20 %'));
      await strip(page).getByText('20 % of calls').waitFor();
    },
  ],
  [
    'turn all faults off',
    1,
    async ({ page, server }, click) => {
      server.catalog.faults.add({ status: 500 });
      await click(button(page, 'Turn all off'));
      await expect.poll(() => server.catalog.faults.list()).toMatchObject([{ enabled: false }]);
    },
  ],
  [
    'find, rename and delete a pet, and undo it',
    5,
    async ({ page, server }, click) => {
      await click(page.getByRole('searchbox', { name: /pets/ }));
      await page.keyboard.type('Rex');
      await click(button(page, /^Edit Rex/));
      await page.getByLabel('Name').fill('Max');
      await page.keyboard.press('Enter');
      await page.getByText('Saved Max').waitFor();
      await page.getByRole('searchbox', { name: /pets/ }).fill('Max');
      await click(button(page, /^Edit Max/));
      await click(button(page, 'Delete'));
      await page.getByText('Deleted Max').waitFor();
      await click(button(page, /^Undo/));
      await expect.poll(() => server.catalog.pets.list()).toMatchObject([{ name: 'Max' }]);
    },
  ],
  [
    'empty the catalog, and get back',
    4,
    async ({ page, server }, click) => {
      await click(button(page, 'Scenario: none'));
      await click(button(page, /^empty/));
      await button(page, 'Scenario: empty').waitFor();
      await click(button(page, 'Leave scenario'));
      await expect.poll(() => server.catalog.pets.count()).toBe(1);
    },
  ],
  [
    'copy the set-up for a colleague',
    2,
    async ({ page }, click) => {
      await click(button(page, 'Data'));
      await click(button(page, 'Copy setup as curl'));
      await page.getByText('Copied the curl commands').waitFor();
    },
  ],
];

test.each(tasks)('to %s takes at most %i clicks', async (_task, most, run) => {
  const fixtures = [{ id: 'rex', name: 'Rex' }];
  const started = await startDashboard({ fixtures }, { width: 1440 });
  await started.call('/pets/nobody');
  await rows(started.page).waitFor();
  let clicks = 0;
  await run(started, async (target) => {
    clicks++;
    await target.click();
  });
  expect(clicks).toBeLessThanOrEqual(most);
});

test('Ctrl K leads to the search, and F6 through the regions', async () => {
  const { page, call } = await startDashboard({ pets: 3 }, { width: 1440 });
  await call('/pets');
  await rows(page).waitFor();
  await page.keyboard.press('Control+k');
  const isIn = (selector: string) =>
    page.evaluate((one) => document.activeElement?.closest(one) !== null, selector);
  expect(await isIn('.requests .filters')).toBe(true);
  for (const region of ['.pets', 'footer', '.top', '.composer']) {
    await page.keyboard.press('F6');
    expect([region, await isIn(region)]).toEqual([region, true]);
  }
  await page.keyboard.press('Shift+F6');
  expect(await isIn('.top')).toBe(true);
});
