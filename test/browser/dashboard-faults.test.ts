import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ActiveFault, Fault } from '../../src/client/index.ts';
import { copied, hasFocus, openDashboard, press, serve, startDashboard } from './dashboard-page.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'In force' });
const itemOf = (page: Page, text: string) =>
  bar(page).getByRole('listitem').filter({ hasText: text });
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
    const field = within.getByLabel(label, { exact: true });
    if ((await field.evaluate((one) => one.tagName)) === 'SELECT') await field.selectOption(text);
    else await field.fill(text);
  }
}

test('the bar says what is in force, each with its switch and hits, and nothing is no bar', async () => {
  const { server, call, page } = await startDashboard({
    scenarios: { calm: { description: 'Slow.', delay: 5, faults: [{ network: 'dribble' }] } },
  });
  const { faults, scenarios } = server.catalog;
  await composer(page).waitFor();
  expect(await bar(page).count()).toBe(0);

  scenarios.use('calm');
  await bar(page).getByText('Scenario calm').waitFor();
  await bar(page).getByText('Every call is 5 ms slower').waitFor();
  expect(await itemOf(page, 'small pieces').getByRole('switch').isChecked()).toBe(true);
  faults.add({ delay: 1 });
  await bar(page).getByText('Scenario calm changed').waitFor();
  server.catalog.reset();
  await expect.poll(() => bar(page).count()).toBe(0);

  faults.add({ operation: 'getPet', status: 503, error: 'Out walking', times: 5 });
  const item = itemOf(page, 'getPet 503 “Out walking”, 5 times');
  const isOn = item.getByRole('switch', { name: 'getPet 503 “Out walking”' });
  await call('/pets/rex');
  await item.getByText('1 hit, 4 left').waitFor();
  await isOn.press('Space');
  await expect.poll(() => faults.list()).toMatchObject([{ enabled: false, hits: 1 }]);
  expect((await call('/pets/rex')).status).toBe(404);
  await expect.poll(() => item.getAttribute('class')).toContain('off');
  await item.getByText('Out walking').click();
  await expect.poll(() => faults.list()).toMatchObject([{ enabled: true, remaining: 4 }]);
  await expect.poll(() => isOn.isChecked()).toBe(true);
  for (let count = 0; count < 4; count++) expect((await call('/pets/rex')).status).toBe(503);
  await expect.poll(() => bar(page).count()).toBe(0);

  for (const status of [501, 502]) faults.add({ status });
  await expect
    .poll(() => bar(page).locator('label').allInnerTexts())
    .toEqual(['all operations 502', 'all operations 501']);
});

test('a fault is removed, and copied as a line of a test that adds it again', async () => {
  const fault: Fault = { operation: 'getPet', status: 503, error: `Ann's "dog"`, times: 2 };
  const { server, origin } = await serve();
  const { faults } = server.catalog;
  faults.add(fault);
  const page = await openDashboard(origin);
  await more(itemOf(page, 'dog')).click();
  const line = await copied(page, 'Copy as a line of a test');
  await choose(itemOf(page, 'dog'), 'Remove');
  await expect.poll(() => faults.list()).toEqual([]);
  await page.getByText('Undo brings back 1 fault.').waitFor();
  // oxlint-disable-next-line no-new-func -- As a test would run it.
  new Function('catalog', line)(server.catalog);
  expect(faults.list()).toMatchObject([fault]);
});

test('Clear takes away the faults alone, and its undo brings them back', async () => {
  const { server, origin, call } = await serve({ pets: 2 });
  const { faults, pets } = server.catalog;
  server.catalog.scenarios.use('slow');
  faults.add({ operation: 'getPet', status: 500 });
  faults.add({ operation: 'listPets', status: 503, times: 9 });
  expect((await call('/pets')).status).toBe(503);
  const before = faults.list().map(({ operation, remaining }) => [operation, remaining]);
  const page = await openDashboard(origin);
  await press(bar(page), 'Clear');
  await page.getByText('Undo brings back 2 faults.').waitFor();
  expect(faults.list()).toEqual([]);
  // What else is in force stays, and there is nothing to clear.
  await bar(page).getByText('slow', { exact: true }).waitFor();
  await expect.poll(() => bar(page).getByRole('button', { name: 'Clear' }).count()).toBe(0);
  pets.create({ name: 'Newcomer' });
  await press(page, 'Undo');
  await page.getByText(/^Brought back/).waitFor();
  expect(faults.list().map(({ operation, remaining }) => [operation, remaining])).toEqual(before);
  expect(pets.list().at(-1)).toMatchObject({ name: 'Newcomer' });
});

test('a sentence is a fault, whatever happens in it', async () => {
  const { server, page } = await startDashboard();
  for (const [kind, value, span, operation, fault] of [
    ['answer with', { Status: '507' }, 'the next call', 'createPet', { status: 507, times: 1 }],
    ['wait', { 'How long': '1.5 s' }, 'every call', 'getPet', { delay: 1500 }],
    ['wait until let go', {}, 'the next 3 calls', 'getPet', { hold: true, times: 3 }],
    ['lose the connection', {}, 'one call in five', '', { network: 'reset', rate: 0.2 }],
    ['never answer', {}, 'the next call', '', { network: 'hang', times: 1 }],
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
  for (const name of ['Slow answers', 'One call in five fails', 'All calls fail', 'Offline']) {
    expect(await isPressed(name)).toBe(0);
    // As quickly as a script can: before the page shows that the first has done it.
    await presets.getByRole('button', { name }).evaluate((button: HTMLElement) => {
      for (let count = 0; count < 3; count++) button.click();
    });
    await expect.poll(() => isPressed(name)).toBe(1);
    expect(faults.list()).toHaveLength(1);
    await press(presets, name);
    await expect.poll(() => isPressed(name)).toBe(0);
    expect(faults.list()).toEqual([]);
  }
  faults.add({ status: 503, times: 1, enabled: false });
  await bar(page).getByRole('switch', { checked: false }).waitFor();
  expect(await isPressed('The next call fails')).toBe(0);
  await press(presets, 'The next call fails');
  await expect.poll(() => isPressed('The next call fails')).toBe(1);
  expect((await call('/pets')).status).toBe(503);
  await expect.poll(() => isPressed('The next call fails')).toBe(0);
});

test('the fields of the form reach the server', async () => {
  const { server, page } = await startDashboard();
  await fill(composer(page), { 'For how many calls': 'every call' });
  await press(composer(page), 'More…');
  await opened(page);
  await fill(form(page), {
    Operation: 'getPet',
    Status: '207',
    When: 'Once it has happened',
    '% of calls': '12.5',
    'Only for the query': 'limit=2',
    'Only for the headers': 'X-Client: old\nX-Odd: a: b',
    'Response headers': 'Retry-After: 2',
    'Response body': '[{"id": 7}]',
  });
  await press(form(page), 'Add');
  await form(page).waitFor({ state: 'detached' });
  expect(fieldsOf(server.catalog.faults.list().at(-1)!)).toEqual({
    operation: 'getPet',
    match: { query: 'limit=2', header: { 'X-Client': 'old', 'X-Odd': 'a: b' } },
    status: 207,
    headers: { 'Retry-After': '2' },
    body: [{ id: 7 }],
    phase: 'after',
    rate: 0.125,
  });
});

test('the form says at its fields what is wrong with them', async () => {
  const { server, page } = await startDashboard();
  await press(composer(page), 'More…');
  await opened(page);
  for (const [label, typed, message] of [
    [
      'Status',
      'teapot',
      '"status" must be a whole number from 400 to 599, or from 200 beside a "body", not "teapot"',
    ],
    ['Delay in ms', '9-5', 'min no greater than max'],
    ['Only for the headers', 'x y: 1', 'the names of headers'],
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
  await fill(form(page), { Message: 'Out', 'Response body': '1' });
  await press(form(page), 'Add');
  await form(page).getByText('not both').waitFor();
  await page.keyboard.press('Escape');
  await form(page).waitFor({ state: 'detached' });
  expect(server.catalog.faults.list()).toEqual([]);
  expect(await hasFocus(page.getByRole('button', { name: 'More…' }))).toBe(true);
});

test('an edit sends what was changed, and keeps the rest: order, hits and what no field shows', async () => {
  const { server, origin, call } = await serve();
  const { faults } = server.catalog;
  const fault: Fault = {
    operation: 'getPet',
    match: { query: '' },
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
  expect(await form(page).getByLabel('% of calls').inputValue()).toBe('100');
  // Another client changes what this form leaves alone.
  faults.update(id, { rate: 0.5 });
  await fill(form(page), { 'Only for the pet with the id': 'rex', Status: '502', Times: '' });
  await press(form(page), 'Save');
  await form(page).waitFor({ state: 'detached' });
  const { times: _times, ...rest } = fault;
  expect(faults.list()).toEqual([
    { ...rest, id, match: { query: '', id: 'rex' }, status: 502, rate: 0.5, hits: 1 },
    { id: 'fault-2', operation: 'createPet', status: 500, hits: 0 },
  ]);
});
