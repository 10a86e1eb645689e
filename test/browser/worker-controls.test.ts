import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { WorkerOptions } from '../../src/browser/index.ts';
import { findBarriersInBoth, findOverflows } from './dashboard-page.ts';
import { openPage } from './support/watched-page.ts';
import type { PageRequest } from './support/worker-page.ts';
import { serveWorkerSite } from './support/worker-site.ts';

/** A page with a strict policy, and with styles that would spoil a panel they reached. */
const html = `
  <html lang="en">
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'; img-src data:; style-src 'self'" />
  <link rel="stylesheet" href="/page.css" />
  <title>Pets</title>
  <main id="controls"><h1>Pets</h1><div id="board" tabindex="0" aria-label="Board" role="group"></div></main>`;

const css = `
  html { color-scheme: light dark; font: 24px serif; letter-spacing: 4px }
  body { margin: 8px }
  button, select, input, section, ul, li, label, div[role], header, footer { display: none; color: red }
  #board { display: block; height: 8px }
`;

const site = await serveWorkerSite(html, { '/page.css': css });
afterAll(() => site.close());

let page: Page;
beforeEach(async () => {
  page = await openPage(site.url, {
    viewport: { width: 1366, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
});

const list: PageRequest = { method: 'GET', path: '/v2/pets', headers: { 'X-API-Key': 'k' } };

/** Starts the mock, and mounts its controls. What is refused comes out as its message. */
const mountControls = (
  options: Omit<WorkerOptions, 'handlers' | 'operations' | 'collections' | 'fields'> = {},
  selector = '#controls',
) =>
  page.evaluate(
    async ([where, given]) => {
      const { mountControls: mount } = await mock.start({ quiet: true, ...given });
      const refused = (error: Error) => `${error.name}: ${error.message}`;
      return mount(document.querySelector(where)!).then(() => undefined, refused);
    },
    [selector, options] as const,
  );

const panel = () => page.locator('pet-catalog-controls');
const part = (name: string) => panel().getByRole('region', { name, exact: true });
const press = (name: string | RegExp) =>
  panel().getByRole('button', { name, exact: true }).first().click();
const rows = () => panel().getByRole('listbox').getByRole('option');
const isPressed = (name: string) => panel().getByRole('button', { name, pressed: true }).count();
const faults = () => page.evaluate(() => mock.running!.catalog.faults.list());
const send = (request: PageRequest) =>
  page.evaluate((sent) => mock.send(sent), request).then(({ status }) => status);
const focused = () =>
  page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.className);

test('requests appear as they are sent, a request opens with its details, and pets are created', async () => {
  await mountControls({ pets: 2 });
  await panel().getByText('Waiting for the first request').waitFor();
  expect(await send(list)).toBe(200);
  expect(await send({ ...list, path: '/v2/pets/nobody' })).toBe(404);
  await expect
    .poll(() => rows().allInnerTexts())
    .toEqual([
      expect.stringMatching(/404\s+GET\s+\/v2\/pets\/nobody/),
      expect.stringMatching(/200\s+GET\s+\/v2\/pets/),
    ]);
  await rows().first().click();
  await part('Request').getByText('Pet not found').first().waitFor();
  await press('Replay');
  await expect.poll(() => rows().count()).toBe(3);
  // Its address is its page's own.
  expect(new URL(page.url()).search).toBe('');
  const pets = () => part('Pets').getByRole('listitem');
  await press('Pets');
  await press('New pet');
  await part('Pets').getByLabel('Name', { exact: true }).fill('Zaphod');
  await page.keyboard.press('Enter');
  await panel().getByText('Created Zaphod').waitFor();
  await expect.poll(() => pets().count()).toBe(3);
});

test('presets and the faults of code have switches, count hits, stay after a reload and go', async () => {
  await mountControls({ persist: 'session' });
  await page.evaluate(() => {
    mock.running!.catalog.faults.add({ operation: 'listPets', status: 503, error: 'Out walking' });
  });
  const own = panel().getByRole('switch', { name: 'listPets 503 “Out walking”' });
  await own.waitFor();
  expect(await send(list)).toBe(503);
  await part('In force').getByText('1 hit').waitFor();
  await own.press('Space');
  await expect.poll(faults).toMatchObject([{ enabled: false }]);
  expect(await send(list)).toBe(200);
  await press('Slow 2 s');
  await expect.poll(() => isPressed('Slow 2 s')).toBe(1);
  await page.reload();
  await mountControls({ persist: 'session' });
  await expect.poll(() => isPressed('Slow 2 s')).toBe(1);
  expect(await own.isChecked()).toBe(false);
  await page.evaluate(() => mock.running!.catalog.faults.clear());
  await part('In force').getByText('No faults').waitFor();
});

test('only changes by a person are events of the page', async () => {
  await mountControls();
  await page.evaluate(() =>
    document.addEventListener('change', ({ target }) => {
      document.title += ` ${(target as Element).localName}`;
    }),
  );
  await page.evaluate(() => void mock.running!.catalog.faults.add({ status: 500 }));
  await part('In force').getByRole('switch').waitFor();
  await panel()
    .getByRole('button', { name: /^Copy the curl/ })
    .first()
    .click();
  await panel()
    .getByText(/^Copied/)
    .waitFor();
  await press('Fail next');
  await expect.poll(() => isPressed('Fail next')).toBe(1);
  const newest = part('In force').getByRole('switch').first();
  for (const enabled of [false, true]) {
    await newest.press('Space');
    await expect.poll(faults).toMatchObject([{}, { enabled }]);
    await expect.poll(() => newest.isChecked()).toBe(enabled);
  }
  expect(await page.title()).toBe('Pets');
  await press('Offline');
  await expect.poll(() => page.title()).toBe('Pets pet-catalog-controls');
});

test('a restored fault for the next call is there after the page has loaded its data again', async () => {
  await mountControls();
  const file = await page.evaluate(() => {
    const { catalog } = mock.running!;
    catalog.faults.add({ operation: 'listPets', status: 503, times: 1 });
    const snapshot = JSON.stringify(catalog.snapshot());
    catalog.reset();
    document.addEventListener('change', () => {
      void fetch('/v2/pets', { headers: { 'X-API-Key': 'k' } }).then(({ status }) => {
        document.title = `Reloaded: ${status}`;
      });
    });
    return snapshot;
  });
  await press('Data');
  const buffer = Buffer.from(file);
  const given = { name: 'state.json', mimeType: 'application/json', buffer };
  await panel().locator('input[type=file]').setInputFiles(given);
  await expect.poll(() => page.title()).toBe('Reloaded: 200');
  await expect.poll(() => send(list)).toBe(503);
  expect(await send(list)).toBe(200);
});

test('the keyboard alone does everything, and keys outside the list do nothing', async () => {
  await mountControls({ scenarios: { calm: { pets: 1 } } });
  await send(list);
  const board = page.getByLabel('Board');
  await board.evaluate((one: HTMLElement) => {
    one.addEventListener('keydown', ({ key }) => (one.textContent += key));
    window.addEventListener('keydown', ({ key, defaultPrevented }) => {
      if (defaultPrevented) one.textContent += ` took ${key}`;
    });
  });
  await board.focus();
  for (const key of ['/', 'j', 'f', '?', 'Escape', 'Control+z']) await page.keyboard.press(key);
  expect(await board.textContent()).toBe('/jf?EscapeControlz');
  expect(await board.evaluate((one) => one === document.activeElement)).toBe(true);

  const reach = async (name: string | RegExp) => {
    const target = panel().getByRole('button', { name, exact: true }).first();
    for (let step = 0; step < 60; step++) {
      await page.keyboard.press('Tab');
      const isThere = (one: Element) => (one.getRootNode() as ShadowRoot).activeElement === one;
      if (await target.evaluate(isThere)) return page.keyboard.press('Enter');
    }
    throw new Error(`The keyboard does not get to ${String(name)}`);
  };
  await reach('Scenario: none');
  await expect.poll(focused).toBe('item');
  await reach(/^calm/);
  await part('In force').getByText('Scenario calm').waitFor();
  await reach('Slow 2 s');
  await expect.poll(() => isPressed('Slow 2 s')).toBe(1);
});

test('two panels of one mock show the same, and one is taken away, and again', async () => {
  await mountControls();
  await page.evaluate(async () => {
    const unmount = await mock.running!.mountControls(document.body);
    Object.assign(globalThis, { unmount });
  });
  await panel().last().getByRole('button', { name: 'Fail all' }).click();
  await expect.poll(() => isPressed('Fail all')).toBe(2);
  for (const _ of [1, 2]) {
    await page.evaluate(() => (globalThis as unknown as { unmount: () => void }).unmount());
    expect(await panel().count()).toBe(1);
  }
  await press('Fail all');
  await expect.poll(faults).toEqual([]);
  expect(await page.locator('h1').first().textContent()).toBe('Pets');
});

test('only an element is accepted, and "isolate" is refused', async () => {
  expect(await mountControls({}, '#elsewhere')).toBe(
    'TypeError: mountControls(...) needs an element of the page, not null',
  );
  await page.evaluate(() => mock.running!.stop());
  expect(await mountControls({ isolate: true })).toBe(
    'OptionError: Option "isolate" must be false for mountControls(...), which shows one catalog, not true',
  );
});

test('it is light or dark as the system is', async () => {
  await mountControls();
  const app = panel().locator('.app');
  for (const [colorScheme, background] of [
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(20, 24, 31)'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await app.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(background);
  }
});

test('it is accessible, fits in a page with other styles, and says when it has stopped', async () => {
  await mountControls({ scenario: 'flaky' });
  await press('Fail all');
  await send(list);
  await rows().first().waitFor();
  const { size, spacing } = await panel()
    .getByRole('button', { name: 'Add', exact: true })
    .evaluate((one) => {
      const { fontSize, letterSpacing } = getComputedStyle(one);
      return { size: fontSize, spacing: letterSpacing };
    });
  expect({ size, spacing }).toEqual({ size: '13px', spacing: 'normal' });
  expect(await findBarriersInBoth(page)).toEqual([]);
  expect(await findOverflows(page)).toEqual([]);
  await page.evaluate(() => mock.running!.stop());
  await panel().getByText('has stopped: requests go to the network.').waitFor();
  expect(await panel().locator('button, select, input').count()).toBe(0);
  expect(await findBarriersInBoth(page)).toEqual([]);
});
