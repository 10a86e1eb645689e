import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { builtInScenarios } from '../../src/index.ts';
import { serviceOf } from '../../src/pet-catalog.ts';
import { openDashboard, openPage, press, rows, serve, startDashboard } from './dashboard-page.ts';
import { run } from './support/run.ts';

const open = (page: Page, menu: string) =>
  page.getByRole('button', { name: menu, exact: true }).press('Enter');
const undo = (page: Page) => page.getByRole('button', { name: /^Undo/ });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());
const scenarios = (page: Page) => page.getByRole('group', { name: 'Scenarios' });

async function seed(page: Page, pets: number): Promise<void> {
  await open(page, 'Data');
  await page.getByRole('spinbutton', { name: 'Pets' }).fill(String(pets));
  await page.keyboard.press('Enter');
  await page.getByText(`Seeded ${pets} pets`).waitFor();
}

const emptySnapshot =
  '{"version":1,"seed":1,"nextId":0,"nextFault":0,"pets":[],"faults":[],"calls":0}';

async function restore(page: Page, buffer: string, name = 'saved.json'): Promise<void> {
  const file = { name, mimeType: 'application/json', buffer: Buffer.from(buffer) };
  await page.locator('input[type=file]').setInputFiles(file);
}

test('the keyboard opens the menu of scenarios with their descriptions, and chooses one', async () => {
  const { server, page } = await startDashboard({ pets: 3 });
  await open(page, 'Scenario: none');
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
  await expect.poll(() => focused(page)).toBe('Scenario: shelter');
  expect(server.catalog.scenarios.current()).toBe('shelter');
  await press(bar, 'Leave scenario');
  await expect.poll(() => server.catalog.scenarios.current()).toBeNull();
  await page.getByPlaceholder('Search 3 pets').waitFor();
  // What others choose shows up, too.
  server.catalog.scenarios.use('down');
  await bar.getByText('Scenario down').waitFor();
  await open(page, 'Scenario: down');
  await expect.poll(() => focused(page)).toMatch(/^down/);
  // So do operations that replace others while it runs.
  serviceOf(server.catalog).replace({ scenarios: { tuesday: {} } });
  await scenarios(page).getByRole('button', { name: 'tuesday' }).waitFor();
});

const wayBack = /^Reset to start.*1 request will be cleared$/;
test.each<[string, (page: Page) => Promise<unknown>]>([
  ['a seed', (page) => seed(page, 9)],
  ['a reset', (page) => open(page, 'Data').then(() => press(page, wayBack))],
  [
    'a scenario',
    (page) => open(page, 'Scenario: down').then(() => press(scenarios(page), /^empty/)),
  ],
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
  await undo(page).waitFor();
  await expect.poll(() => server.catalog.snapshot()).not.toEqual(before);
  await expect.poll(() => rows(page).count()).toBe(name === 'a reset' ? 0 : 1);
  server.catalog.pets.create({ name: 'Newcomer' });
  await undo(page).click();
  await page.getByText(/^Undone: /).waitFor();
  expect(server.catalog.snapshot()).toEqual(before);
  expect(await undo(page).count()).toBe(0);
});

test('a snapshot is saved and restored from its file, and another file is refused', async () => {
  const { server, page } = await startDashboard({ pets: 2 }, {}, { expected: /status of 400/ });
  await open(page, 'Data');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press(page, 'Save snapshot'),
  ]);
  await page.getByText('Saved pet-catalog').waitFor();
  expect(download.suggestedFilename()).toMatch(/^pet-catalog-.*\.json$/);
  const saved = await readFile(await download.path(), 'utf8');
  expect(JSON.parse(saved)).toEqual(server.catalog.snapshot());
  await seed(page, 9);
  await restore(page, saved);
  await page.getByText('Loaded 2 pets from saved.json').waitFor();
  expect(server.catalog.pets.count()).toBe(2);
  for (const [text, words] of [
    ['oops', 'odd.json is not JSON'],
    ['{"version":2}', /version/],
  ] as const) {
    await restore(page, text, 'odd.json');
    await page.getByRole('alert').getByText(words).waitFor();
  }
  await restore(page, '[{"name":"Rex"}]', 'pets.json');
  await page.getByText('Loaded 1 pet from pets.json').waitFor();
});

test.each([undefined, 'down'])(
  'the copied commands bring another server to the same, with the scenario %s',
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
    await page.getByRole('region', { name: 'In force' }).getByRole('switch').first().waitFor();
    await open(page, 'Data');
    await press(page, 'Copy setup as curl');
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

test('an undo that fails stays on offer, and a reconnect takes the notice away', async () => {
  const { server, page } = await startDashboard({ pets: 2 }, {}, { expected: /net::ERR/ });
  await seed(page, 6);
  await server.close();
  await page.getByText('Lost the server.').waitFor();
  await undo(page).click();
  await page.getByRole('alert').locator('.notice').waitFor();
  const { server: again } = await serve({ port: server.port, pets: 9 });
  await page.locator('.app[data-state=live]').waitFor();
  await page.locator('.notice').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await page.getByText('Undone: Seeded 6 pets').waitFor();
  expect(again.catalog.pets.count()).toBe(2);
  await page.keyboard.press('Escape');
  await page.locator('.notice').waitFor({ state: 'detached' });
});

test('several changes are undone, the newest first: deletes, a rename and a create', async () => {
  const fixtures = ['Rex', 'Misty', 'Bailey'].map((name) => ({ id: name, name, tag: 'dog' }));
  const { server, page } = await startDashboard({ fixtures }, { width: 1440 });
  const { pets } = server.catalog;
  const namesOf = () => pets.list().map(({ name }) => name);
  const edit = (name: string) => press(page, `Edit ${name} dog`);
  for (const name of ['Rex', 'Misty']) {
    await edit(name);
    await press(page, 'Delete');
    await page.getByText(`Deleted ${name}`).waitFor();
  }
  // The focus is on the next pet.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Edit Bailey dog');
  await edit('Bailey');
  await page.getByLabel('Name').fill('Bo');
  await page.keyboard.press('Enter');
  await page.getByText('Saved Bo').waitFor();
  await press(page, 'New pet');
  await page.getByLabel('Name').fill('Zaphod');
  await page.keyboard.press('Enter');
  await page.getByText('Created Zaphod').waitFor();
  expect(namesOf()).toEqual(['Bo', 'Zaphod']);
  for (const expected of [['Bo'], ['Bailey'], ['Bailey', 'Misty'], ['Bailey', 'Misty', 'Rex']]) {
    await page.keyboard.press('Control+z');
    await expect.poll(namesOf).toEqual(expected);
    await page.getByText(/^Undone/).waitFor();
  }
  expect(pets.get('Rex')).toEqual(fixtures[0]);
  expect(await undo(page).count()).toBe(0);
});

test('on a Mac, ⌘Z undoes, but not in a field', async () => {
  const { server, page } = await startDashboard({}, { width: 1440, isFresh: true });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'platform', { value: 'MacIntel' });
  });
  await page.reload();
  server.catalog.faults.add({ status: 503 });
  await press(page.getByRole('region', { name: 'In force' }), 'Turn all off');
  expect(await undo(page).innerText()).toContain('⌘Z');
  await page.getByLabel('Search requests').pressSequentially('x');
  await page.keyboard.press('Meta+z');
  expect(server.catalog.faults.list()).toMatchObject([{ enabled: false }]);
  await undo(page).focus();
  await page.keyboard.press('Meta+z');
  await expect.poll(() => server.catalog.faults.list()).toMatchObject([{ enabled: true }]);
});
