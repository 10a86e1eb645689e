import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ActiveFault, Fault } from '../../src/client/index.ts';
import {
  copied,
  hasFocus,
  openDashboard,
  press,
  rows,
  serve,
  startDashboard,
  strip,
} from './dashboard-page.ts';

const itemOf = (page: Page, text: string) =>
  strip(page).getByRole('listitem').filter({ hasText: text });
const composer = (page: Page) => page.getByRole('group', { name: 'Make calls fail' });
const form = (page: Page) => page.getByRole('dialog', { name: /fault/ });
const more = (item: Locator) => item.getByRole('button', { name: /^More on/ });
/** A form is there to type in once its first input has the focus. */
const opened = (page: Page) => form(page).locator('input:focus').waitFor();
const choose = async (item: Locator, name: string) => {
  await more(item).click();
  await press(item, name);
};
/** What was added. */
const fieldsOf = ({ id: _id, hits: _hits, remaining: _left, ...fields }: ActiveFault) => fields;

/** Fills fields by their labels; `select` those to choose from. */
async function fill(within: Locator, values: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(values)) {
    const field = within.getByLabel(label);
    if ((await field.evaluate((one) => one.tagName)) === 'SELECT') await field.selectOption(text);
    else await field.fill(text);
  }
}

test('the strip shows the active faults, each with its switch and hits', async () => {
  const { server, call, page } = await startDashboard({
    scenarios: { calm: { description: 'Slow.', delay: 5, faults: [{ network: 'dribble' }] } },
  });
  const { faults, scenarios } = server.catalog;
  await strip(page).getByText('No faults. Every call gets its real answer.').waitFor();

  scenarios.use('calm');
  await strip(page).getByText('Scenario calm').waitFor();
  await strip(page).getByText('Every call: 5 ms slower').waitFor();
  expect(await itemOf(page, 'small pieces').getByRole('switch').isChecked()).toBe(true);
  faults.add({ delay: 1 });
  await strip(page).getByText('Scenario calm changed').waitFor();
  server.catalog.reset();
  await strip(page).getByText('No faults.').waitFor();

  faults.add({ operation: 'getPet', status: 503, error: 'Out walking', times: 5 });
  const item = itemOf(page, 'getPet 503 “Out walking”, 5 times');
  const isOn = item.getByRole('switch', { name: 'getPet 503 “Out walking”' });
  await call('/pets/rex');
  await item.getByText('1 hit, 4 left').waitFor();
  await isOn.press('Space');
  await expect.poll(() => faults.list()).toMatchObject([{ enabled: false, hits: 1 }]);
  await expect.poll(() => item.getAttribute('class')).toContain('off');
  await item.getByText('Out walking').click();
  await expect.poll(() => faults.list()).toMatchObject([{ enabled: true, remaining: 4 }]);
  for (let count = 0; count < 4; count++) expect((await call('/pets/rex')).status).toBe(503);
  // One that is used up says so, and goes.
  await strip(page).getByText('getPet 503 “Out walking” · done').waitFor();
  await strip(page).getByText('No faults.').waitFor();
});

test('faults for which the strip has no room are in a menu', async () => {
  const { server, page } = await startDashboard({}, { width: 390 });
  for (const status of [501, 502, 503]) server.catalog.faults.add({ status });
  await expect.poll(() => strip(page).locator('> ul label').allInnerTexts()).toHaveLength(1);
  await press(strip(page), '+2 more');
  await itemOf(page, '501').getByRole('switch').press('Space');
  await expect
    .poll(() => server.catalog.faults.list())
    .toMatchObject([{ enabled: false }, { status: 502 }, { status: 503 }]);
});

test('a fault is removed, and copied as a line of a test that adds it again', async () => {
  const fault: Fault = { operation: 'getPet', status: 503, error: `Ann's "dog"`, times: 2 };
  const { server, origin } = await serve();
  const { faults } = server.catalog;
  faults.add(fault);
  const page = await openDashboard(origin);
  await more(itemOf(page, 'dog')).click();
  const line = await copied(page, 'Copy as test code');
  await choose(itemOf(page, 'dog'), 'Remove');
  await expect.poll(() => faults.list()).toEqual([]);
  await page.keyboard.press('Control+z');
  await expect.poll(() => faults.list()).toMatchObject([fault]);
  faults.clear();
  // oxlint-disable-next-line no-new-func -- As a test would run it.
  new Function('catalog', line)(server.catalog);
  expect(faults.list()).toMatchObject([fault]);
});

test('all faults can be turned off, and the same ones on again, apart from the scenario', async () => {
  const { server, origin, call } = await serve({ pets: 2 });
  const { faults, scenarios } = server.catalog;
  scenarios.use('slow');
  faults.add({ operation: 'getPet', status: 500, enabled: false });
  faults.add({ operation: 'listPets', status: 503, times: 9 });
  expect((await call('/pets')).status).toBe(503);
  const page = await openDashboard(origin);
  const enabled = () => faults.list().map((fault) => fault.enabled !== false);
  await press(strip(page), 'Turn all off');
  await expect.poll(enabled).toEqual([false, false]);
  await press(strip(page), 'Turn back on');
  await expect.poll(enabled).toEqual([false, true]);
  expect(faults.list()).toMatchObject([{}, { remaining: 8 }]);

  await press(strip(page), 'Leave scenario');
  await expect.poll(() => scenarios.current()).toBeNull();
  await strip(page).getByText('No faults.').waitFor();
  expect(server.catalog.requests.count()).toBe(1);
  await page.keyboard.press('Control+z');
  await expect.poll(() => scenarios.current()).toBe('slow');
});

test('no row moves when a one-shot fault hits, is switched off or cleared', async () => {
  const { server, call, page } = await startDashboard();
  await call('/pets?limit=1');
  const row = rows(page).last();
  await row.waitFor();
  const top = async () => (await page.getByRole('listbox').boundingBox())!.y;
  const before = await top();
  server.catalog.faults.add({ status: 503, times: 1 });
  await strip(page).getByRole('switch').waitFor();
  expect(await top()).toBe(before);
  await call('/pets?limit=1');
  await strip(page).getByText('· done').waitFor();
  expect(await top()).toBe(before);
  for (let count = 0; count < 9; count++) server.catalog.faults.add({ status: 500 });
  await strip(page).getByText('more').waitFor();
  expect(await top()).toBe(before);
  await press(strip(page), 'Turn all off');
  await press(strip(page), 'Turn back on');
  expect(await top()).toBe(before);
  server.catalog.faults.clear();
  await strip(page).getByText('No faults.').waitFor();
  expect(await top()).toBe(before);
});

test('a second click after "Turn all off" hits nothing else', async () => {
  const { server, page } = await startDashboard({}, { width: 1440 });
  server.catalog.faults.add({ status: 503 });
  const off = strip(page).getByRole('button', { name: 'Turn all off' });
  await off.dblclick();
  await expect.poll(() => server.catalog.faults.list()).toMatchObject([{ enabled: false }]);
  await strip(page).getByRole('button', { name: 'Turn back on' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a sentence is a fault, and starts again after it', async () => {
  const { server, page } = await startDashboard();
  for (const [kind, value, span, operation, fault] of [
    ['answer with', { Status: '507' }, 'the next call', 'createPet', { status: 507, times: 1 }],
    ['wait', { 'How long': '1.5 s' }, 'every call', 'getPet', { delay: 1500 }],
    ['hold until I release it', {}, 'the next 3 calls', 'getPet', { hold: true, times: 3 }],
    ['drop the connection', {}, '20 % of calls', '', { network: 'reset', rate: 0.2 }],
    ['never respond', {}, 'the next call', '', { network: 'hang', times: 1 }],
  ] as const) {
    await fill(composer(page), {
      'Which calls': operation,
      'What happens': kind,
      ...value,
      'For how many calls': span,
    });
    const before = server.catalog.faults.list().length;
    await press(composer(page), 'Add');
    await expect.poll(() => server.catalog.faults.list().length).toBe(before + 1);
    expect(fieldsOf(server.catalog.faults.list().at(-1)!)).toEqual({
      ...(operation && { operation }),
      ...fault,
    });
    await expect.poll(() => composer(page).getByLabel('Which calls').inputValue()).toBe('');
  }
  await fill(composer(page), { 'What happens': 'answer with', Status: 'teapot' });
  await press(composer(page), 'Add');
  await page.getByRole('alert').filter({ hasText: '"status" must be' }).waitFor();
});

test('a preset is pressed while its fault is there and on, and toggles it', async () => {
  const { server, call, page } = await startDashboard();
  const { faults } = server.catalog;
  const presets = page.getByRole('group', { name: 'Presets' });
  const isPressed = (name: string) => presets.getByRole('button', { name, pressed: true }).count();
  for (const name of ['Slow 2 s', 'Fail 20 %', 'Fail all', 'Offline']) {
    expect(await isPressed(name)).toBe(0);
    // A double click counts as one.
    await presets.getByRole('button', { name }).dblclick();
    await expect.poll(() => isPressed(name)).toBe(1);
    expect(faults.list()).toHaveLength(1);
    await press(presets, name);
    await expect.poll(() => isPressed(name)).toBe(0);
    expect(faults.list()).toEqual([]);
  }
  await press(presets, 'Fail next');
  await expect.poll(() => isPressed('Fail next')).toBe(1);
  expect((await call('/pets')).status).toBe(503);
  await expect.poll(() => isPressed('Fail next')).toBe(0);
});

test('the fields of the form reach the server', async () => {
  const { server, page } = await startDashboard();
  await fill(composer(page), { 'For how many calls': 'every call' });
  await press(composer(page), 'More…');
  await opened(page);
  const rest = {
    match: { query: 'limit=2', header: { 'X-Client': 'old' } },
    headers: { 'Retry-After': '2' },
    body: [{ id: 7 }],
    phase: 'after',
  };
  await fill(form(page), {
    Operation: 'getPet',
    Status: '207',
    '% of calls': '12.5',
    'More, as JSON': JSON.stringify(rest),
  });
  await press(form(page), 'Add');
  await form(page).waitFor({ state: 'detached' });
  expect(fieldsOf(server.catalog.faults.list().at(-1)!)).toEqual({
    operation: 'getPet',
    status: 207,
    rate: 0.125,
    ...rest,
  });
});

test('the form shows each error at its field', async () => {
  const { server, page } = await startDashboard();
  await press(composer(page), 'More…');
  await opened(page);
  for (const [label, typed, message] of [
    ['Status', 'teapot', '"status" must be a whole number from 400 to 599'],
    ['Delay', '9-5', 'min no greater than max'],
    ['More, as JSON', '[]', '"more" must be a JSON object'],
  ] as const) {
    const field = form(page).getByLabel(label);
    const before = await field.inputValue();
    await field.fill(typed);
    await press(form(page), 'Add');
    await form(page).getByText(message).waitFor();
    await expect.poll(() => hasFocus(field)).toBe(true);
    expect(await field.getAttribute('aria-describedby')).toMatch(/-error$/);
    await field.fill(before);
  }
  await fill(form(page), { Status: '200' });
  await press(form(page), 'Add');
  await form(page).getByText('Below 400 a fault needs a response body').waitFor();
  await page.keyboard.press('Escape');
  await form(page).waitFor({ state: 'detached' });
  expect(server.catalog.faults.list()).toEqual([]);
  expect(await hasFocus(page.getByRole('button', { name: 'More…' }))).toBe(true);
});

test('an edit sends the changed fields, and keeps order, hits and other fields', async () => {
  const { server, origin, call } = await serve();
  const { faults } = server.catalog;
  const fault: Fault = {
    operation: 'getPet',
    network: 'truncate',
    status: 503,
    headers: { 'Content-Type': 'text/plain' },
    body: 'line one\r\nline two',
    rate: 1,
    times: 50,
  };
  const id = faults.add(fault);
  faults.add({ operation: 'createPet', status: 500 });
  await call('/pets/rex');
  const page = await openDashboard(origin);
  await choose(itemOf(page, 'getPet'), 'Edit');
  await opened(page);
  expect(await form(page).getByRole('textbox', { name: '% of calls' }).inputValue()).toBe('100');
  // Another client changes what this form leaves alone.
  faults.update(id, { rate: 0.5 });
  await fill(form(page), { Status: '502', 'Number of calls': '' });
  await press(form(page), 'Save');
  await form(page).waitFor({ state: 'detached' });
  const { times: _times, ...rest } = fault;
  expect(faults.list()).toEqual([
    { ...rest, id, status: 502, rate: 0.5, hits: 1 },
    { id: 'fault-2', operation: 'createPet', status: 500, hits: 0 },
  ]);
});
