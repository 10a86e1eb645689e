import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import express from 'express';
import { http } from 'msw';
import { expect, test } from 'vitest';
import { createPetCatalog } from '../../src/index.ts';
import { createApp } from '../../src/server.ts';
import { linesOf } from '../cli/support/scripts.ts';
import { loggedServer } from './support/logged-server.ts';
import { listening, startedServer } from './support/started-server.ts';
import { openSocket, requestText } from './support/tcp.ts';

const json = { 'Content-Type': 'application/json' };

/** Sends the body of a seed. */
const post = (origin: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${origin}/__admin/seed`, {
    method: 'POST',
    headers: { ...json, ...headers },
    body,
    duplex: 'half',
  } as RequestInit);

const longName = 'x'.repeat(2 * 1024 * 1024);

test.each([
  ['short', 'x'],
  ['long', longName],
])('reads a %s body, with its length and in chunks', async (_name, name) => {
  const { origin, catalog } = await startedServer();
  const text = JSON.stringify({ fixtures: [{ name, tag: '\u{1f408} "\\ \u0000' }] });
  for (const body of [text, new Blob([text]).stream()]) {
    catalog.seed({ pets: 0 });
    expect(await (await post(origin, body)).json()).toEqual({ pets: 1 });
    expect(catalog.pets.list()).toMatchObject([{ name, tag: '\u{1f408} "\\ \u0000' }]);
  }
});

test.each([
  ['no JSON', 400, 'nonsense', {}, /^The request body is not valid JSON: /],
  ['JSON that breaks off', 400, '{"pets":', {}, /^The request body is not valid JSON: /],
  ['another type', 415, '{}', { 'Content-Type': 'text/plain' }, /must be application\/json$/],
  ['a compressed body', 415, gzipSync('{}'), { 'Content-Encoding': 'gzip' }, /compressed/],
  ['more than 64 MiB', 413, '1'.repeat(64 * 1024 * 1024 + 1), {}, /at most 64 MiB$/],
])('refuses %s with %i, and changes nothing', async (_name, status, body, headers, message) => {
  const server = await startedServer();
  const before = server.catalog.snapshot();
  const response = await post(server.origin, body, headers);
  expect(response.status).toBe(status);
  expect(((await response.json()) as { error: string }).error).toMatch(message);
  expect(server.catalog.snapshot()).toEqual(before);
});

test('takes the body that a parser of the app around it has read', async () => {
  const catalog = createPetCatalog({ pets: 1 });
  const { origin } = await listening(express().use(express.json(), createApp(catalog)));
  expect(await (await post(origin, '{"pets":3}')).json()).toEqual({ pets: 3 });
});

test('logs no error if a client goes away in the middle of a body', async () => {
  const { origin, stop } = await loggedServer([
    http.post('*/own', async ({ request }) => void (await request.text())),
  ]);
  for (const path of ['/__admin/seed', '/own']) {
    const socket = await openSocket(Number(new URL(origin).port));
    const closed = once(socket, 'close');
    const head = { ...json, 'Content-Length': '1000', Expect: '100-continue' };
    socket.write(requestText(`POST ${path}`, head));
    await once(socket, 'data');
    socket.write('{"pets":');
    socket.resetAndDestroy();
    await closed;
    // Its answer shows that the server has seen the client go.
    expect((await fetch(`${origin}/__admin/health`)).status).toBe(200);
  }
  const levels = linesOf(await stop()).map(({ level }) => level);
  expect(new Set(levels)).toEqual(new Set(['info']));
});
