import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { builtInScenarios } from '../../src/index.ts';
import { serviceOf } from '../../src/pet-catalog.ts';
import { openDashboard, openPage, press, rows, serve, startDashboard } from './dashboard-page.ts';
import { run } from './support/run.ts';

const open = (page: Page, menu: string) =>
  page.getByRole('button', { name: menu, exact: true }).press('Enter');
const notice = (page: Page) => page.getByRole('status').locator('.notice');
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());
const scenarios = (page: Page) => page.getByRole('group', { name: 'Scenarios' });

async function seed(page: Page, pets: number): Promise<void> {
  await open(page, 'Data');
  await page.getByLabel('Pets', { exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(String(pets));
  await page.keyboard.press('Enter');
  await page.getByText(`Seeded ${pets} pets`).waitFor();
}

const emptySnapshot =
  '{"version":1,"seed":1,"nextId":0,"nextFault":0,"pets":[],"faults":[],"calls":0}';

async function restore(page: Page, buffer: string, name = 'saved.json'): Promise<void> {
  const file = { name, mimeType: 'application/json', buffer: Buffer.from(buffer) };
  await page.locator('input[type=file]').setInputFiles(file);
}

test('the keyboard opens the scenarios, which say what each is for, and chooses', async () => {
  const { server, page } = await startDashboard({ pets: 3 });
  await open(page, 'Scenario');
  expect(await page.getByRole('button', { name: 'None' }).count()).toBe(0);
  for (const [name, { description }] of Object.entries(builtInScenarios)) {
    await scenarios(page)
      .getByRole('button', { name: `${name} ${description}` })
      .waitFor();
  }
  await expect.poll(() => focused(page)).toMatch(/^empty/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const bar = page.getByRole('region', { name: 'In force' });
  await bar.getByText('Scenario shelter').waitFor();
  await expect.poll(() => focused(page)).toBe('Scenario');
  expect(server.catalog.scenarios.current()).toBe('shelter');
  // An entry below the scenarios leaves it.
  await open(page, 'Scenario');
  await press(page, 'None No faults and no delay of a scenario');
  await expect.poll(() => server.catalog.scenarios.current()).toBeNull();
  await page.getByPlaceholder('Search 3 pets').waitFor();
  // What others choose shows up, too.
  server.catalog.scenarios.use('down');
  await bar.getByText('Scenario down').waitFor();
  await open(page, 'Scenario');
  await expect.poll(() => focused(page)).toMatch(/^down/);
  // So do those that take the place of others while it runs.
  serviceOf(server.catalog).replace({ scenarios: { tuesday: {} } });
  await scenarios(page).getByRole('button', { name: 'tuesday' }).waitFor();
});

const wayBack = /^Back to how the server started.*clears the requests, too$/;
test.each<[string, (page: Page) => Promise<unknown>]>([
  ['a seed', (page) => seed(page, 9)],
  ['a reset', (page) => open(page, 'Data').then(() => press(page, wayBack))],
  ['a scenario', (page) => open(page, 'Scenario').then(() => press(scenarios(page), /^empty/))],
  ['a restored file', (page) => restore(page, emptySnapshot)],
])('%s is undone: all is as before, whatever changed since', async (name, change) => {
  const { server, origin, call } = await serve({ pets: 2 });
  server.catalog.scenarios.use('down');
  server.catalog.pets.create({ name: 'Rex' });
  await call('/pets');
  const before = server.catalog.snapshot();
  const page = await openDashboard(origin);
  await rows(page).waitFor();
  await change(page);
  // A reset alone clears the requests.
  const isReset = name === 'a reset';
  const lost = isReset ? ', not the requests, and loses' : ', and loses';
  const told = `Undo brings back 3 pets, 1 fault and the scenario down${lost}`;
  await page.getByText(told).waitFor();
  await expect.poll(() => server.catalog.snapshot()).not.toEqual(before);
  await expect.poll(() => rows(page).count()).toBe(isReset ? 0 : 1);
  server.catalog.pets.create({ name: 'Newcomer' });
  await press(page, 'Undo');
  await page.getByText('Brought back 3 pets, 1 fault and the scenario down').waitFor();
  expect(server.catalog.snapshot()).toEqual(before);
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
});

test('a snapshot is saved, restored from its file, and what is none is refused', async () => {
  const { server, page } = await startDashboard({ pets: 2 }, {}, { expected: /status of 400/ });
  await open(page, 'Data');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press(page, 'Save a snapshot'),
  ]);
  await page.getByText('Saved pet-catalog').waitFor();
  expect(download.suggestedFilename()).toMatch(/^pet-catalog-.*\.json$/);
  const saved = await readFile(await download.path(), 'utf8');
  expect(JSON.parse(saved)).toEqual(server.catalog.snapshot());
  await seed(page, 9);
  await restore(page, saved);
  await page.getByText('Restored 2 pets from saved.json').waitFor();
  expect(server.catalog.pets.count()).toBe(2);
  for (const [text, words] of [
    ['oops', 'odd.json is no JSON'],
    ['{"version":2}', /version/],
  ] as const) {
    await restore(page, text, 'odd.json');
    await page.getByRole('alert').getByText(words).waitFor();
  }
  await restore(page, '[{"name":"Rex"}]', 'pets.json');
  await page.getByText('Restored 1 pet from pets.json').waitFor();
});

test.each([undefined, 'down'])(
  'the commands of a share bring another server to the same, with the scenario %s',
  async (scenario) => {
    const adminToken = 'secret-token';
    const { server, origin } = await serve({ adminToken, delay: 5, pets: 3 });
    const { faults, scenarios: names } = server.catalog;
    if (scenario) names.use(scenario);
    const match = { body: { a: 1 } };
    faults.add({ operation: 'getPet', status: 503, error: `Ann's "dog"`, match });
    faults.add({ network: 'dribble', delay: { min: 1, max: 9 }, times: 3 });
    faults.add({ status: 500, enabled: false });
    const page = await openPage(origin, {}, /status of 401/);
    await page.getByLabel('Token').fill(adminToken);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'In force' }).waitFor();
    await open(page, 'Share');
    await press(page, 'Copy as curl commands');
    await page.getByText('Copied the curl commands').waitFor();
    const commands = await page.evaluate(() => navigator.clipboard.readText());
    expect(commands).not.toContain(adminToken);

    const other = await serve({ adminToken, delay: scenario ? 5 : 0 });
    other.server.catalog.scenarios.use('shelter');
    other.server.catalog.faults.add({ status: 418 });
    await run('sh', ['-c', commands.replaceAll(origin, other.origin)], {
      cwd: import.meta.dirname,
      env: { ADMIN_TOKEN: adminToken },
    });
    const { faults: others, scenarios: otherNames } = other.server.catalog;
    const active = (list: ReturnType<typeof faults.list>) =>
      list.filter(({ enabled }) => enabled !== false).map(({ id: _id, ...fault }) => fault);
    // A delay of the start can be set as a fault alone, the oldest.
    const started = scenario ? [] : [{ delay: 5, hits: 0 }];
    expect(active(others.list())).toEqual([...started, ...active(faults.list())]);
    expect(otherNames.current()).toBe(scenario ?? null);
  },
);

test('an undo that fails stays on offer, and a notice until the next or Escape', async () => {
  const { server, page } = await startDashboard({ pets: 2 }, {}, { expected: /net::ERR/ });
  await seed(page, 6);
  await server.close();
  await page.getByText('The server does not answer.').waitFor();
  await press(page, 'Undo');
  await page.getByRole('alert').locator('.notice').waitFor();
  const { server: again } = await serve({ port: server.port, pets: 9 });
  await page.locator('.app[data-state=live]').waitFor();
  await press(page, 'Undo');
  await page.getByText('Brought back 2 pets').waitFor();
  expect(again.catalog.pets.count()).toBe(2);
  await page.keyboard.press('Escape');
  await notice(page).waitFor({ state: 'detached' });
});

test.each([
  ['Linux x86_64', 'Ctrl Z', 'Control+z'],
  ['MacIntel', '⌘ Z', 'Meta+z'],
])('on %s, %s undoes, but not in a field', async (platform, name, keys) => {
  const { server, page } = await startDashboard({}, { width: 1440 });
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, 'platform', { value });
  }, platform);
  await page.reload();
  server.catalog.faults.add({ status: 503 });
  await press(page.getByRole('region', { name: 'In force' }), 'Clear');
  const undo = page.getByRole('button', { name: 'Undo' });
  expect(await undo.getAttribute('title')).toBe(name);
  await page.getByLabel('Search requests').pressSequentially('x');
  await page.keyboard.press(keys);
  expect(server.catalog.faults.list()).toEqual([]);
  await undo.focus();
  await page.keyboard.press(keys);
  await expect.poll(() => server.catalog.faults.list()).toMatchObject([{ status: 503 }]);
});
