import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { JournalEntry } from '../../src/client/index.ts';
import { toCurl, toFetch, toVerify } from '../../src/dashboard/requests/copies.ts';
import { key, type CaseRequest } from '../../src/verify/cases/case.ts';
import {
  filters,
  hasFocus,
  openDashboard,
  pane,
  paths,
  press,
  rows,
  send,
  serve,
} from './dashboard-page.ts';
import { run } from './support/run.ts';

const json = 'application/json';
const cwd = import.meta.dirname;
const shell = (command: string) => run('bash', ['-c', `${command} --silent`], { cwd });
// oxlint-disable-next-line typescript/no-implied-eval -- What is copied is code.
const evaluate = (code: string, names: Record<string, unknown> = {}): unknown =>
  new Function(...Object.keys(names), `return ${code}`)(...Object.values(names));

/** What a copy must send again: all but the headers that each client sets itself. */
function essence({ method, path, query, requestBody, requestBytes, ...rest }: JournalEntry) {
  const { 'x-api-key': apiKey, 'content-type': type, prefer, 'x-note': note } = rest.requestHeaders;
  return { method, path, query, requestBody, requestBytes, apiKey, type, prefer, note };
}

const post = (body: CaseRequest['body'], type = json): CaseRequest => ({
  method: 'POST',
  headers: { 'Content-Type': type },
  body: body!,
});

const requests: [string, CaseRequest][] = [
  ['a list', { path: '/v2/pets?limit=2&tag=a%20b+c%27%22' }],
  ['a list with nothing but a separator', { path: '/v2/pets?&' }],
  ['a pet, whose id has a quote and more', { path: "/v2/pets/it's%22%20%E2%82%AC/" }],
  ['a path with brackets', { path: '/v2/pets/[1-3]' }],
  ['no operation', { method: 'PATCH', path: "/elsewhere/it's?a=1" }],
  ['an operation by HEAD', { method: 'HEAD', path: '/v2/pets/nobody' }],
  [
    'a preference, and odd signs in a header',
    { headers: { Prefer: 'code=503', 'X-Note': "'\\%$x" } },
  ],
  ['an empty header', { headers: { 'X-Note': '' } }],
  ...[
    ['quotes and a dollar', JSON.stringify({ name: `It's "Rex" $HOME \\ \`id\` %s \\n !!` })],
    ['lines', '{\r\n\t"name":\n"Rex"\r}'],
    ['unicode', JSON.stringify({ name: 'Žofka 🐕\u{2028}\u{7f}\u{9b}\u{feff}é' })],
    ['a control character, which is no JSON', '{"name":"It\'s \u{1b}[31m!\\"}'],
    ['a character for what is none', '{"name":"\u{fffd}"}'],
    ['odd fields', '{"name":"Rex","a-b":[-0,null,true,{}],"it\'s":"\'"}'],
    ['no JSON', '{name}'],
  ].map(([name, body]): [string, CaseRequest] => [`a body with ${name}`, post(body)]),
];

test.each(requests)('the copies of %s send it again and verify it', async (_, sent) => {
  const { server, origin } = await serve({ pets: 3 });
  await send(origin, sent);
  const [entry] = server.catalog.requests.list() as [JournalEntry];
  await shell(toCurl(entry, origin, key));
  await evaluate(toFetch(entry, origin, key));
  const all = server.catalog.requests.list().map(essence);
  expect(all).toEqual([essence(entry), essence(entry), essence(entry)]);
  const line = toVerify(entry);
  expect(line).not.toMatch(/key|[\r\n]/);
  const verify = () => evaluate(line, { catalog: server.catalog });
  expect(verify()).toBe(3);
  server.catalog.requests.clear();
  await send(origin, { method: 'PUT', path: '/another' });
  expect(verify).toThrow('but saw 0');
});

/** A server that has had a request, and the page with it open. */
async function start(sent: CaseRequest, options = {}) {
  const served = await serve({ pets: 3, ...options });
  await send(served.origin, sent);
  const page = await openDashboard(served.origin);
  await rows(page).click();
  const open = pane(page);
  await open.getByRole('heading', { name: 'Response' }).waitFor();
  return { ...served, page, open };
}
const heading = (page: Page) => pane(page).getByRole('heading', { level: 2 });

test('the pane: first the response and then the request, JSON in colours, headers folded', async () => {
  const { server, origin, call } = await serve({ pets: 1 });
  server.catalog.faults.add({ operation: 'createPet', status: 418, error: 'Short', times: 1 });
  const body = JSON.stringify({ name: 'x'.repeat(20_000) });
  await call('/pets?from=here', { method: 'POST', body });
  const page = await openDashboard(origin);
  await rows(page).click();
  const open = pane(page);
  expect(await heading(page).innerText()).toBe('POST /v2/pets?from=here');
  const sides = open.getByRole('heading', { level: 3 });
  expect(await sides.allInnerTexts()).toEqual(['Response', 'Request']);
  await open.getByText('418 “Short”, once').waitFor();
  for (const text of ['418', 'createPet', `key ${key}`, `${origin}/v2/pets?from=here`]) {
    await open.getByText(text, { exact: true }).waitFor();
  }
  const answer = open.getByLabel('Response body', { exact: true });
  expect(JSON.parse(await answer.innerText())).toEqual({ error: 'Short' });
  expect(await answer.locator('span').allInnerTexts()).toEqual(['"error"', '"Short"']);
  const sent = await open.getByLabel('Request body', { exact: true }).innerText();
  expect(sent.replaceAll(/\s/g, '')).toHaveLength(16_384);
  await open.getByText('the first 16,384 of 20,011 bytes', { exact: true }).waitFor();
  expect(await open.getByText('x-api-key').isVisible()).toBe(false);
  await open.locator('summary').last().click();
  expect(await open.getByText('x-api-key').isVisible()).toBe(true);
  await open.getByText('its body is only the first 16,384 of 20,011 bytes').waitFor();
});

test('the pane stays as it is while rows come, and when its request leaves the journal', async () => {
  const { server, call, page, open } = await start({ path: '/v2/pets/first' });
  const replay = open.getByRole('button', { name: 'Replay', exact: true });
  await open.getByText('No pet here has ever had the id "first"').waitFor();
  await replay.focus();
  const before = [await open.innerText(), await open.boundingBox()];
  for (let id = 1; id <= 8; id++) await call(`/pets/${id}`);
  await expect.poll(() => paths(page).first().innerText()).toBe('/v2/pets/8');
  expect([await open.innerText(), await open.boundingBox()]).toEqual(before);
  server.catalog.reset();
  await open.getByText('It has left the journal; this is how it was last.').waitFor();
  expect(await heading(page).innerText()).toBe('GET /v2/pets/first');
  const body = open.getByLabel('Response body', { exact: true });
  expect(await body.innerText()).toContain('not found');
  expect(await hasFocus(replay)).toBe(true);
});

test('the address names the open request, however old, or says that it is not there', async () => {
  const { server, origin, call } = await serve({ pets: 1 });
  for (let id = 1; id <= 150; id++) await call(`/pets/${id}`);
  const page = await openDashboard(origin, {}, { path: '/?request=7' });
  await expect.poll(() => heading(page).innerText()).toBe('GET /v2/pets/7');
  await page.locator('.request[tabindex="0"]').focus();
  expect(await page.locator('.request:focus .path').innerText()).toBe('/v2/pets/7');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => heading(page).innerText()).toBe('GET /v2/pets/6');
  expect(new URL(page.url()).search).toBe('?request=6');
  await press(pane(page), 'Close');
  await pane(page).waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  server.catalog.requests.clear();
  await page.goto(`${origin}/?request=7`);
  await pane(page).getByText('It is not in the journal').waitFor();
});

test.each<[CaseRequest, CaseRequest, string]>([
  [{ path: '/v2/pets/rex' }, { path: '/v2/pets/another' }, 'getPet, 429, once, for pet rex'],
  [{ path: '/v2/pets/%zz' }, {}, 'getPet, 429, once, for calls without a query'],
  [{ path: '/v2/pets?limit=2&a=%20b' }, {}, 'listPets, 429, once, for ?limit=2&a=+b'],
  [{}, { path: '/v2/pets?limit=2' }, 'listPets, 429, once, for calls without a query'],
  [post('{"name":"B"}'), post('{"name":"C"}'), 'createPet, 429, once, for the body {"name":"B"}'],
])('%j fails the next time with a status, and %j does not', async (sent, other, words) => {
  const { origin } = await serve({ fixtures: [{ id: 'rex', name: 'Rex' }] });
  const status = await send(origin, sent);
  const page = await openDashboard(origin, {}, { expected: /status of 400/ });
  await rows(page).click();
  const field = pane(page).getByLabel('Status');
  expect(await field.inputValue()).toBe('503');
  await field.fill('200');
  await press(page, 'Fail next with');
  await page.getByText(/"status" below 400 comes with a "body"/).waitFor();
  await field.fill('429');
  await field.press('Enter');
  await page.getByText(`Added: ${words}`).waitFor();
  expect(await send(origin, other)).not.toBe(429);
  expect([await send(origin, sent), await send(origin, sent)]).toEqual([429, status]);
});

test('a held request is let go, and has its real answer', async () => {
  const { server, origin, call } = await serve({ pets: 3 });
  server.catalog.faults.add({ operation: 'listPets', hold: true });
  const answer = call('/pets');
  const page = await openDashboard(origin);
  await rows(page).click();
  await pane(page).getByText('not answered yet').waitFor();
  await press(page, 'Let it go');
  await page.getByText('The call goes on').waitFor();
  expect((await answer).status).toBe(200);
  await expect.poll(() => pane(page).locator('.status').innerText()).toBe('200');
  expect(await page.getByRole('button', { name: 'Let it go' }).count()).toBe(0);
});

test('a replay is sent as the request was, and opens, though it is filtered out', async () => {
  const body = '{"name":"Žofka",\r\n"tag":"dog"}';
  const headers = { 'Content-Type': `${json}; charset=utf-8`, 'X-Note': 'é' };
  const { server, page, open } = await start({ method: 'POST', headers, body });
  await filters(page).getByLabel('Operation').selectOption('listPets');
  await page.getByText('No request matches').waitFor();
  await press(open, 'Replay');
  await page.getByText('Sent it again: 201').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?request=2');
  await expect.poll(() => rows(page).count()).toBe(2);
  expect(await rows(page).first().getAttribute('aria-selected')).toBe('true');
  const [first, last] = server.catalog.requests.list().map(essence);
  // A server that takes any key gets a stand-in.
  expect({ ...last, apiKey: '' }).toEqual({ ...first, apiKey: '' });
  expect(server.catalog.pets.list().slice(3)).toMatchObject([{ tag: 'dog' }, { tag: 'dog' }]);
});

test('a replay reaches the server whatever the browser might keep, and is shown while it waits', async () => {
  const { server, origin, call } = await serve({ pets: 3 });
  const headers = { 'Cache-Control': 'max-age=600' };
  server.catalog.faults.add({ status: 503, headers, body: { error: 'x' }, times: 2 });
  await call('/pets?limit=1');
  const page = await openDashboard(origin, {}, { expected: /503|net::ERR/ });
  await rows(page).click();
  for (const status of [503, 200]) {
    await press(page, 'Replay');
    await page.getByText(`Sent it again: ${status}`).waitFor();
  }
  expect(server.catalog.requests.count({ operation: 'listPets' })).toBe(3);
  const fault = server.catalog.faults.add({ network: 'hang' });
  await press(page, 'Replay');
  const status = pane(page).locator('.status');
  await expect.poll(() => status.innerText()).toBe('waits');
  server.catalog.faults.remove(fault);
  await expect.poll(() => status.innerText()).toBe('none');
});

test('a request is edited, and what cannot be sent is said', async () => {
  const { server, page, open } = await start({});
  await press(open, 'Edit and replay');
  const form = open.getByRole('form', { name: 'Edit and replay' });
  await expect.poll(() => hasFocus(form.getByLabel('Path'))).toBe(true);
  for (const [field, text, error] of [
    ['Headers', 'content-type', 'A line must be "Name: value", not "content-type"'],
    ['Headers', `content-type: ${json}\nx-api-key: typed-key`, ''],
    ['Body', '{"name":"Edited"}', /GET\/HEAD method cannot have body/],
    ['Path', 'v2/pets', 'must begin with a slash'],
    ['Path', '/v2/pets', ''],
  ] as const) {
    await form.getByLabel(field).fill(text);
    if (error === '') continue;
    await press(form, 'Send');
    await form.getByText(error).waitFor();
  }
  await form.getByLabel('Method').selectOption('POST');
  await press(form, 'Send');
  await page.getByText('Sent it again: 201').waitFor();
  expect(server.catalog.pets.list().at(-1)).toMatchObject({ name: 'Edited' });
  await expect.poll(() => heading(page).innerText()).toBe('POST /v2/pets');
  await press(open, 'Edit and replay');
  await press(open, 'Cancel');
  expect(await form.count()).toBe(0);
});

test.each<[string, CaseRequest, string]>([
  ['a body that is truncated', post(' '.repeat(20_000)), 'only the first 16,384 of 20,000 bytes'],
  ['a body that is no text', post(Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d)), 'it was no UTF-8'],
  ['a body that was refused unread', post('x', 'text/x'), 'the service did not read it'],
  ['a path that a page cannot ask for', { path: '/v2/../pets' }, 'no page can ask for its path'],
  ['a method that a page cannot send', { method: 'TRACE' }, 'no page can send TRACE'],
])('%s can be edited, but not replayed, which says why', async (name, sent, words) => {
  const { open } = await start(sent);
  const told = await open.getByText(/^This cannot be replayed as it was sent: /).innerText();
  expect(told).toContain(words);
  expect(await open.getByText('Body not kept').count()).toBe(/unread/.test(name) ? 1 : 0);
  expect(await open.getByRole('button', { name: 'Replay', exact: true }).count()).toBe(0);
  // Nor does a fault hit what is refused, or is no operation.
  const fails = open.getByRole('button', { name: 'Fail next with' });
  expect(await fails.count()).toBe(/truncated|no text/.test(name) ? 1 : 0);
  await press(open, 'Edit and replay');
  await open.getByLabel('Path and query').waitFor();
});

test.each([360, 1280])(
  'at %i px, the pane takes the focus where it hides the row, and Esc gives it back',
  async (width) => {
    const { origin, call } = await serve({ pets: 3 });
    for (let id = 1; id <= 3; id++) await call(`/pets/${id}`);
    const page = await openDashboard(origin, { width });
    await rows(page).nth(2).waitFor();
    await rows(page).first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const row = rows(page).nth(1);
    const isOver = width === 360;
    await expect.poll(() => hasFocus(isOver ? pane(page) : row)).toBe(true);
    expect(await row.isVisible()).toBe(!isOver);
    await pane(page).getByRole('button', { name: 'Replay', exact: true }).focus();
    await page.keyboard.press('Escape');
    await pane(page).waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(row)).toBe(true);
    expect(await row.locator('.path').innerText()).toBe('/v2/pets/2');
  },
);
