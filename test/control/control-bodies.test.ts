import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import express from 'express';
import { http } from 'msw';
import { expect, test } from 'vitest';
import { createPetCatalog } from '../../src/index.ts';
import { createApp } from '../../src/server.ts';
import { linesOf } from '../cli/support/scripts.ts';
import { loggedServer } from './support/logged-server.ts';
import { openSocket, requestText, sendRaw, statusOf } from './support/tcp.ts';
import { listening, startedServer } from './support/started-server.ts';

const json = { 'Content-Type': 'application/json' };
/** Sends the body of a seed. */
const post = (origin: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${origin}/__admin/seed`, {
    method: 'POST',
    headers: { ...json, ...headers },
    body,
    duplex: 'half',
  } as RequestInit);

/** More than is parsed at once. */
const long = 'x'.repeat(2 * 1024 * 1024);

test.each([
  ['short', 'x'],
  ['long', long],
])('a %s body gives the same, with its length and in chunks', async (_name, name) => {
  const { origin, catalog } = await startedServer();
  const text = JSON.stringify({
    fixtures: [
      { name, tag: '\u{1f408} "\\ \u0000' },
      { name: '', tag: '\u00fc' },
    ],
  });
  for (const body of [text, new Blob([text]).stream()]) {
    catalog.seed({ pets: 0 });
    expect(await (await post(origin, body)).json()).toEqual({ pets: 2 });
    expect(catalog.pets.list().map((pet) => [pet.name, pet.tag])).toEqual([
      [name, '\u{1f408} "\\ \u0000'],
      ['', '\u00fc'],
    ]);
  }
});

test.each([
  ['no JSON', 'nonsense', /^The request body is not valid JSON: /],
  ['JSON that breaks off', '{"pets":', /^The request body is not valid JSON: /],
  ['more than one value', '{}{}', /^The request body is not valid JSON: .* position "?\d+/],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), /not valid UTF-8/],
  ['a character that breaks off', Buffer.from([0x22, 0xc3]), /not valid UTF-8/],
])('%s is refused, however long', async (_name, start, message) => {
  const server = await startedServer();
  const before = server.catalog.snapshot();
  for (const blanks of [0, long.length]) {
    const body = Buffer.concat([Buffer.alloc(blanks, 32), Buffer.from(start as string)]);
    const response = await post(server.origin, body);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { error: string }).error).toMatch(message);
  }
  expect(server.catalog.snapshot()).toEqual(before);
});

test('a compressed body that a parser of the outer app has inflated is refused with its coding', async () => {
  const catalog = createPetCatalog({ pets: 1 });
  const before = catalog.snapshot();
  const app = express().use(express.json({ limit: '8mb' }), createApp(catalog));
  const body = gzipSync(JSON.stringify({ fixtures: [{ name: 'x'.repeat(6_000_000) }] }));
  expect(body.byteLength).toBeLessThan(10_000);
  const { origin } = await listening(app);
  const response = await post(origin, body, { 'Content-Encoding': 'gzip', Connection: 'close' });
  expect(response.status).toBe(415);
  expect(await response.json()).toEqual({ error: expect.stringContaining('gzip') as string });
  expect(catalog.snapshot()).toEqual(before);
});

test('an empty body in chunks is none', async () => {
  const { port } = await startedServer();
  const head = { ...json, 'Transfer-Encoding': 'chunked' };
  const seen = await sendRaw(port, `${requestText('POST /__admin/reset', head)}0\r\n\r\n`);
  expect(statusOf(seen)).toBe(204);
});

test('a body of more values than pets have is refused before it fills the memory', async () => {
  const server = await startedServer({ maxPets: 1000 });
  for (const value of ['{}', '0', '[]']) {
    const values = Array(1_000_000).fill(value).join(',');
    const response = await post(server.origin, `{"fixtures":[${values}]}`);
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({
      error: 'The request body holds more values than 1000 pets have',
    });
  }
});

test('a body of as many pets as there may be is taken', async () => {
  const maxPets = 60_000;
  const server = await startedServer({ maxPets });
  const fixtures = Array.from({ length: maxPets }, (_, index) => ({
    name: 'Rex the dog',
    tag: 'dog',
    id: `pet-${index}`,
  }));
  const body = JSON.stringify({ fixtures });
  expect(body.length).toBeGreaterThan(long.length);
  expect(await (await post(server.origin, body)).json()).toEqual({ pets: maxPets });
});

test('a client that goes away in the middle of a body is no error in the log', async () => {
  const { origin, stop } = await loggedServer([
    http.post('*/own', async ({ request }) => void (await request.text())),
  ]);
  for (const [path, length] of [
    ['/__admin/seed', 1000],
    ['/__admin/seed', long.length],
    ['/own', 1000],
  ] as const) {
    const socket = await openSocket(Number(new URL(origin).port));
    const closed = once(socket, 'close');
    const head = { ...json, 'Content-Length': String(length), Expect: '100-continue' };
    socket.write(requestText(`POST ${path}`, head));
    await once(socket, 'data');
    socket.write('{"pets":');
    socket.resetAndDestroy();
    await closed;
    // By its answer, the server has seen that the client has gone.
    expect((await fetch(`${origin}/__admin/health`)).status).toBe(200);
  }

  const levels = linesOf(await stop()).map(({ level }) => level);
  expect(new Set(levels)).toEqual(new Set(['info']));
});
