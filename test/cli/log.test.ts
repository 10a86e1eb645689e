import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRequestLog, type LoggedRequest } from '../../src/server/log.ts';
import type { LogFormat } from '../../src/server/options.ts';
import { openSocket, requestText } from '../control/support/tcp.ts';
import { folderWith, startCommand } from './support/command.ts';
import { linesOf } from './support/scripts.ts';

const line: LoggedRequest = {
  at: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  started: 0,
  method: 'GET',
  path: '/v2/pets',
  query: '',
  status: 200,
  durationMs: 1.23456,
  operation: 'listPets',
  apiKey: 'test-key-01',
};

type Options = NonNullable<Parameters<typeof createRequestLog>[1]>;
type Use = (log: ReturnType<typeof createRequestLog>) => void;

/** What a log writes to a file. */
async function written(format: LogFormat, use: Use, options: Options = {}): Promise<string> {
  const file = join(await folderWith(), 'log');
  const fd = openSync(file, 'w');
  const log = createRequestLog(format, { fd, ...options });
  use(log);
  await log.close();
  return readFileSync(file, 'utf8');
}

const hostile = '/v2/\u001b[31m\n\r\u0000\u007f\u009b\u2028\u202e"\\é';

test.each(['json', 'pretty'] as const)(
  '%s: what a client sends can neither break a line nor reach the terminal',
  async (format) => {
    const text = await written(format, (log) => {
      log.request({ ...line, method: hostile, path: hostile, query: hostile, apiKey: hostile });
    });

    expect(text.match(/\n/g)).toHaveLength(1);
    expect(text.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
    expect(text).toContain('\\u001b[31m');
    expect(text).toContain('é');
  },
);

test('json: a line parses to the logged request', async () => {
  const given = { path: hostile, status: null, fault: 'f-1', operation: null };
  const text = await written('json', (log) => log.request({ ...line, ...given }));

  const { at: _at, started: _started, ...fields } = line;
  const shown = { durationMs: 1.235, apiKey: 'te…01' };
  const time = '2026-01-02T03:04:05.678Z';
  expect(linesOf(text)).toEqual([{ time, level: 'info', ...fields, ...given, ...shown }]);
});

test('pretty: colours by status on request, and a sign for a missing answer', async () => {
  const use: Use = (log) => {
    for (const status of [200, 404, 503, null]) log.request({ ...line, status });
  };
  const coloured = await written('pretty', use, { colours: true });
  const plain = await written('pretty', use);

  for (const part of ['\x1b[32m200', '\x1b[33m404', '\x1b[31m503', '\x1b[31m × ']) {
    expect(coloured).toContain(part);
  }
  expect(plain).not.toContain('\x1b');
  expect(plain).toContain('  ×  GET');
});

test.each<[failed: Partial<LoggedRequest>, reason: string]>([
  [{ status: 404, responseBody: '{"error":"Pet not found"}' }, 'Pet not found'],
  [
    {
      status: 401,
      responseBody: '{"error":"The header X-API-Key is missing or empty; send an API key"}',
      requestHeaders: ['Authorization', 'Bearer token'],
    },
    'no X-API-Key was sent; an Authorization header was',
  ],
  [
    { status: 503, fault: 'fault-1', faultText: '503, next call only' },
    'fault: 503, next call only',
  ],
  [
    { status: null, fault: 'fault-2', faultText: 'connection dropped' },
    'fault: connection dropped',
  ],
  [
    {
      status: null,
      fault: 'f',
      faultText: 'connection dropped',
      happened: 'createPet created "rex"',
    },
    'fault: connection dropped (createPet created "rex")',
  ],
])('a line says why a call failed: %j', async (failed, reason) => {
  const use: Use = (log) => log.request({ ...line, ...failed });

  expect(linesOf(await written('json', use))).toMatchObject([{ reason }]);
  const end = `ms  /v2/pets   ${failed.fault === undefined ? '' : '⚡ '}${reason}\n`;
  expect((await written('pretty', use)).endsWith(end)).toBe(true);
});

test.each(['json', 'pretty', 'none'] as const)(
  '%s: an error comes with its stack and its causes, and with nothing else of it',
  async (format) => {
    const error = Object.assign(new Error('outer \u001b[31m', { cause: new TypeError('inner') }), {
      request: { headers: 'something secret' },
    });
    const text = await written(format, (log) => log.error(error, 'handlers.mjs'));

    expect(text).toContain('outer \\u001b[31m');
    expect(text).toContain('Caused by: TypeError: inner');
    expect(text).toContain('log.test.ts');
    expect(text).toContain('handlers.mjs');
    expect(text).not.toContain('\u001b');
    expect(text).not.toContain('something secret');
  },
);

test.each([
  ['nothing', undefined],
  ['text', 'text'],
  ['an object without a prototype', Object.create(null)],
  ['an error whose stack throws', Object.defineProperty(new Error('x'), 'stack', { get: fail })],
])('an operation may throw %s', async (_name, thrown: unknown) => {
  expect(await written('json', (log) => log.error(thrown))).toMatch(/^\{.*\}\n$/);
});

test('lines that find no room are dropped', async () => {
  const flood: Use = (log) => {
    for (let index = 0; index < 3000; index++) log.request(line);
  };
  const text = await written('json', flood, { maxWaiting: 20_000 });
  expect(linesOf(text).length).toBeGreaterThan(0);
  expect(linesOf(text).length).toBeLessThan(3000);
});

test('no key and no token is in anything that it writes, wherever a client puts them', async () => {
  const key = 'api-key-never-to-be-seen';
  const token = 'admin-token-never-to-be-seen';
  const command = await startCommand([], {
    env: { PET_CATALOG_API_KEYS: key, PET_CATALOG_ADMIN_TOKEN: token },
  });
  const headers = { 'X-API-Key': key, Authorization: `Bearer ${token}` };
  const paths = [`/v2/pets/${key}`, `/v2/pets?key=${key}`, `/?token=${token}`, `/__admin/${token}`];
  for (const path of paths) await (await fetch(new URL(path, command.url), { headers })).text();
  const { stdout, stderr } = await command.stop();

  // Pages and reads of the control plane are not logged.
  expect(linesOf(stderr)).toHaveLength(2);
  expect(stdout + stderr).not.toContain(key);
  expect(stdout + stderr).not.toContain(token);
});

test('a client that goes while its control request waits is not an error', async () => {
  const { port, call, stop } = await startCommand(['--log', 'json']);
  const socket = await openSocket(port);
  const wait = requestText('GET /__admin/requests/wait?timeout=600000&count=2');
  await new Promise((sent) => socket.write(wait, sent));
  socket.destroy();
  await call('/pets');
  expect(linesOf((await stop()).stderr)).toMatchObject([{ level: 'info', path: '/v2/pets' }]);
});

function fail(): never {
  throw new Error('no');
}
