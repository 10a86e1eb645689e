import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { JournalEntry } from '../../src/client.ts';
import { ownOperations } from '../../src/operations/table.ts';
import { toFetch, toVerify } from '../../src/dashboard/requests/code.ts';
import { toCurl } from '../../src/dashboard/requests/curl.ts';
import { bodyGap } from '../../src/dashboard/requests/sent.ts';
import { findBarriersInBoth, looks, openDashboard, serve } from './dashboard-page.ts';

const json = 'application/json';
const key = 'team-key-01';

interface Sent {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** Sends what `fetch` does not: any method, header and bytes. Gives the status. */
async function send(origin: string, { method = 'GET', path = '/v2/pets', headers, body }: Sent) {
  const { port } = new URL(origin);
  const options = { port, method, path, headers: { 'X-API-Key': key, ...headers } };
  const sent = request(options).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  await once(response.resume(), 'end');
  return response.statusCode;
}

/** What a copy must send again: all but the headers that each client sets itself. */
function essence({ method, path, query, requestBody, requestBytes, ...rest }: JournalEntry) {
  const { 'x-api-key': apiKey, 'content-type': type, prefer, 'x-note': note } = rest.requestHeaders;
  return { method, path, query, requestBody, requestBytes, apiKey, type, prefer, note };
}

const requests: [string, Sent][] = [
  ['a list', { path: '/v2/pets?limit=2&tag=a%20b+c%27%22' }],
  ['a list with nothing but a separator', { path: '/v2/pets?&' }],
  ['a pet, whose id has a quote and more', { path: "/v2/pets/it's%22%20%E2%82%AC/" }],
  ['a path with brackets', { path: '/v2/pets/[1-3]{a,b}' }],
  ['no operation', { method: 'PATCH', path: "/elsewhere/it's?a=1" }],
  ['an operation by HEAD', { method: 'HEAD', path: '/v2/pets/nobody' }],
  ['a preference, and bytes in a header', { headers: { Prefer: 'code=503', 'X-Note': "é'\\%$x" } }],
  ['an empty header', { headers: { 'X-Note': '' } }],
];
const bodies: [string, string][] = [
  ['quotes and a dollar', JSON.stringify({ name: `It's "Rex" $HOME \\ \`id\` %s \\n !!` })],
  ['lines', '{\r\n\t"name":\n"Rex"\r}'],
  ['unicode', JSON.stringify({ name: 'Žofka 🐕\u{2028}\u{7f}\u{9b}\u{feff}é' })],
  ['a NUL, which is no JSON', '{"name":"\0\u{1b}[31m"}'],
  ['a byte order mark', '\u{feff}{"name":"Rex"}'],
  ['a character for what is none', '{"name":"\u{fffd}"}'],
  ['no text', ''],
  ['odd fields', '{"name":"Rex","__proto__":{"a":1},"a-b":[-0,null,true,{}],"it\'s":"\'"}'],
  ['a single value', '"Rex"'],
  ['no JSON', '{name}'],
];
for (const [name, body] of bodies) {
  requests.push([
    `a body with ${name}`,
    { method: 'POST', headers: { 'Content-Type': json }, body },
  ]);
}

describe.each(requests)('a copy of %s', (_, sent) => {
  async function start() {
    const { server, origin } = await serve({ pets: 3 });
    await send(origin, sent);
    const entry = server.catalog.requests.list().at(-1)!;
    const all = () => server.catalog.requests.list().map(essence);
    return { server, origin, entry, all };
  }

  test('as curl sends it again', async () => {
    const { origin, entry, all } = await start();
    await promisify(execFile)('sh', ['-c', `${toCurl(entry, origin, key)} --silent`]);
    expect(all()).toEqual([essence(entry), essence(entry)]);
  });

  test('as fetch sends it again', async () => {
    const { origin, entry, all } = await start();
    // oxlint-disable-next-line typescript/no-implied-eval -- What is copied is code.
    await (new Function(`return ${toFetch(entry, origin, key)}`)() as Promise<Response>);
    expect(all()).toEqual([essence(entry), essence(entry)]);
  });

  test('for a test verifies it, without its key', async () => {
    const { server, origin, entry } = await start();
    const line = toVerify(entry, ownOperations());
    expect(line).not.toMatch(/key|[\r\n]/);
    // oxlint-disable-next-line typescript/no-implied-eval -- What is copied is code.
    const verify = () => new Function('catalog', `return ${line}`)(server.catalog) as number;
    expect(verify()).toBe(1);
    server.catalog.requests.clear();
    await send(origin, { method: 'PUT', path: '/another' });
    expect(verify).toThrow('but saw 0');
  });
});

test('a key that the page does not know is a variable in each copy', async () => {
  const { server, origin } = await serve();
  await send(origin, {});
  const entry = server.catalog.requests.list()[0]!;
  expect(toCurl(entry, origin)).toContain(`--header "x-api-key: $API_KEY"`);
  expect(toFetch(entry, origin)).toContain(`'x-api-key': API_KEY,`);
});

test.each<[string, Sent, string]>([
  ['that is no text', { body: Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d) }, 'no text in UTF-8'],
  ['that is long', { body: ' '.repeat(20_000) }, 'only the first 16,384 of 20,000 bytes'],
  ['that was refused unread', { body: 'x', headers: { 'Content-Type': 'text/x' } }, 'did not read'],
])('of a body %s, what is not known is said', async (_, sent, words) => {
  const { server, origin } = await serve();
  await send(origin, {
    method: 'POST',
    ...sent,
    headers: { 'Content-Type': json, ...sent.headers },
  });
  expect(bodyGap(server.catalog.requests.list()[0]!)).toContain(words);
});

describe('in the dashboard', () => {
  const rows = (page: Page) => page.locator('.entry');
  const open = async (page: Page, index = 0) => {
    await rows(page).nth(index).getByRole('button').first().click();
    await page.getByRole('group', { name: 'Do with this request' }).waitFor();
  };
  const press = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).click();
  const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

  test.each<[string, (id: string) => Sent, Sent, string]>([
    [
      'getPet',
      (id) => ({ path: `/v2/pets/${id}` }),
      { path: '/v2/pets/another' },
      'Added: getPet, 503, once, for pet ',
    ],
    [
      'listPets',
      () => ({ path: '/v2/pets?limit=2&a=%20b' }),
      { path: '/v2/pets' },
      'Added: listPets, 503, once, for ?limit=2&a=+b',
    ],
    [
      'listPets without a query',
      () => ({}),
      { path: '/v2/pets?limit=2' },
      'Added: listPets, 503, once, for calls without a query',
    ],
    [
      'createPet',
      () => ({ method: 'POST', headers: { 'Content-Type': json }, body: '{"name":"Rex"}' }),
      { method: 'POST', headers: { 'Content-Type': json }, body: '{"name":"Max"}' },
      'Added: createPet, 503, once, for the body {"name":"Rex"}',
    ],
  ])('a %s fails the next time, and only that one', async (_, make, other, notice) => {
    const { server, origin } = await serve({ pets: 3 });
    const sent = make(server.catalog.pets.list()[1]!.id);
    const status = await send(origin, sent);
    const page = await openDashboard(origin);
    await open(page);
    await press(page, 'Fail next time');
    await page.getByText(notice).waitFor();
    expect(await send(origin, other)).not.toBe(503);
    expect(await send(origin, sent)).toBe(503);
    expect(await send(origin, sent)).toBe(status);
  });

  test('a replay reaches the server, whatever the browser might keep of it', async () => {
    const { server, origin, call } = await serve({ pets: 3 });
    const headers = { 'Cache-Control': 'max-age=600' };
    server.catalog.faults.add({ status: 503, headers, body: { error: 'x' }, times: 2 });
    await call('/pets?limit=1');
    const page = await openDashboard(origin, {}, { expected: /503/ });
    await open(page);
    for (const status of [503, 200]) {
      await press(page, 'Replay');
      await page.getByText(`Sent it again: ${status}`).waitFor();
    }
    expect(server.catalog.requests.count({ operation: 'listPets' })).toBe(3);
  });

  test('the fault is in the list at once', async () => {
    const { origin, call } = await serve({ pets: 3 });
    await call('/pets');
    const page = await openDashboard(origin);
    // A page that nobody sees does not ask now and then what there is.
    await page.evaluate(() =>
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' }),
    );
    await open(page);
    for (const count of [1, 2, 3]) {
      await press(page, 'Fail next time');
      await expect.poll(() => page.locator('.fault-list li').count()).toBe(count);
    }
  });

  test('what no fault hits has no such button', async () => {
    const { origin } = await serve();
    await send(origin, { path: '/elsewhere' });
    await send(origin, { headers: { 'X-API-Key': '' } });
    const page = await openDashboard(origin);
    for (const index of [0, 1]) {
      await open(page, index);
      expect(await page.getByText('Fail next time').count()).toBe(0);
    }
  });

  test('a replay is sent as the request was, and opens with the focus', async () => {
    const { server, origin } = await serve({ pets: 1 });
    const body = '\u{feff}{"name":"Žofka",\r\n"tag":"dog"}';
    const headers = { 'Content-Type': `${json}; charset=utf-8`, 'X-Note': 'é' };
    await send(origin, { method: 'POST', headers, body });
    await send(origin, { path: '/v2/pets/later' });
    const page = await openDashboard(origin);
    await open(page, 1);
    await press(page, 'Replay');
    await page.getByText('Sent it again: 201').waitFor();
    await expect.poll(() => rows(page).first().getAttribute('class')).toBe('entry open');
    expect(await page.locator('.entry.open > button:focus').count()).toBe(1);
    expect(await rows(page).count()).toBe(3);
    const [first, , last] = server.catalog.requests.list().map(essence);
    expect({ ...last, apiKey: '' }).toEqual({ ...first, apiKey: '' });
    expect(server.catalog.pets.list().slice(1)).toMatchObject([{ tag: 'dog' }, { tag: 'dog' }]);
  });

  test('a replay is sent with the key of the page, and shown though it is filtered out and paused', async () => {
    const { origin } = await serve({ apiKeys: [key, 'page-key-02'], pets: 1 });
    expect(await send(origin, { path: '/v2/pets/nobody' })).toBe(404);
    const page = await openDashboard(origin, {}, { expected: /status of 404/ });
    await open(page);
    await press(page, 'Replay');
    expect(await page.getByLabel('API key').getAttribute('aria-invalid')).toBe('true');
    await page.getByText('The journal redacts keys').waitFor();
    await page.getByLabel('API key').fill('page-key-02');
    await page.getByLabel('API key').press('Enter');
    const filters = page.getByRole('group', { name: 'Filter the requests' });
    await filters.getByLabel('Status').selectOption('404');
    await press(page, 'Pause');
    await press(page, 'Edit and replay');
    await page.getByLabel('Path and query').fill('/v2/pets?limit=0');
    await press(page, 'Send');
    await page.getByText('Sent it again: 200').waitFor();
    const opened = page.locator('.entry.open');
    await expect.poll(() => opened.locator('.path').innerText()).toBe('/v2/pets?limit=0');
    expect(await opened.getByText('pa…02').count()).toBeGreaterThan(0);
    await opened.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByText('Copied the curl command').waitFor();
    expect(await copied(page)).toContain('page-key-02');
  });

  test('a replay that waits is shown at once, and then its end', async () => {
    const { server, origin } = await serve({ pets: 1 });
    await send(origin, {});
    const page = await openDashboard(origin, {}, { expected: /net::ERR/ });
    await open(page);
    const fault = server.catalog.faults.add({ network: 'hang' });
    await press(page, 'Pause');
    await press(page, 'Replay');
    const status = page.locator('.entry.open .status');
    await expect.poll(() => status.innerText()).toBe('···');
    server.catalog.faults.remove(fault);
    await expect.poll(() => status.innerText()).toBe('none');
  });

  test('a request is edited, and what cannot be sent is said', async () => {
    const { server, origin } = await serve({ pets: 1 });
    await send(origin, {});
    const page = await openDashboard(origin);
    await open(page);
    await press(page, 'Edit and replay');
    const form = page.getByRole('form', { name: 'Edit and replay' });
    await expect
      .poll(() => form.getByLabel('Path').evaluate((field) => field === document.activeElement))
      .toBe(true);
    await form.getByLabel('Headers').fill('content-type');
    await press(page, 'Send');
    await form.getByText('A line must be "Name: value", not "content-type"').waitFor();
    await form.getByLabel('Headers').fill(`content-type: ${json}\nx-api-key: typed-key`);
    await form.getByLabel('Body').fill('{"name":"Edited"}');
    await press(page, 'Send');
    await form.getByText(/GET\/HEAD method cannot have body/).waitFor();
    await form.getByLabel('Path').fill('v2/pets');
    await press(page, 'Send');
    await form.getByText('must begin with a slash').waitFor();
    await form.getByLabel('Path').fill('/v2/pets');
    await form.getByLabel('Method').selectOption('POST');
    await press(page, 'Send');
    await page.getByText('Sent it again: 201').waitFor();
    expect(server.catalog.pets.list().at(-1)).toMatchObject({ name: 'Edited' });
    await expect.poll(() => page.locator('.entry.open .method').innerText()).toBe('POST');
    await press(page, 'Edit and replay');
    await press(page, 'Cancel');
    expect(await form.count()).toBe(0);
    expect(await page.locator('button:focus').innerText()).toBe('Edit and replay');
  });

  test.each<[string, Sent, string]>([
    ['a body that is truncated', { method: 'POST', body: ' '.repeat(20_000) }, 'of 20,000 bytes'],
    ['a body that is no text', { method: 'POST', body: Uint8Array.of(0xff) }, 'no text in UTF-8'],
    ['a path that a page cannot ask for', { path: '/v2/../pets' }, 'can ask for its path'],
    ['a method that a page cannot send', { method: 'TRACE' }, 'no page can send TRACE'],
  ])('%s can be edited, but not replayed', async (_, sent, words) => {
    const { origin } = await serve();
    await send(origin, { ...sent, headers: { 'Content-Type': json } });
    const page = await openDashboard(origin);
    await open(page);
    await page.getByText(/^This cannot be replayed as it was sent: .*/).waitFor();
    expect(await page.locator('.actions > p').innerText()).toContain(words);
    expect(await page.getByRole('button', { name: 'Replay', exact: true }).count()).toBe(0);
    await press(page, 'Edit and replay');
    await page.getByLabel('Path and query').waitFor();
  });

  test('the copies are those of the open request', async () => {
    const { server, origin } = await serve();
    await send(origin, { path: '/v2/pets/nobody' });
    const page = await openDashboard(origin);
    await open(page);
    await press(page, 'Copy as fetch');
    await page.getByText('Copied the call of fetch').waitFor();
    expect(await copied(page)).toContain(`fetch('${origin}/v2/pets/nobody', {`);
    await press(page, 'Copy as test');
    await page.getByText('Copied the line for a test').waitFor();
    expect(await copied(page)).toBe(
      `catalog.requests.verify({ operation: 'getPet', path: '/v2/pets/nobody' });`,
    );
    expect(server.catalog.requests.count()).toBe(1);
  });

  test.each([360, 1280])('at %i px, the pet of a request is shown and focused', async (width) => {
    const { server, origin, call } = await serve({ pets: 3 });
    for (let count = 0; count < 120; count++) server.catalog.pets.create({ name: 'Rex' });
    const pet = server.catalog.pets.list().at(-5)!;
    await call('/pets', { method: 'POST', body: JSON.stringify({ name: 'Bo'.repeat(2000) }) });
    await call(`/pets/${pet.id}`);
    await call('/pets/nobody');
    const page = await openDashboard(origin, { width }, { path: '/?tab=requests' });
    const focused = page.locator('tr:focus');
    await open(page, 1);
    await press(page, 'Show pet');
    await page.getByText('Found Rex in the pets').waitFor();
    // The id is not seen where the panel is narrow.
    await expect.poll(() => focused.textContent()).toContain(pet.id.slice(0, 8));
    expect(await focused.getAttribute('class')).toBe('created');
    expect(new URL(page.url()).search).toContain('q=Rex');
    await expect.poll(() => page.locator('.pet-table tbody tr').count()).toBe(20);
    expect(await focused.textContent()).toContain(pet.id.slice(0, 8));
    if (width === 360) await press(page, 'Requests');
    await open(page, 2);
    await press(page, 'Show pet');
    await expect.poll(() => focused.innerText()).toContain('BoBo');
    if (width === 360) await press(page, 'Requests');
    await open(page, 0);
    await press(page, 'Show pet');
    await page.getByText('There is no pet with the id nobody').waitFor();
  });

  test.each(Object.entries(looks))('on a %s, the actions have no barriers', async (name, look) => {
    const { origin, call } = await serve({ pets: 3 });
    await call('/pets?limit=1');
    const page = await openDashboard(origin, look, { path: '/?tab=requests' });
    await open(page);
    await press(page, 'Edit and replay');
    await page.getByLabel('Headers, one a line').fill('none');
    await press(page, 'Send');
    expect(await findBarriersInBoth(page, `actions-${name}`)).toEqual([]);
  });
});
