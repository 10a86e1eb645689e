import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hasFocus, openDashboard, rows, serve } from './dashboard-page.ts';

type Served = Awaited<ReturnType<typeof serve>>;
/** `isDone` is polled. */
type Task = [clicks: number, steps: string[], isDone: (page: Page, served: Served) => unknown];

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const faults = ({ server }: Served) => JSON.stringify(server.catalog.faults.list());
const seen = (page: Page, text: string | RegExp) => page.getByText(text).first().isVisible();

const tasks: Record<string, Task> = {
  'what did my app just send': [
    0,
    [],
    (page) => page.getByRole('option', { name: /404 GET.*nobody/ }).isVisible(),
  ],
  'the next create fails with 507': [
    2,
    ['choose Which calls: createPet', 'type Tab Tab 5 0 7', 'press Add'],
    (_, served) => faults(served).includes('"createPet","status":507,"times":1'),
  ],
  'everything is slow by 2 s': [
    1,
    ['press Slow answers'],
    (_, served) => faults(served).includes('"delay":2000'),
  ],
  'why was this a 404': [1, ['row nobody'], (page) => seen(page, /Pet not found/)],
  'back to the start': [
    2,
    ['press Data', 'press Back to how the server started'],
    (_, { server }) => server.catalog.requests.count() === 0,
  ],
  'seed 500 pets': [
    1,
    ['press Data', 'type 5 0 0 Enter'],
    (_, { server }) => server.catalog.pets.count() === 500,
  ],
  'add a pet': [
    1,
    ['press New pet', 'type B o Enter'],
    (_, { server }) => server.catalog.pets.list().at(-1)!.name === 'Bo',
  ],
  'rename a pet': [
    1,
    ['press Edit Rex', 'type B o Enter'],
    (_, { server }) => server.catalog.pets.get('rex')!.name === 'Bo',
  ],
  'send a request to a colleague as curl': [
    2,
    ['row nobody', 'press curl'],
    async (page) => (await clipboard(page)).startsWith('curl '),
  ],
  'export all requests': [1, ['press Export as HAR'], (page) => seen(page, 'Saved requests-')],
  'choose a scenario': [
    2,
    ['press Scenario', 'press empty'],
    (_, { server }) => server.catalog.scenarios.current() === 'empty',
  ],
  'give all this to a colleague': [
    2,
    ['press Share', 'press Copy as curl commands'],
    async (page) => (await clipboard(page)).includes('/__admin/reset'),
  ],
};

/** Does what a person does, with the mouse or with the keyboard alone, and counts the clicks. */
async function work(page: Page, steps: readonly string[], hand: string): Promise<number> {
  let clicks = 0;
  const tabTo = async (target: Locator) => {
    for (let step = 0; step < 80 && !(await hasFocus(target)); step++) {
      await page.keyboard.press('Tab');
    }
    expect(await hasFocus(target)).toBe(true);
  };
  for (const step of steps) {
    const [, verb, name = '', option = ''] = /^(\w+) ([^:]+)(?:: (.*))?$/.exec(step)!;
    const named = new RegExp(`^${name}`);
    const target = {
      press: page.getByRole('button', { name: named }).first(),
      row: rows(page).filter({ hasText: name }),
      choose: page.getByLabel(name),
    }[verb!];
    if (!target) {
      // Where a menu or a form has just opened, its field has the focus a moment later.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => setTimeout(done))),
      );
      for (const key of name.split(' ')) await page.keyboard.press(key);
      continue;
    }
    clicks++;
    if (hand === 'the keyboard') await tabTo(target);
    if (verb === 'choose') {
      if (hand === 'the keyboard') await page.keyboard.type(option);
      else await target.selectOption(option).then(() => target.focus());
    } else await (hand === 'the keyboard' ? page.keyboard.press('Enter') : target.click());
  }
  return clicks;
}

const hands = ['the mouse', 'the keyboard'];
test.each(
  Object.entries(tasks).flatMap(([name, task]) => hands.map((hand) => [hand, name, task] as const)),
)('with %s: %s', async (hand, _, [clicks, steps, isDone]) => {
  const served = await serve({ fixtures: [{ name: 'Rex', id: 'rex' }] });
  await served.call('/pets/nobody');
  const page = await openDashboard(served.origin, { width: 1366, height: 768 });
  await rows(page).filter({ hasText: 'nobody' }).waitFor();
  expect(await work(page, steps, hand)).toBe(clicks);
  expect(clicks).toBeLessThanOrEqual(3);
  await expect.poll(() => isDone(page, served)).toBe(true);
});
