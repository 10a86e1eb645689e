import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JournalEntry } from '../../src/client.ts';
import { toFetch, toVerify } from '../../src/dashboard/requests/code.ts';
import { toCurl } from '../../src/dashboard/requests/curl.ts';
import { bodyGap } from '../../src/dashboard/requests/sent.ts';
import { findBarriers, looks, openDashboard, picture, serve } from './dashboard-page.ts';
import { launchBrowser } from './support/browser.ts';

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
  ['odd fields', '{"name":"Rex","__proto__":{"a":1},"a-b":[-0,1e999,null,true,{}],"it\'s":"\'"}'],
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
    const isSentAgain = () => {
      const entries = server.catalog.requests.list();
      expect(entries).toHaveLength(2);
      expect(essence(entries[1]!)).toEqual(essence(entry));
    };
    return { server, origin, entry, isSentAgain };
  }

  test('as curl sends it again', async () => {
    const { origin, entry, isSentAgain } = await start();
    await promisify(execFile)('sh', ['-c', `${toCurl(entry, origin, key)} --silent`]);
    isSentAgain();
  });

  test('as fetch sends it again', async () => {
    const { origin, entry, isSentAgain } = await start();
    // oxlint-disable-next-line typescript/no-implied-eval -- What is copied is code.
    await (new Function(`return ${toFetch(entry, origin, key)}`)() as Promise<Response>);
    isSentAgain();
  });

  test('for a test verifies it, without its key', async () => {
    const { server, origin, entry } = await start();
    const line = toVerify(entry);
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
