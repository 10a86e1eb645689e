import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createPetCatalog } from '../../src/index.ts';
import type { WorkerOptions } from '../../src/browser/index.ts';
import { openPage } from './support/watched-page.ts';
import type { PageRequest } from './support/worker-page.ts';
import { serveWorkerSite } from './support/worker-site.ts';

const site = await serveWorkerSite();
afterAll(() => site.close());

let page: Page;
/** What the mock has said on the console. */
let warnings: string[];

beforeEach(async () => {
  warnings = [];
  page = await openPage(site.url, {
    expected: (text) => text.startsWith('[pet-catalog-mock]') && warnings.push(text) > 0,
  });
});

type Options = Omit<WorkerOptions, 'handlers' | 'operations' | 'collections' | 'fields'>;

const list: PageRequest = { method: 'GET', path: '/v2/pets', headers: { 'X-API-Key': 'k' } };

async function start(options: Options): Promise<void> {
  await page.evaluate(
    (given) => mock.start({ quiet: true, ...given }).then(() => undefined),
    options,
  );
}

async function restart(options: Options): Promise<void> {
  await page.reload();
  await start(options);
}

const addPet = (name: string) =>
  page.evaluate((given) => void mock.running!.catalog.pets.create({ name: given }), name);

const names = () => page.evaluate(() => mock.running!.catalog.pets.list().map(({ name }) => name));

const kept = () => page.evaluate(() => ({ ...sessionStorage }) as Record<string, string>);

/** Counts from now on what is written, or tried to be. */
async function countWrites(): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const write = Storage.prototype.setItem;
    Storage.prototype.setItem = function setItem(...given) {
      document.title += '.';
      write.apply(this, given);
    };
  });
  return async () => (await page.title()).length;
}

const fixtures = [{ name: 'Rex' }];

test.each(['session', 'local'] as const)(
  'with "%s" pets, ids, faults, scenario and delay survive a reload',
  async (persist) => {
    const scenarios = {
      sick: { pets: 2, delay: { p50: 1, p99: 2 }, faults: [{ status: 503, rate: 0.5 }] },
    };
    await start({ persist, scenarios });
    const before = await page.evaluate(async (request) => {
      const { catalog } = mock.running!;
      catalog.scenarios.use('sick');
      catalog.pets.create({ name: 'Rex' });
      catalog.faults.add({ network: 'reset', operation: 'createPet' });
      await mock.send(request);
      return catalog.snapshot();
    }, list);
    // Options that decide nothing about the start drop nothing.
    await restart({ persist, scenarios, maxPets: 100, apiKeys: ['k'], journalSize: 3 });
    expect(await page.evaluate(() => mock.running!.catalog.snapshot())).toEqual(before);
    expect(before.scenario).toBe('sick');
    expect(warnings).toEqual([]);
  },
);

test('without it, nothing is kept', async () => {
  await start({ fixtures });
  await addPet('Bella');
  await restart({ fixtures });
  expect(await names()).toEqual(['Rex']);
  expect(await kept()).toEqual({});
});

test('changes are written once a second, and nothing is written without a change', async () => {
  await page.clock.install();
  await page.goto(site.url);
  await start({ persist: 'session', fixtures });
  const writes = await countWrites();
  await page.clock.runFor(5000);
  expect(await writes()).toBe(0);
  for (const name of ['Bella', 'Max', 'Misty']) await addPet(name);
  expect(await writes()).toBe(0);
  await page.clock.runFor(1000);
  expect(await writes()).toBe(1);
  expect(Object.values(await kept()).join('')).toContain('Misty');
  await page.clock.runFor(5000);
  expect(await writes()).toBe(1);
});

test.each(['pagehide', 'visibilitychange'])('on %s a change is written at once', async (type) => {
  await page.clock.install();
  await page.goto(site.url);
  await start({ persist: 'session', fixtures });
  await addPet('Bella');
  expect(await kept()).toEqual({});
  await page.evaluate((name) => document.dispatchEvent(new Event(name, { bubbles: true })), type);
  expect(Object.values(await kept()).join('')).toContain('Bella');
});

test('mocks of other base URLs keep theirs apart', async () => {
  await start({ persist: 'session', fixtures });
  await addPet('Bella');
  await restart({ persist: 'session', fixtures, baseUrl: 'https://pets.example/v3/' });
  await addPet('Max');
  expect(await names()).toEqual(['Rex', 'Max']);
  await restart({ persist: 'session', fixtures });
  expect(await names()).toEqual(['Rex', 'Bella']);
  expect(Object.keys(await kept()).toSorted()).toEqual([
    'pet-catalog-mock:*/v2',
    'pet-catalog-mock:https://pets.example/v3',
  ]);
});

test('the items of a collection survive a reload, and a reset removes them', async () => {
  const startWithPhotos = () =>
    page.evaluate(async () => {
      const validate = (value: unknown) => ({ value });
      const schema = { '~standard': { version: 1, vendor: 'x', validate } } as const;
      await mock.start({
        quiet: true,
        persist: 'session',
        collections: [{ name: 'photos', schema }],
      });
    });
  const ids = () =>
    page.evaluate(() =>
      mock
        .running!.catalog.collection('photos')
        .list()
        .map(({ id }) => id),
    );
  await startWithPhotos();
  await page.evaluate(
    () => void mock.running!.catalog.collection('photos').create({}, { id: 'p1' }),
  );
  await page.reload();
  await startWithPhotos();
  expect(await ids()).toEqual(['p1']);
  await page.evaluate(() => mock.running!.catalog.reset());
  await page.reload();
  await startWithPhotos();
  expect(await ids()).toEqual([]);
});

test('of tabs that share "local", the last that changed something is kept', async () => {
  const options: Options = { persist: 'local', fixtures };
  await start(options);
  const second = await page.context().newPage();
  await second.goto(site.url);
  await second.evaluate((given) => mock.start({ quiet: true, ...given }).then(() => {}), options);
  await second.evaluate(() => void mock.running!.catalog.pets.create({ name: 'Bella' }));
  await second.close({ runBeforeUnload: true });
  await expect
    .poll(() => page.evaluate(() => Object.values(localStorage).join('')))
    .toContain('Bella');
  // This tab has changed nothing.
  await restart(options);
  expect(await names()).toEqual(['Rex', 'Bella']);
  await addPet('Max');
  await restart(options);
  expect(await names()).toEqual(['Rex', 'Bella', 'Max']);
});

test('the saved state of a mock with other options is dropped, with one warning', async () => {
  const others: Options[] = [
    { pets: 3 },
    { pets: 3, seed: 7 },
    { fixtures },
    { fixtures, scenarios: { calm: { pets: 2 } } },
    { fixtures, scenarios: { calm: { pets: 2 } }, scenario: 'calm' },
    { fixtures, delay: 1 },
  ];
  await start({ persist: 'session' });
  for (const other of others) {
    await addPet('Bella');
    await page.evaluate(() => mock.running!.stop());
    warnings.length = 0;
    await start({ persist: 'session', ...other });
    const atStart = createPetCatalog(other).pets.list();
    expect({ other, names: await names() }).toEqual({
      other,
      names: atStart.map(({ name }) => name),
    });
    expect(warnings).toEqual([
      '[pet-catalog-mock] Discarded the state in sessionStorage under "pet-catalog-mock:*/v2": ' +
        'it belongs to a mock that started with other pets, scenarios or delay',
    ]);
  }
  await restart({ persist: 'session', ...others.at(-1) });
  expect(warnings).toHaveLength(1);
});

test.each<[string, (text: string) => string, Options, RegExp]>([
  [
    'of another version',
    (text) => text.replace('"version":1', '"version":0'),
    {},
    /"version" must be 1, the only version there is, not 0$/,
  ],
  ['of more pets than "maxPets"', (text) => text, { maxPets: 1 }, /at most "maxPets" \(1\) pets/],
  ['cut off', (text) => text.slice(0, -3), {}, /JSON/],
  ['nothing of the mock', () => 'null', {}, /it belongs to a mock that started with other pets/],
])('a saved state that is %s is dropped, with one warning', async (_, change, other, message) => {
  await start({ persist: 'session', fixtures });
  await addPet('Bella');
  await page.evaluate(() => mock.running!.stop());
  const [[key, text] = ['', '']] = Object.entries(await kept());
  await page.evaluate(([name, value]) => sessionStorage.setItem(name, value), [
    key,
    change(text),
  ] as const);
  await restart({ persist: 'session', fixtures, ...other });
  expect(await names()).toEqual(['Rex']);
  expect(warnings).toEqual([expect.stringMatching(message)]);
  await restart({ persist: 'session', fixtures, ...other });
  expect(warnings).toHaveLength(1);
});

test('a page that may not use its storage gets one warning, and works', async () => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  });
  await page.goto(site.url);
  await start({ persist: 'session', fixtures });
  await addPet('Bella');
  await page.evaluate(() => mock.running!.stop());
  expect(await names()).toEqual(['Rex', 'Bella']);
  expect(warnings).toEqual([
    '[pet-catalog-mock] The pets will not survive a reload: Access is denied for this document.',
  ]);
});

test('a state that finds no room is one warning, and the last one stays', async () => {
  await page.clock.install();
  await page.goto(site.url);
  await start({ persist: 'session', fixtures });
  await addPet('Bella');
  await page.clock.runFor(1000);
  await page.evaluate(() => {
    const { length } = Object.values(sessionStorage).join('');
    sessionStorage.setItem('junk', '.'.repeat(5 * 1024 * 1024 - length - 200));
  });
  for (const pets of [5, 6]) {
    await page.evaluate((count) => mock.running!.catalog.seed({ pets: count }), pets);
    await page.clock.runFor(2000);
  }
  expect(warnings).toEqual([
    '[pet-catalog-mock] The state is too large for sessionStorage: ' +
      'a reload restores the last state that fit',
  ]);
  await restart({ persist: 'session', fixtures });
  expect(await names()).toEqual(['Rex', 'Bella']);
});
