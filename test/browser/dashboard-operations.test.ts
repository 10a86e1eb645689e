import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { JournalEntry, ServerInfo } from '../../src/client.ts';
import { defineOperation, type Operation } from '../../src/index.ts';
import {
  filters,
  findBarriersInBoth,
  findOverflows,
  looks,
  openDashboard,
  serve,
} from './dashboard-page.ts';
import { run } from './support/run.ts';

const deletePet = defineOperation({
  name: 'deletePet',
  method: 'DELETE',
  path: '/pets/{petId}',
  responses: { 204: 'The pet is gone', 404: 'There is no pet of that id' },
  run: ({ params, pets, fail }) =>
    pets.remove(params.petId) ? { status: 204 } : fail(404, 'Pet not found'),
});

const addVisit = defineOperation({
  name: 'addVisit',
  method: 'POST',
  path: '/pets/{petId}/visits',
  body: z.object({ reason: z.string() }),
  responses: { 201: 'The visit' },
  run: ({ params, body }) => ({
    status: 201,
    body: { ...body, petId: params.petId },
    headers: { Location: `/v2/pets/${params.petId}/visits/1` },
  }),
});

const longName = 'scheduleVaccinationAppointmentsOfAllPetsOfOneOwner';
const withLongName = defineOperation({
  name: longName,
  method: 'POST',
  path: '/owners/{ownerId}/appointments',
  run: () => ({ status: 204 }),
});

const operations: readonly Operation[] = [deletePet, addVisit];
const names = ['createPet', 'getPet', 'listPets', 'deletePet', 'addVisit'];
const fixtures = ['Rex', 'Max', 'Bo'].map((name) => ({ id: name.toLowerCase(), name }));

async function start(path = '/', expected = /^$/) {
  const served = await serve({ operations, fixtures });
  const { origin, call } = served;
  return {
    ...served,
    open: () => openDashboard(origin, {}, { path, expected }),
    remove: async (id: string) => (await call(`/pets/${id}`, { method: 'DELETE' })).status,
    visit: async (id: string, reason = 'vaccination') =>
      (await call(`/pets/${id}/visits`, { method: 'POST', body: JSON.stringify({ reason }) }))
        .status,
  };
}

const lines = (page: Page) => page.locator('.entry-line');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
async function copy(page: Page, name: string): Promise<string> {
  await press(page, name);
  await page.getByText(/^Copied the /).waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  await press(page, 'Dismiss');
  return text;
}

/** What is seen of the panels, and is wider than they are. */
const findCut = (page: Page) =>
  page
    .locator('.panel')
    .evaluateAll((panels) =>
      panels.flatMap((panel) => (panel.scrollWidth > panel.clientWidth ? panel.id : [])),
    );

test('faults, the filter and the latencies have the operations that a server adds', async () => {
  const { open, remove, visit, call } = await start();
  expect([await remove('bo'), await visit('rex'), await visit('max')]).toEqual([204, 201, 201]);
  await call('/pets');
  const page = await open();
  const custom = page.locator('.custom');
  await custom.locator('summary').first().click();
  const filter = filters(page).getByLabel('Operation');
  for (const [field, others] of [
    [page.getByLabel('Make fail'), []],
    [custom.getByLabel('Operation'), []],
    [filter, ['Other paths']],
  ] as const) {
    const choices = field.locator('option');
    expect(await choices.allInnerTexts()).toEqual(['All operations', ...names, ...others]);
  }
  const latency = page.locator('.latency');
  await latency.locator('summary').click();
  const headings = latency.getByRole('rowheader');
  await expect.poll(() => headings.allInnerTexts()).toEqual(['addVisit', 'deletePet', 'listPets']);

  await filter.selectOption('deletePet');
  await expect.poll(() => lines(page).count()).toBe(1);
  expect(await lines(page).innerText()).toMatch(/204\s+DELETE\s+\/v2\/pets\/bo/);
  expect(new URL(page.url()).search).toBe('?operation=deletePet');
  await page.reload();
  await expect.poll(() => lines(page).count()).toBe(1);
  await expect.poll(() => filter.inputValue()).toBe('deletePet');
  await expect
    .poll(() => latency.locator('summary').innerText())
    .toMatch(/^Latency\s+deletePet 1$/);
  await lines(page).click();
  expect(await page.locator('.entry.open .facts').first().innerText()).toMatch(
    /Operation\s+deletePet/,
  );
});

test('an operation that the server does not have leaves the address', async () => {
  const { open, remove } = await start('/?operation=renamePet&status=204', /status of 400/);
  await remove('bo');
  const page = await open();
  await expect.poll(() => lines(page).count()).toBe(1);
  expect(new URL(page.url()).search).toBe('?status=204');
  expect(await filters(page).getByLabel('Operation').inputValue()).toBe('');
});

test('a delete fails the next time, that of another pet does not, and is sent again', async () => {
  const { server, open, remove } = await start('/', /status of (?:404|503)/);
  server.catalog.faults.add({ operation: 'deletePet', network: 'empty', times: 1 });
  await expect(remove('bo')).rejects.toThrow('fetch failed');
  const page = await open();
  await lines(page).click();
  await press(page, 'Fail next time');
  await page.getByText('Added: deletePet, 503, once, for pet bo').waitFor();
  expect(await remove('max')).toBe(204);
  for (const status of [503, 204, 404]) {
    await press(page, 'Replay');
    await page.getByText(`Sent it again: ${status}`).waitFor();
    await expect.poll(() => page.locator('.entry.open .status').innerText()).toBe(String(status));
  }
  expect(server.catalog.pets.list()).toMatchObject([{ id: 'rex' }]);
});

test('what is below a pet fails the next time for that pet, which is shown', async () => {
  const { server, open, visit } = await start();
  await visit('rex');
  const page = await open();
  await lines(page).click();
  await press(page, 'Show pet');
  await page.getByText('Found Rex in the pets').waitFor();
  await press(page, 'Fail next time');
  await page.getByText('Added: addVisit, 503, once, for pet rex').waitFor();
  expect(await visit('max')).toBe(201);
  expect(await visit('rex', 'itches')).toBe(503);
  expect(await visit('rex')).toBe(201);
  expect(server.catalog.faults.list()).toEqual([]);
});

test.each<[string, string, Partial<JournalEntry>]>([
  [
    'deletePet',
    "{ operation: 'deletePet', path: '/v2/pets/bo' }",
    { method: 'DELETE', path: '/v2/pets/bo', status: 204 },
  ],
  [
    'addVisit',
    "{ operation: 'addVisit', path: '/v2/pets/rex/visits', body: { reason: 'vaccination' } }",
    { method: 'POST', requestBody: '{"reason":"vaccination"}', status: 201 },
  ],
])('the copies of a request of %s verify it, and send it again', async (operation, line, sent) => {
  const { server, open, remove, visit } = await start(`/?operation=${operation}`);
  const { requests } = server.catalog;
  await visit('rex');
  await remove('bo');
  const page = await open();
  await lines(page).click();
  const verify = await copy(page, 'Copy as test');
  expect(verify).toBe(`catalog.requests.verify(${line});`);
  // oxlint-disable-next-line typescript/no-implied-eval -- What is copied is code.
  expect(new Function('catalog', `return ${verify}`)(server.catalog)).toBe(1);

  const curl = await copy(page, 'Copy as curl');
  const code = await copy(page, 'Copy as fetch');
  const key = 'team-key-01';
  const env = { API_KEY: key };
  for (const send of [
    () => run('sh', ['-c', `${curl} --silent`], { cwd: import.meta.dirname, env }),
    // oxlint-disable-next-line typescript/no-implied-eval -- What is copied is code.
    () => new Function('API_KEY', `return ${code}`)(key) as Promise<Response>,
  ]) {
    server.catalog.seed({ fixtures });
    requests.clear();
    await send();
    expect(requests.list()).toMatchObject([{ operation, ...sent }]);
  }
});

test('a held call is shown as waiting, and has its real answer once its fault is removed', async () => {
  const { server, open, remove } = await start();
  const page = await open();
  const form = page.locator('.custom');
  await form.locator('summary').first().click();
  await form.getByLabel('Operation').selectOption('deletePet');
  await form.getByLabel('Status').fill('503');
  await form.getByLabel('What happens').selectOption('hold');
  // What the server refuses beside it cannot be chosen.
  expect(await form.getByLabel('Status').count()).toBe(0);
  expect(await form.getByLabel('When').count()).toBe(0);
  await press(page, 'Add the fault');
  const row = page.locator('.fault-list > li');
  await row.getByText('held until it is let go').waitFor();
  expect(server.catalog.faults.list()).toEqual([
    { id: 'fault-1', operation: 'deletePet', hold: true, hits: 0 },
  ]);
  const answer = remove('bo');
  await page.locator('.status.waits').waitFor();
  await row.getByText('hit once').waitFor();
  expect(server.catalog.pets.get('bo')).toBeDefined();
  await row.getByRole('button', { name: /^Remove the fault/ }).click();
  expect(await answer).toBe(204);
  await expect.poll(() => lines(page).locator('.status').innerText()).toBe('204');
});

test('an answer is lost: the form adds the fault, and the pet is there', async () => {
  const { server, open, call } = await start();
  const page = await open();
  const form = page.locator('.custom');
  await form.locator('summary').first().click();
  const when = form.getByLabel('When');
  for (const kind of ['delay', 'hold', 'truncate', 'dribble', 'hang']) {
    await form.getByLabel('What happens').selectOption(kind);
    expect(await when.count()).toBe(0);
  }
  for (const kind of ['reset', 'empty', 'garbage', 'status']) {
    await form.getByLabel('What happens').selectOption(kind);
    expect(await when.count()).toBe(1);
  }
  await form.getByLabel('Operation').selectOption('createPet');
  await form.getByLabel('Status').fill('503');
  await when.selectOption('Once it has happened');
  await press(page, 'Add the fault');
  const row = page.locator('.fault-list > li');
  await row.getByText('createPet 503, once it has happened').waitFor();
  const answer = await call('/pets', { method: 'POST', body: '{"name":"Late"}' });
  expect(answer.status).toBe(503);
  expect(server.catalog.pets.list()).toHaveLength(4);
  await page.locator('.pet-table').getByText('Late').waitFor();
});

test('the form of a fault says when it comes, and changes it', async () => {
  const { server, open } = await start();
  const { faults } = server.catalog;
  faults.add({ operation: 'createPet', status: 503, error: 'Lost', phase: 'after' });
  const page = await open();
  const row = page.locator('.fault-list > li');
  const form = page.locator('.fault-edit');
  const edit = () => row.getByRole('button', { name: /^Edit the fault/ }).click();
  const save = async () => {
    await press(page, 'Save');
    await form.waitFor({ state: 'detached' });
  };
  await edit();
  expect(await form.getByLabel('When').inputValue()).toBe('after');
  await form.getByLabel('Message').fill('Gone');
  // A choice elsewhere in the form leaves it as it is.
  await form.getByLabel('Operation').selectOption('deletePet');
  expect(await form.getByLabel('When').inputValue()).toBe('after');
  await save();
  const lost = { id: 'fault-1', operation: 'deletePet', status: 503, error: 'Gone', hits: 0 };
  expect(faults.list()).toEqual([{ ...lost, phase: 'after' }]);

  await edit();
  await form.getByLabel('When').selectOption('Instead of the operation');
  await save();
  expect(faults.list()).toEqual([lost]);

  await edit();
  await form.getByLabel('What happens').selectOption('hold');
  await save();
  expect(faults.list()).toEqual([{ id: 'fault-1', operation: 'deletePet', hold: true, hits: 0 }]);

  await edit();
  expect(await form.getByLabel('What happens').inputValue()).toBe('hold');
  await form.getByLabel('What happens').selectOption('reset');
  await form.getByLabel('When').selectOption('Once it has happened');
  await save();
  expect(faults.list()).toEqual([
    { id: 'fault-1', operation: 'deletePet', network: 'reset', phase: 'after', hits: 0 },
  ]);
});

test('what the server refuses of a fault that is lost is said, and what was typed stays', async () => {
  const { open } = await start('/', /status of 400/);
  const page = await open();
  const form = page.locator('.custom');
  await form.locator('summary').first().click();
  await form.getByLabel('When').selectOption('Once it has happened');
  await form.getByLabel('Status').fill('200');
  await form.getByLabel('Message').fill('Fine');
  await press(page, 'Add the fault');
  await form.getByText(/"status" must be a whole number from 400 to 599/).waitFor();
  expect(await form.getByLabel('When').inputValue()).toBe('after');
  expect(await form.getByLabel('Message').inputValue()).toBe('Fine');
});

test('the pets have the columns and the form the fields that info names', async () => {
  const { origin, open } = await start();
  const info = (await (await fetch(`${origin}/__admin/info`)).json()) as ServerInfo;
  const labels = info.petFields.map(({ name }) => name[0]!.toUpperCase() + name.slice(1));
  const page = await open();
  const heads = page.locator('.pet-table thead th');
  await expect.poll(() => heads.allTextContents()).toEqual([...labels, 'Id', 'Actions']);
  const form = page.getByRole('form', { name: 'Create a pet' });
  expect(await form.locator('label').allInnerTexts()).toEqual(labels);
  await page.getByRole('button', { name: 'Edit Rex' }).click();
  const edited = page.getByRole('form', { name: 'Edit Rex' });
  expect(await edited.locator('label').allInnerTexts()).toEqual(labels);
});

test.each(Object.entries(looks))(
  'the longest names fit on a %s, and axe finds nothing, light or dark',
  async (name, look) => {
    const { server, origin, call } = await serve({ operations: [withLongName], pets: 1 });
    await call('/owners/7/appointments', { method: 'POST' });
    server.catalog.faults.add({ operation: longName, status: 503, phase: 'after', error: 'Lost' });
    server.catalog.faults.add({ operation: longName, network: 'reset', times: 1 });
    const page = await openDashboard(origin, look, { path: '/?tab=requests' });
    const latency = page.locator('.latency');
    await latency.locator('summary').click();
    await latency.getByRole('rowheader', { name: longName }).waitFor();
    await lines(page).click();
    expect(await findCut(page)).toEqual([]);
    expect(await findBarriersInBoth(page, `operations-requests-${name}`)).toEqual([]);
    expect(await findOverflows(page)).toEqual([]);
    await page.setViewportSize(look);
    await page.goto(`${origin}/?tab=controls`);
    await page.getByText(`First ${longName}`).waitFor();
    await page
      .getByRole('button', { name: /^Edit the fault/ })
      .last()
      .click();
    expect(await findCut(page)).toEqual([]);
    expect(await findBarriersInBoth(page, `operations-faults-${name}`)).toEqual([]);
    expect(await findOverflows(page)).toEqual([]);
  },
);
