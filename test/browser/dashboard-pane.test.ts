import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { JournalEntry } from '../../src/client/index.ts';
import { toCurl, toFetch, toVerify } from '../../src/dashboard/requests/copies.ts';
import type { CaseRequest } from '../../src/verify/cases/case.ts';
import {
  copied,
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
  ['a pet, whose id has a quote and more', { path: "/v2/pets/it's%22%20%E2%82%AC/" }],
  ['a path with brackets', { path: '/v2/pets/[1-3]' }],
  ['no operation', { method: 'PATCH', path: "/elsewhere/it's?a=1" }],
  ['an operation by HEAD', { method: 'HEAD', path: '/v2/pets/nobody' }],
  [
    'a preference, and odd signs in a header',
    { headers: { Prefer: 'code=503', 'X-Note': "'\\%$x" } },
  ],
  ...[
    ['quotes and a dollar', JSON.stringify({ name: `It's "Rex" $HOME \\ \`id\` %s \\n !!` })],
    ['lines', '{\r\n\t"name":\n"Rex"\r}'],
    ['unicode', JSON.stringify({ name: 'Žofka 🐕\u{2028}\u{7f}\u{9b}\u{feff}é' })],
    ['a control character, which is no JSON', '{"name":"It\'s \u{1b}[31m!\\"}'],
    ['odd fields', '{"name":"Rex","a-b":[-0,null,true,{}],"it\'s":"\'"}'],
  ].map(([name, body]): [string, CaseRequest] => [`a body with ${name}`, post(body)]),
];

test.each(requests)('the copies of %s send it again and verify it', async (_, sent) => {
  const { server, origin } = await serve({ pets: 3 });
  await send(origin, sent);
  const [entry] = server.catalog.requests.list() as [JournalEntry];
  await shell(toCurl(entry, origin));
  await evaluate(toFetch(entry, origin));
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
async function start(sent: CaseRequest, options = {}, expected = /^$/) {
  const served = await serve({ pets: 3, ...options });
  await send(served.origin, sent);
  const page = await openDashboard(served.origin, {}, { expected });
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
  expect(await heading(page).innerText()).toBe("418 I'm a Teapot POST /v2/pets?from=here");
  const sides = open.getByRole('heading', { level: 3 });
  expect(await sides.allInnerTexts()).toEqual(['Response', 'Request']);
  await open.getByText('Your fault answered: 418 “Short”, next call only. Done.').waitFor();
  await open.getByText(/ms · 17 B · [\d:.]+ · createPet · key /).waitFor();
  expect(await copied(page, 'Copy the URL')).toBe(`${origin}/v2/pets?from=here`);
  const answer = open.getByLabel('Response body', { exact: true });
  expect(JSON.parse(await answer.innerText())).toEqual({ error: 'Short' });
  expect(await answer.locator('span').allInnerTexts()).toEqual(['"error"', '"Short"']);
  const sent = await open.getByLabel('Request body', { exact: true }).innerText();
  expect(sent.replaceAll(/\s/g, '')).toHaveLength(16_384);
  await open.getByText('the first 16,384 of 20,011 bytes', { exact: true }).waitFor();
  expect(await open.getByText('x-api-key').isVisible()).toBe(false);
  await open.locator('summary').last().click();
  expect(await open.getByText('x-api-key').isVisible()).toBe(true);
});

test('the pane stays the same while rows arrive, and when its request leaves the journal', async () => {
  const { server, call, page, open } = await start({ path: '/v2/pets/first' });
  const replay = open.getByRole('button', { name: 'Replay', exact: true });
  await open.getByText('No pet here has ever had the id "first"').waitFor();
  await replay.focus();
  const before = [await open.innerText(), await open.boundingBox()];
  for (let id = 1; id <= 8; id++) await call(`/pets/${id}`);
  await expect.poll(() => paths(page).first().innerText()).toBe('/v2/pets/8');
  expect([await open.innerText(), await open.boundingBox()]).toEqual(before);
  server.catalog.reset();
  await open.getByText('No longer in the journal. Last known state:').waitFor();
  expect(await heading(page).innerText()).toBe('404 Not Found GET /v2/pets/first');
  const body = open.getByLabel('Response body', { exact: true });
  expect(await body.innerText()).toContain('not found');
  expect(await hasFocus(replay)).toBe(true);
});

test('the address names the open request, however old, or says that it is not there', async () => {
  const { server, origin, call } = await serve({ pets: 1 });
  for (let id = 1; id <= 150; id++) await call(`/pets/${id}`);
  const page = await openDashboard(origin, {}, { path: '/?request=7' });
  await expect.poll(() => heading(page).innerText()).toBe('404 Not Found GET /v2/pets/7');
  await page.locator('.request[tabindex="0"]').focus();
  expect(await page.locator('.request:focus .path').innerText()).toBe('/v2/pets/7');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => heading(page).innerText()).toBe('404 Not Found GET /v2/pets/6');
  expect(new URL(page.url()).search).toBe('?request=6');
  await press(pane(page), 'Close');
  await pane(page).waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  server.catalog.requests.clear();
  await page.goto(`${origin}/?request=7`);
  await pane(page).getByText('Not in the journal').waitFor();
});

const failNext = async (page: Page, status: string, choice?: string) => {
  await press(pane(page), 'Fail next');
  if (choice) await pane(page).getByLabel('Which calls').selectOption(choice);
  await press(pane(page), status);
};

test.each<[CaseRequest, CaseRequest, string, string]>([
  [{ path: '/v2/pets/rex' }, {}, 'Any getPet', ''],
  [{ path: '/v2/pets/rex' }, { path: '/v2/pets/other' }, 'only this pet', 'for pet rex'],
  [{ path: '/v2/pets?limit=2&a=%20b' }, {}, 'only this query', 'for ?limit=2&a=+b'],
  [{}, { path: '/v2/pets?limit=2' }, 'only this query', 'for calls without a query'],
  [post('{"name":"B"}'), post('{"name":"C"}'), 'only this body', 'for the body {"name":"B"}'],
])('%j alone fails the next time, and %j does not', async (sent, other, choice, words) => {
  const { origin } = await serve({ fixtures: [{ id: 'rex', name: 'Rex' }] });
  const status = await send(origin, sent);
  const page = await openDashboard(origin);
  await rows(page).click();
  await failNext(page, '409', choice);
  await page
    .getByText(`409, next call only${words && `, ${words}`}`)
    .last()
    .waitFor();
  expect(await send(origin, other)).not.toBe(409);
  expect([await send(origin, sent), await send(origin, sent)]).toEqual([409, status]);
});

test('a replay is sent by the server as the request was, and opens, though it is filtered out', async () => {
  const body = '{"name":"Žofka",\r\n"tag":"dog"}';
  const headers = { 'Content-Type': `${json}; charset=utf-8`, 'X-Note': 'é' };
  const { server, page, open } = await start({ method: 'POST', headers, body });
  await filters(page).getByLabel('Operation').selectOption('listPets');
  await page.getByText('No request matches').waitFor();
  await press(open, 'Replay');
  await page.getByText('Replayed: 201').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?request=2');
  await expect.poll(() => rows(page).count()).toBe(2);
  expect(await rows(page).first().getAttribute('aria-selected')).toBe('true');
  const [first, last] = server.catalog.requests.list().map(essence);
  expect(last).toEqual(first);
});

test('the page says if a fault drops a replay, and why a replay is impossible', async () => {
  const { server, page, open } = await start(post(' '.repeat(20_000)), {}, /status of 409/);
  await press(open, 'Replay');
  await page.getByRole('alert').filter({ hasText: 'Cannot replay request 1' }).waitFor();
  server.catalog.faults.add({ network: 'reset' });
  await send(server.origin, {}).catch(() => {});
  await expect.poll(() => rows(page).count()).toBe(2);
  await rows(page).first().click();
  await press(open, 'Replay');
  await page.getByText('Replayed: no response').waitFor();
});

test('a request can be edited, and the page says if it cannot be sent', async () => {
  const { server, page, open } = await start({});
  await press(open, 'Edit…');
  const form = open.getByRole('dialog', { name: 'Edit the request' });
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
  await page.getByText('Sent: 201').waitFor();
  expect(server.catalog.pets.list().at(-1)).toMatchObject({ name: 'Edited' });
  await expect.poll(() => heading(page).innerText()).toBe('201 Created POST /v2/pets');
  await press(open, 'Edit…');
  await press(open, 'Cancel');
  expect(await form.count()).toBe(0);
});

test('a call of no operation cannot be replayed, and none fails that is refused before faults', async () => {
  const { open } = await start({ path: '/elsewhere' });
  expect(await open.getByRole('button', { name: 'Replay', exact: true }).isDisabled()).toBe(true);
  expect(await open.getByRole('button', { name: 'Fail next' }).count()).toBe(0);
});

test('objects in a body fold from the second level on', async () => {
  const { open } = await start({ path: '/v2/pets?limit=2' });
  const body = open.getByLabel('Response body', { exact: true });
  const [first] = JSON.parse(await body.innerText()) as { name: string }[];
  await body.locator('.fold').first().click();
  await expect.poll(() => body.innerText()).not.toContain(`"${first!.name}"`);
  expect(await body.innerText()).toContain('{ … }');
});

test('in the list, the keys R, F and C act on its request; elsewhere they are letters', async () => {
  const { server, page, call } = await start({ path: '/v2/pets' });
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await rows(page).focus();
  await page.keyboard.press('c');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('curl ');
  await page.keyboard.press('f');
  await expect.poll(() => server.catalog.faults.list()).toMatchObject([{ status: 503 }]);
  expect((await call('/pets?limit=3')).status).toBe(503);
  await page.keyboard.press('r');
  await expect.poll(() => rows(page).count()).toBe(3);
  const search = page.getByRole('searchbox', { name: /^Search requests/ });
  await search.pressSequentially('rfc');
  expect(await search.inputValue()).toBe('rfc');
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
