import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../src/client.ts';
import {
  findBarriersInBoth,
  findOverflows,
  looks,
  openDashboard,
  serve,
} from './dashboard-page.ts';
import { run } from './support/run.ts';

const rowsOf = (page: Page) => page.locator('.fault-list > li');
const rowOf = (page: Page, text: string | RegExp) => rowsOf(page).filter({ hasText: text });
const switchOf = (row: Locator) => row.getByRole('switch');
const editFormOf = (page: Page) => page.locator('.fault-edit');
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute('aria-label') ?? (element?.id || element?.tagName);
  });
/** Opens the form of the row. */
const edit = (row: Locator) => row.getByRole('button', { name: /^Edit the fault/ }).click();

describe('a fault in the list', () => {
  test('is switched off and on where it is, and nothing of it is lost', async () => {
    const { server, origin, call } = await serve();
    const { faults } = server.catalog;
    faults.add({ operation: 'getPet', status: 503, error: 'Out walking', times: 5 });
    await call('/pets/rex');
    const page = await openDashboard(origin);
    const row = rowOf(page, 'Out walking');
    await expect.poll(() => row.innerText()).toContain('hit once, 4 left');
    await switchOf(row).press('Space');
    await expect.poll(() => faults.list()).toMatchObject([{ enabled: false, hits: 1 }]);
    await expect.poll(() => row.innerText()).toContain('off, hit once, 4 left');
    expect(await page.locator('.panel.faults').innerText()).toContain('No fault is active. 1 off.');
    expect((await call('/pets/rex')).status).toBe(404);
    await row.getByText('Out walking').click();
    await expect
      .poll(() => faults.list())
      .toMatchObject([{ enabled: true, status: 503, error: 'Out walking', remaining: 4 }]);
    expect((await call('/pets/rex')).status).toBe(503);
    await expect.poll(() => row.innerText()).toContain('hit 2 times, 3 left');
    expect(await switchOf(row).isChecked()).toBe(true);
  });

  test('is listed as it is tried, the newest first, and the panel says which comes first', async () => {
    const { server, origin } = await serve();
    server.catalog.faults.add({ status: 503, rate: 0.2 });
    server.catalog.faults.add({ delay: 2000 });
    server.catalog.faults.add({ status: 503, times: 1 });
    const page = await openDashboard(origin);
    await page.getByText('First 503 once, then 20 % chaos. On top of that, 2 s slower.').waitFor();
    expect(await rowsOf(page).getByRole('switch').count()).toBe(3);
    const texts = await rowsOf(page).locator('label').allInnerTexts();
    expect(texts).toEqual(['all 503, once', 'all 2 s slower', 'all 503, 20 % of calls']);
    await page.getByRole('button', { name: 'Drop connection' }).click();
    await rowOf(page, '20 % of calls').getByText('a newer one takes its calls').waitFor();
    expect(await rowOf(page, 'once').innerText()).toContain('a newer one takes its calls');
    expect(await rowOf(page, 'slower').innerText()).not.toContain('a newer one');
  });

  test('goes when it is used up, and the tab counts the rest', async () => {
    const { server, origin, call } = await serve();
    const page = await openDashboard(origin, { width: 360, height: 740 });
    await page.goto(`${origin}/?tab=controls`);
    await page.getByText('No fault is active.').waitFor();
    server.catalog.faults.add({ status: 500 });
    server.catalog.faults.add({ status: 503, error: 'Twice', times: 2 });
    await page.getByRole('button', { name: 'Controls 2 active faults' }).waitFor();
    await call('/pets');
    await call('/pets');
    await page.getByRole('button', { name: 'Controls 1 active fault', exact: true }).waitFor();
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    expect(await rowsOf(page).innerText()).not.toContain('Twice');
  });

  test('that another page has removed just before is removed without a word', async () => {
    const { server, origin } = await serve();
    server.catalog.faults.add({ status: 503 });
    const page = await openDashboard(origin);
    const remove = page.getByRole('button', { name: /^Remove the fault/ });
    await remove.waitFor();
    await remove.evaluate(async (button: HTMLButtonElement) => {
      await fetch('/__admin/faults', { method: 'DELETE' });
      button.click();
    });
    await expect.poll(() => rowsOf(page).count()).toBe(0);
    await page.getByRole('status').filter({ hasText: 'Removed' }).waitFor();
  });

  test('shows what another page or a test changes in it', async () => {
    const { server, origin } = await serve();
    const { faults } = server.catalog;
    const id = faults.add({ status: 503 });
    const page = await openDashboard(origin);
    const other = await openDashboard(origin);
    await rowOf(page, '503').waitFor();
    await switchOf(rowOf(other, '503')).click();
    await expect.poll(() => switchOf(rowOf(page, '503')).isChecked()).toBe(false);
    faults.update(id, { status: 418, enabled: null });
    await rowOf(page, '418').waitFor();
    expect(await switchOf(rowOf(page, '418')).isChecked()).toBe(true);
  });
});

describe('a preset', () => {
  test('is pressed while its fault is there for the operation, and pressed again takes it away', async () => {
    const { server, origin, call } = await serve();
    const page = await openDashboard(origin);
    const preset = page.getByRole('button', { name: '20 % chaos' });
    const pressed = () => preset.getAttribute('aria-pressed');
    const scope = page.getByLabel('Make fail');
    await preset.click();
    await expect.poll(pressed).toBe('true');
    for (let calls = 0; calls < 20; calls++) await call('/pets');
    expect(server.catalog.faults.list()[0]!.hits).toBeGreaterThan(0);
    await scope.selectOption('getPet');
    expect(await pressed()).toBe('false');
    await preset.click();
    await expect.poll(pressed).toBe('true');
    expect(server.catalog.faults.list()).toMatchObject([{ rate: 0.2 }, { operation: 'getPet' }]);
    await scope.selectOption('');
    expect(await pressed()).toBe('true');
    await preset.press('Enter');
    await expect.poll(pressed).toBe('false');
    expect(server.catalog.faults.list()).toMatchObject([{ operation: 'getPet' }]);
  });

  test('that is pressed twice at once adds one fault', async () => {
    const { server, origin } = await serve();
    const page = await openDashboard(origin);
    const preset = page.getByRole('button', { name: 'Slow, 2 s' });
    await preset.evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await expect.poll(() => preset.getAttribute('aria-pressed')).toBe('true');
    expect(server.catalog.faults.list()).toMatchObject([{ delay: 2000 }]);
  });

  test('switches on the fault that is off, and pops out when its fault is used up', async () => {
    const { server, origin, call } = await serve();
    server.catalog.faults.add({ status: 503, times: 1, enabled: false });
    const page = await openDashboard(origin);
    const preset = page.getByRole('button', { name: '503 once' });
    await rowOf(page, 'off').waitFor();
    expect(await preset.getAttribute('aria-pressed')).toBe('false');
    await preset.click();
    await expect.poll(() => preset.getAttribute('aria-pressed')).toBe('true');
    expect(server.catalog.faults.list()).toMatchObject([{ enabled: true }]);
    await call('/pets');
    await expect.poll(() => preset.getAttribute('aria-pressed')).toBe('false');
  });
});

describe('editing', () => {
  test('changes what was changed, and nothing else: order and hits stay', async () => {
    const { server, origin, call } = await serve();
    const { faults } = server.catalog;
    const before: Fault = {
      operation: 'getPet',
      match: { query: { limit: '1' }, header: { 'X-Client': 'old' } },
      status: 503,
      headers: { 'Content-Type': 'text/plain', 'Retry-After': '2' },
      body: 'line one\nline two',
      delay: { min: 1, max: 2 },
      rate: 0.29,
      times: 50,
    };
    faults.add(before);
    faults.add({ operation: 'createPet', status: 500 });
    for (let calls = 0; calls < 20; calls++) {
      await fetch(`${server.url}/pets/rex?limit=1`, {
        headers: { 'X-API-Key': 'team-key-01', 'X-Client': 'old' },
      });
    }
    const { hits } = faults.list()[0]!;
    expect(hits).toBeGreaterThan(0);
    const page = await openDashboard(origin);
    const row = rowOf(page, 'getPet');
    await edit(row);
    const form = editFormOf(page);
    await expect
      .poll(() => focused(page))
      .toBe(await form.getByLabel('Operation').getAttribute('id'));
    expect(await form.getByLabel('Response body').inputValue()).toBe(before.body);
    expect(await form.getByLabel('Only for the query').inputValue()).toBe('limit=1');
    expect(await form.getByLabel('From, in ms').inputValue()).toBe('1');
    expect(await form.getByLabel('% of calls').inputValue()).toBe('29');
    await form.getByLabel('Only for the pet').fill('rex');
    await form.getByLabel('Status').fill('502');
    await form.getByLabel('To, in ms').fill('');
    await form.getByLabel('To, in ms').fill('3');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    expect(faults.list()).toEqual([
      {
        ...before,
        id: 'fault-1',
        match: { id: 'rex', query: { limit: '1' }, header: { 'X-Client': 'old' } },
        status: 502,
        delay: { min: 1, max: 3 },
        hits,
        remaining: 50 - hits,
      },
      { id: 'fault-2', operation: 'createPet', status: 500, hits: 0 },
    ]);
    await expect.poll(() => focused(page)).toMatch(/^Edit the fault: getPet/);
    expect((await call('/pets?limit=1')).status).toBe(200);
  });

  test('takes away what was emptied, and counts anew with other times', async () => {
    const { server, origin, call } = await serve();
    server.catalog.faults.add({ status: 503, error: 'Try later', delay: 1, times: 3 });
    await call('/pets');
    const page = await openDashboard(origin);
    await edit(rowOf(page, 'Try later'));
    const form = editFormOf(page);
    await form.getByLabel('Message').fill('');
    await form.getByLabel('Delay', { exact: true }).selectOption('');
    await form.getByLabel('Times').fill('2');
    await form.getByLabel('Times').press('Enter');
    await rowOf(page, 'not hit yet, 2 left').waitFor();
    expect(server.catalog.faults.list()).toEqual([
      { id: 'fault-1', status: 503, times: 2, hits: 0, remaining: 2 },
    ]);
  });

  test('shows an error of the server at its field, and saves nothing', async () => {
    const { server, origin } = await serve();
    server.catalog.faults.add({ status: 503 });
    const page = await openDashboard(origin, {}, { expected: /status of 400/ });
    await edit(rowOf(page, '503'));
    const form = editFormOf(page);
    const status = form.getByLabel('Status');
    await status.fill('teapot');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('"status" must be a whole number from 200 to 599, not "teapot"').waitFor();
    expect(await status.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => focused(page)).toBe(await status.getAttribute('id'));
    await status.fill('418');
    await form.getByRole('button', { name: 'Save' }).click();
    await rowOf(page, '418').waitFor();
    expect(server.catalog.faults.list()).toMatchObject([{ status: 418 }]);
  });

  test('is given up with Escape or Cancel, and the focus is back at the row', async () => {
    const { server, origin } = await serve();
    server.catalog.faults.add({ status: 503 });
    const page = await openDashboard(origin);
    for (const giveUp of [
      () => page.keyboard.press('Escape'),
      () => editFormOf(page).getByRole('button', { name: 'Cancel' }).press('Enter'),
    ]) {
      await edit(rowOf(page, '503'));
      await editFormOf(page).getByLabel('Status').fill('599');
      await giveUp();
      await editFormOf(page).waitFor({ state: 'detached' });
      await expect.poll(() => focused(page)).toBe('Edit the fault: all operations, 503');
    }
    expect(server.catalog.faults.list()).toMatchObject([{ status: 503 }]);
  });

  test.each(['removed', 'used up'])('keeps its form when the fault is %s', async (how) => {
    const { server, origin, call } = await serve();
    const { faults } = server.catalog;
    const times = how === 'used up' ? { times: 1 } : {};
    const id = faults.add({ status: 503, error: 'Try later', match: { id: 'rex' }, ...times });
    const page = await openDashboard(origin);
    await edit(rowOf(page, 'Try later'));
    const form = editFormOf(page);
    await form.getByLabel('Message').fill('Gone fishing');
    if (how === 'removed') faults.remove(id);
    else expect((await call('/pets/rex')).status).toBe(503);
    await page.getByText('No fault is active.').waitFor();
    await rowOf(page, 'no longer there').waitFor();
    expect(await form.getByLabel('Message').inputValue()).toBe('Gone fishing');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => faults.list())
      .toMatchObject([{ status: 503, error: 'Gone fishing', match: { id: 'rex' } }]);
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    expect((await call('/pets/rex')).status).toBe(503);
  });

  test('leaves the focus in the panel when the row that has it goes', async () => {
    const { server, origin } = await serve();
    server.catalog.faults.add({ status: 503 });
    const page = await openDashboard(origin);
    await switchOf(rowOf(page, '503')).focus();
    server.catalog.faults.clear();
    await expect.poll(() => rowsOf(page).count()).toBe(0);
    await expect.poll(() => focused(page)).toBe('Faults');
  });
});

describe('a custom fault', () => {
  /** Opens the form. */
  async function open(): Promise<
    { page: Page; form: Locator } & Awaited<ReturnType<typeof serve>>
  > {
    const served = await serve();
    const page = await openDashboard(served.origin, {}, { expected: /status of 400/ });
    await page.getByText('Custom fault').click();
    return { ...served, page, form: page.locator('.custom') };
  }

  test('can have everything that a fault has', async () => {
    const { server, form } = await open();
    await form.getByLabel('Operation').selectOption('getPet');
    await form.getByLabel('Status').fill('207');
    await form.getByLabel('Delay', { exact: true }).selectOption('percentiles');
    await form.getByLabel('Median').fill('30');
    await form.getByLabel('99th percentile').fill('90');
    await form.getByLabel('% of calls').fill('12.5');
    await form.getByLabel('Times').fill('3');
    await form.getByText('More').click();
    await form.getByLabel('Only for the pet').fill('rex');
    await form.getByLabel('Only for bodies').fill('{"owner": {"name": "Ann"}}');
    await form.getByLabel('Only for the query').fill('limit=2');
    await form.getByLabel('Only for the request headers').fill('X-Client: old\nAccept: */*');
    await form.getByLabel('Response headers').fill('Retry-After: 2');
    await form.getByLabel('Response body').fill('[{"id": 7}]');
    await form.getByRole('button', { name: 'Add the fault' }).click();
    await expect
      .poll(() => server.catalog.faults.list())
      .toEqual([
        {
          id: 'fault-1',
          operation: 'getPet',
          match: {
            id: 'rex',
            query: 'limit=2',
            header: { 'X-Client': 'old', Accept: '*/*' },
            body: { owner: { name: 'Ann' } },
          },
          status: 207,
          headers: { 'Retry-After': '2' },
          body: [{ id: 7 }],
          delay: { p50: 30, p99: 90 },
          rate: 0.125,
          times: 3,
          hits: 0,
          remaining: 3,
        },
      ]);
  });

  test.each(['reset', 'empty', 'truncate', 'garbage', 'dribble', 'hang'])(
    'can be the failure of the connection "%s"',
    async (network) => {
      const { server, form } = await open();
      await form.getByLabel('What happens').selectOption(network);
      await form.getByRole('button', { name: 'Add the fault' }).click();
      await expect
        .poll(() => server.catalog.faults.list())
        .toEqual([{ id: 'fault-1', network, hits: 0 }]);
    },
  );

  test('that only delays needs a delay, which the server says', async () => {
    const { server, form } = await open();
    await form.getByLabel('What happens').selectOption('delay');
    const add = form.getByRole('button', { name: 'Add the fault' });
    await add.click();
    await form.getByText(/"delay" must be milliseconds/).waitFor();
    await form.getByLabel('Delay', { exact: true }).selectOption('range');
    await form.getByLabel('From').fill('9');
    await form.getByLabel('To, in ms').fill('5');
    await add.click();
    await form.getByText(/min no greater than max/).waitFor();
    await form.getByLabel('To, in ms').fill('50');
    await add.click();
    await expect
      .poll(() => server.catalog.faults.list())
      .toMatchObject([{ delay: { min: 9, max: 50 } }]);
  });

  test.each<[string, string, string, string | RegExp]>([
    ['% of calls', '120', 'rate', 'must be a number from 0 to 1, not 1.2'],
    ['Times', '0', 'times', 'must be a whole number of at least 1, not 0'],
    ['Only for bodies', '{"name"', 'match.body', 'It must be JSON'],
    ['Only for the request headers', 'X-Client', 'match.header', 'A line must be "Name: value"'],
    ['Only for the request headers', 'x y: 1', 'match.header', 'the names of headers'],
    ['Response headers', 'Content-Length: 3', 'headers', 'leave Content-Length to the server'],
    ['Response body', 'Bad gateway', 'body', 'or come with a Content-Type'],
  ])('says at the field "%s" what is wrong with %s', async (label, typed, _field, message) => {
    const { server, page, form } = await open();
    await form.getByText('More').click();
    const field = form.getByLabel(label);
    await field.fill(typed);
    await form.getByText('More').click();
    await form.getByRole('button', { name: 'Add the fault' }).click();
    await field.and(page.locator('[aria-invalid]')).waitFor();
    expect(await field.locator('xpath=..').innerText()).toMatch(message);
    await expect.poll(() => focused(page)).toBe(await field.getAttribute('id'));
    expect(server.catalog.faults.list()).toEqual([]);
  });

  test('has the operation that is chosen for the presets, until another is chosen', async () => {
    const { server, page, form } = await open();
    await form.getByLabel('Message').fill('Out walking');
    await page.getByLabel('Make fail').selectOption('getPet');
    await expect.poll(() => form.getByLabel('Operation').inputValue()).toBe('getPet');
    expect(await form.getByLabel('Message').inputValue()).toBe('Out walking');
    await form.getByLabel('Operation').selectOption('listPets');
    await form.getByRole('button', { name: 'Add the fault' }).click();
    await expect
      .poll(() => server.catalog.faults.list())
      .toMatchObject([{ operation: 'listPets' }]);
  });
});

describe('a copy of a fault', () => {
  const fault: Fault = { operation: 'getPet', status: 503, error: `Ann's "dog"`, times: 2 };
  const read = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

  test('as curl adds it to the server, and as code to a catalog', async () => {
    const { server, origin } = await serve();
    const { faults } = server.catalog;
    faults.add(fault);
    const page = await openDashboard(origin);
    const row = rowOf(page, 'dog');
    await row.getByRole('button', { name: 'curl' }).click();
    await page.getByText('Copied the curl command').waitFor();
    const command = await read(page);
    await row.getByRole('button', { name: 'Test code' }).click();
    await page.getByText('Copied the line of test code').waitFor();
    expect(await read(page)).toBe(
      `catalog.faults.add({ operation: 'getPet', status: 503, error: 'Ann\\'s "dog"', times: 2 });`,
    );
    faults.clear();
    await run('sh', ['-c', `${command} --silent --fail --output /dev/null`], {
      cwd: import.meta.dirname,
    });
    expect(faults.list()).toMatchObject([fault]);
  });
});

test.each(Object.entries(looks))(
  'axe finds nothing in the faults and their forms on a %s, light or dark',
  async (name, look) => {
    const { server, origin } = await serve();
    const { faults } = server.catalog;
    faults.add({ status: 500, match: { id: 'rex' }, error: 'Out walking', rate: 0.1 });
    faults.add({ network: 'garbage' });
    faults.update(faults.add({ delay: { p50: 300, p99: 3000 } }), { enabled: false });
    faults.add({ status: 503, rate: 0.2 });
    faults.add({ operation: 'listPets', status: 503, times: 1 });
    const page = await openDashboard(origin, look, {
      path: '/?tab=controls',
      expected: /status of 400/,
    });
    await rowOf(page, '1 left').waitFor();
    await edit(rowOf(page, 'rex'));
    await page.getByText('Custom fault').click();
    const form = page.locator('.custom');
    await form.getByLabel('What happens').selectOption('truncate');
    await form.getByText('More').click();
    await form.getByLabel('Status').fill('77');
    await form.getByRole('button', { name: 'Add the fault' }).click();
    await form.locator('.field-error').waitFor();
    expect(await findBarriersInBoth(page, `dashboard-fault-forms-${name}`)).toEqual([]);
    expect(await findOverflows(page)).toEqual([]);
  },
);
