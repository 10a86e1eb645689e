import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WorkerOptions } from '../../src/browser.ts';
import { findBarriersInBoth, findOverflows } from './dashboard-page.ts';
import type { StaticServer } from './support/static-server.ts';
import { openWatchedPage, type WatchedPage } from './support/watched-page.ts';
import type { PageRequest } from './support/worker-page.ts';
import { serveWorkerSite } from './support/worker-site.ts';

/** A page with a strict policy, and with styles that would spoil a panel they reached. */
const html = `
  <html lang="en">
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'; img-src data:; style-src 'self'" />
  <link rel="stylesheet" href="/page.css" />
  <title>Pets</title>
  <main id="controls"><h1>Pets</h1></main>`;

const css = `
  html { color-scheme: light dark; font: 24px serif; letter-spacing: 4px }
  body { margin: 8px }
  button, select, input, section, ul, li, label { display: none; color: red; background: red }
`;

let site: StaticServer;
let watched: WatchedPage;
let page: Page;
/** Messages that a test brings about on the console. */
let expected: RegExp | undefined;

beforeAll(async () => {
  site = await serveWorkerSite(html, { '/page.css': css });
});

afterAll(() => site?.close());

beforeEach(async () => {
  expected = undefined;
  watched = await openWatchedPage({ expected: (text) => expected?.test(text) ?? false });
  ({ page } = watched);
  await page.goto(site.url);
});

afterEach(async () => {
  await watched.close();
  if (watched.problems.length > 0) throw new Error(watched.problems.join('\n'));
});

const list: PageRequest = { method: 'GET', path: '/v2/pets', headers: { 'X-API-Key': 'k' } };

/** Starts the mock, and mounts its controls. What is refused comes out as its message. */
async function mountOn(
  selector: string,
  options: Omit<WorkerOptions, 'handlers'> = {},
): Promise<string | undefined> {
  return page.evaluate(
    async ([where, given]) => {
      const { mountControls } = await mock.start({ quiet: true, ...given });
      const refused = (error: Error) => `${error.name}: ${error.message}`;
      return mountControls(document.querySelector(where)!).then(() => undefined, refused);
    },
    [selector, options] as const,
  );
}

const mountControls = (options?: Parameters<typeof mountOn>[1]) => mountOn('#controls', options);

const panel = () => page.getByRole('region', { name: 'The mock in this page' });
const scenario = () => panel().getByLabel('Scenario');
const fault = (name: string) => panel().getByRole('switch', { name });
const reset = () => panel().getByRole('button', { name: 'Back to how the page started' });
const text = () => panel().innerText();

const faults = () => page.evaluate(() => mock.running!.catalog.faults.list());
const send = (request: PageRequest) =>
  page.evaluate((sent) => mock.send(sent), request).then(({ status }) => status);
const focused = () =>
  page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.tagName);

test('the panel shows how many pets there are, and the scenarios with what they are', async () => {
  await mountControls();
  expect(await text()).toContain('25 pets');
  expect(await scenario().inputValue()).toBe('');
  await scenario().selectOption('shelter');
  await expect.poll(text).toContain('200 pets');
  const description = await page.evaluate(
    () =>
      mock.running!.catalog.scenarios.list().find(({ name }) => name === 'shelter')!.description,
  );
  expect(description).not.toBe('');
  expect(await text()).toContain(description);
  expect(await page.evaluate(() => mock.running!.catalog.scenarios.current())).toBe('shelter');
  await scenario().selectOption('None');
  await expect.poll(text).toContain('25 pets');
});

test('with a scenario of the start there is no way to none, as a reset goes back to it', async () => {
  await mountControls({ scenario: 'empty' });
  expect(await scenario().inputValue()).toBe('empty');
  expect(await scenario().locator('option').allTextContents()).not.toContain('None');
  await scenario().selectOption('shelter');
  await reset().click();
  await expect.poll(() => scenario().inputValue()).toBe('empty');
});

test('a switch adds its fault, shows its hits, and takes it away', async () => {
  await mountControls();
  await fault('All calls fail').check();
  expect(await faults()).toMatchObject([{ status: 503, hits: 0 }]);
  expect(await send(list)).toBe(503);
  expect(await send(list)).toBe(503);
  await expect.poll(text).toContain('2 hits');
  await fault('All calls fail').uncheck();
  expect(await faults()).toEqual([]);
  expect(await send(list)).toBe(200);
});

test('each switch is one fault, and stays on after a reload', async () => {
  await mountControls({ persist: 'session' });
  const names = [
    'Slow answers',
    'The next call fails',
    'One call in five fails',
    'All calls fail',
    'Offline',
  ];
  for (const name of names) await fault(name).check();
  expect(await faults()).toHaveLength(names.length);
  await page.reload();
  await mountControls({ persist: 'session' });
  for (const name of names) expect(await fault(name).isChecked()).toBe(true);
  expect(await panel().getByRole('switch').count()).toBe(names.length);
});

test('a fault that is used up switches itself off', async () => {
  await mountControls();
  await fault('The next call fails').check();
  expect(await send(list)).toBe(503);
  await expect.poll(() => fault('The next call fails').isChecked()).toBe(false);
  expect(await send(list)).toBe(200);
});

test('faults of code and of scenarios have a switch of their own, and can be removed', async () => {
  await mountControls();
  await page.evaluate(
    () =>
      void mock.running!.catalog.faults.add({
        operation: 'listPets',
        status: 503,
        error: 'Out walking',
      }),
  );
  const own = fault('listPets: 503 “Out walking”');
  await expect.poll(() => own.isChecked()).toBe(true);
  await own.uncheck();
  expect(await send(list)).toBe(200);
  expect(await faults()).toMatchObject([{ enabled: false }]);
  await own.check();
  expect(await send(list)).toBe(503);
  await panel().getByRole('button', { name: 'Remove listPets' }).click();
  expect(await faults()).toEqual([]);
  await expect.poll(() => own.count()).toBe(0);
  await expect.poll(() => focused()).toBe('SECTION');
});

test('the focus stays in the panel when the fault that has it is used up', async () => {
  await mountControls();
  await page.evaluate(() => void mock.running!.catalog.faults.add({ status: 500, times: 1 }));
  await fault('500').focus();
  await send(list);
  await expect.poll(focused).toBe('SECTION');
});

test('the way back takes back pets, faults and scenario', async () => {
  await mountControls();
  await scenario().selectOption('empty');
  await fault('Offline').check();
  await reset().click();
  await expect.poll(text).toContain('25 pets');
  expect(await scenario().inputValue()).toBe('');
  expect(await fault('Offline').isChecked()).toBe(false);
  expect(await panel().getByRole('status').textContent()).toBe('Back to how the page started');
});

test('what the page changes shows by itself', async () => {
  await mountControls();
  await page.evaluate(() => void mock.running!.catalog.pets.create({ name: 'Rex' }));
  await expect.poll(text).toContain('26 pets');
  await page.evaluate(() => {
    const [first] = mock.running!.catalog.pets.list();
    mock.running!.catalog.pets.remove(first!.id);
    mock.running!.catalog.scenarios.use('down');
  });
  await expect.poll(() => scenario().inputValue()).toBe('down');
});

test('a change of a person is an event of the page, and a change of code is none', async () => {
  await mountControls();
  await page.evaluate(() =>
    document.addEventListener('change', ({ target }) => {
      document.title += ` ${(target as Element).localName}`;
    }),
  );
  await page.evaluate(() => void mock.running!.catalog.pets.create({ name: 'Rex' }));
  await expect.poll(text).toContain('26 pets');
  expect(await page.title()).toBe('Pets');
  await fault('Slow answers').check();
  expect(await page.title()).toBe('Pets pet-catalog-controls');
});

test('the keyboard alone does everything', async () => {
  await mountControls({ scenarios: { calm: { pets: 1 } } });
  await page.keyboard.press('Tab');
  await expect.poll(() => focused()).toBe('SELECT');
  await page.keyboard.press('c');
  await expect.poll(text).toContain('1 pet');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  expect(await fault('Slow answers').isChecked()).toBe(true);
  for (let key = 0; key < 5; key++) await page.keyboard.press('Tab');
  await expect.poll(() => focused()).toBe('BUTTON');
  await page.keyboard.press('Enter');
  await expect.poll(text).toContain('25 pets');
});

test('it is taken away, and again', async () => {
  await page.evaluate(async () => {
    const running = await mock.start({ quiet: true });
    const unmount = await running.mountControls(document.querySelector('#controls')!);
    const wasThere = document.querySelectorAll('pet-catalog-controls').length;
    unmount();
    unmount();
    running.catalog.pets.create({ name: 'Rex' });
    document.title = `${wasThere}`;
  });
  expect(await page.title()).toBe('1');
  expect(await panel().count()).toBe(0);
  expect(await page.locator('h1').textContent()).toBe('Pets');
});

test('two panels of one mock show the same', async () => {
  await mountControls();
  await page.evaluate(() => mock.running!.mountControls(document.body).then(() => undefined));
  await fault('All calls fail').first().check();
  await expect.poll(() => fault('All calls fail').last().isChecked()).toBe(true);
});

test('after stop() it says so, and has nothing to press', async () => {
  await mountControls();
  await page.evaluate(() => mock.running!.stop());
  await expect.poll(text).toContain('It has stopped: requests go to the network.');
  expect(await panel().locator('button, select, input').count()).toBe(0);
});

test('what is no element is refused', async () => {
  expect(await mountOn('#elsewhere')).toBe(
    'TypeError: mountControls(...) needs an element of the page, not null',
  );
});

test('with "isolate" it is refused', async () => {
  expect(await mountControls({ isolate: true })).toBe(
    'OptionError: mountControls(...) shows one catalog, and with "isolate" each key has its own',
  );
});

test('it is accessible and fits, light or dark, on a phone or a desktop', async () => {
  await mountControls({ scenario: 'flaky' });
  await fault('Slow answers').check();
  await fault('All calls fail').check();
  await page.evaluate(() => {
    const { faults: book } = mock.running!.catalog;
    book.add({ operation: 'createPet', status: 507, error: 'No baskets left' });
    const id = book.add({ operation: 'listPets', network: 'truncate', rate: 0.5 });
    book.update(id, { enabled: false });
  });
  expect(await send(list)).toBe(503);
  await expect.poll(text).toContain('1 hit');
  for (const state of ['running', 'stopped']) {
    if (state === 'stopped') {
      await page.evaluate(() => mock.running!.stop());
      await expect.poll(text).toContain('It has stopped');
    }
    for (const width of [360, 1366]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await findBarriersInBoth(page, `controls-${state}-${width}`)).toEqual([]);
    }
    expect(await findOverflows(page)).toEqual([]);
  }
});
