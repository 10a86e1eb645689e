import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openDashboard, serve } from './dashboard-page.ts';

type Served = Awaited<ReturnType<typeof serve>>;
/** What a person does: presses what has a name, chooses in a select, types into what has the focus. */
type Hand = Record<'press' | 'row', (name: string) => Promise<void>> & {
  choose(label: string, option: string): Promise<void>;
  type(keys: string): Promise<void>;
};
interface Task {
  clicks: number;
  run(hand: Hand): Promise<unknown>;
  /** Whether it is done; polled. */
  isDone(page: Page, served: Served): unknown;
}

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const faults = ({ server }: Served) => JSON.stringify(server.catalog.faults.list());
const seen = (page: Page, text: string | RegExp) => page.getByText(text).first().isVisible();

const tasks: Record<string, Task> = {
  'what did my app just send': {
    clicks: 0,
    run: () => Promise.resolve(),
    isDone: (page) => page.getByRole('option', { name: /404 GET.*nobody/ }).isVisible(),
  },
  'the next create fails with 507': {
    clicks: 2,
    async run({ choose, type, press }) {
      await choose('Which calls', 'createPet');
      await type('Tab Tab 5 0 7');
      await press('Add');
    },
    isDone: (_, served) => faults(served).includes('"createPet","status":507,"times":1'),
  },
  'everything is slow by 2 s': {
    clicks: 1,
    run: ({ press }) => press('Slow answers'),
    isDone: (_, served) => faults(served).includes('"delay":2000'),
  },
  'why was this a 404': {
    clicks: 1,
    run: ({ row }) => row('nobody'),
    isDone: (page) => seen(page, /Pet not found/),
  },
  'back to the start': {
    clicks: 2,
    run: ({ press }) => press('Data').then(() => press('Back to how the server started')),
    isDone: (_, { server }) => server.catalog.requests.count() === 0,
  },
  'seed 500 pets': {
    clicks: 1,
    async run({ press, type }) {
      await press('Data');
      await type('5 0 0 Enter');
    },
    isDone: (_, { server }) => server.catalog.pets.count() === 500,
  },
  'add a pet': {
    clicks: 1,
    async run({ press, type }) {
      await press('New pet');
      await type('B o Enter');
    },
    isDone: (_, { server }) => server.catalog.pets.list().at(-1)!.name === 'Bo',
  },
  'rename a pet': {
    clicks: 1,
    async run({ press, type }) {
      await press('Edit Rex');
      await type('B o Enter');
    },
    isDone: (_, { server }) => server.catalog.pets.get('rex')!.name === 'Bo',
  },
  'send a request to a colleague as curl': {
    clicks: 2,
    run: ({ row, press }) => row('nobody').then(() => press('curl')),
    isDone: async (page) => (await copied(page)).startsWith('curl '),
  },
  'export all requests': {
    clicks: 1,
    run: ({ press }) => press('Export as HAR'),
    isDone: (page) => seen(page, 'Saved requests-'),
  },
  'choose a scenario': {
    clicks: 2,
    run: ({ press }) => press('Scenario').then(() => press('empty')),
    isDone: (_, { server }) => server.catalog.scenarios.current() === 'empty',
  },
  'give all this to a colleague': {
    clicks: 2,
    run: ({ press }) => press('Share').then(() => press('Copy as curl commands')),
    isDone: async (page) => (await copied(page)).includes('/__admin/reset'),
  },
};

async function start(): Promise<Served & { page: Page }> {
  const served = await serve({ fixtures: [{ name: 'Rex', id: 'rex' }] });
  await served.call('/pets/nobody');
  const page = await openDashboard(served.origin, { width: 1366, height: 768 });
  await page.getByRole('option', { name: /nobody/ }).waitFor();
  return { ...served, page };
}

const byName = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}`) }).first();
const rowOf = (page: Page, name: string) =>
  page.getByRole('listbox').getByRole('option', { name: new RegExp(name) });

async function typeInto(page: Page, keys: string): Promise<void> {
  // Where a menu or a form has just opened, its field has the focus a moment later.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  for (const key of keys.split(' ')) await page.keyboard.press(key);
}

describe.each(Object.entries(tasks))('%s', (_, { clicks, run, isDone }) => {
  test('with the mouse, in few clicks', async () => {
    const { page, ...served } = await start();
    let count = 0;
    const click = (step: Promise<unknown>) => step.then(() => void count++);
    await run({
      press: (name) => click(byName(page, name).click()),
      row: (name) => click(rowOf(page, name).click()),
      async choose(label, option) {
        await click(page.getByLabel(label).selectOption(option));
        await page.getByLabel(label).focus();
      },
      type: (keys) => typeInto(page, keys),
    });
    await expect.poll(() => isDone(page, served)).toBe(true);
    expect(count).toBe(clicks);
    expect(count).toBeLessThanOrEqual(3);
  });

  test('with the keyboard alone', async () => {
    const { page, ...served } = await start();
    const tabTo = async (target: Locator) => {
      for (let step = 0; step < 80; step++) {
        await page.keyboard.press('Tab');
        if (await target.evaluate((one) => one === document.activeElement)) return;
      }
      throw new Error(`The keyboard does not get to ${target.toString()}`);
    };
    const pressAt = async (target: Locator) => {
      await tabTo(target);
      await page.keyboard.press('Enter');
    };
    await run({
      press: (name) => pressAt(byName(page, name)),
      row: (name) => pressAt(rowOf(page, name)),
      async choose(label, option) {
        await tabTo(page.getByLabel(label));
        await page.keyboard.type(option);
      },
      type: (keys) => typeInto(page, keys),
    });
    await expect.poll(() => isDone(page, served)).toBe(true);
  });
});
