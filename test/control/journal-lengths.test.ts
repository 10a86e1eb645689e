import { describe, expect, test } from 'vitest';
import type { JournalEntry } from '../../src/index.ts';
import { startedServer, type TestServer } from './support/started-server.ts';

const type = { 'Content-Type': 'application/json' };
const rex = '{"name":"Rex"}';

/** Sent in chunks, with no length. */
function chunked(text: string): RequestInit {
  return {
    method: 'POST',
    headers: type,
    body: new Blob([text]).stream(),
    duplex: 'half',
  } as RequestInit;
}

const calls: [
  what: string,
  call: (server: TestServer) => Promise<unknown>,
  entry: Partial<JournalEntry>,
  absent: (keyof JournalEntry)[],
][] = [
  [
    'of a body in chunks',
    ({ call }) => call('/pets', chunked(rex)),
    { status: 201, requestBody: rex, requestBytes: 14 },
    [],
  ],
  [
    'of a body that is refused by its declared length',
    ({ create }) => create('x'.repeat(40_000)),
    { status: 413, responseHeaders: expect.anything() as Record<string, string> },
    ['requestBody', 'requestBytes'],
  ],
  [
    'of a body that turns out to be too long',
    ({ call }) => call('/pets', chunked('x'.repeat(40_000))),
    { status: 413 },
    ['requestBody', 'requestBytes'],
  ],
  [
    'of HEAD',
    ({ call }) => call('/pets', { method: 'HEAD' }),
    { status: 200, responseHeaders: expect.objectContaining({ 'content-length': '2' }) as never },
    ['responseBody', 'responseBytes'],
  ],
  [
    'of a failure that a fault answers',
    ({ catalog, create }) => {
      catalog.faults.add({ status: 503, error: 'ü' });
      return create('Rex');
    },
    { status: 503, requestBytes: 14, responseBody: '{"error":"ü"}', responseBytes: 14 },
    [],
  ],
  [
    'of an answer that is cut off',
    ({ catalog, create }) => {
      catalog.faults.add({ status: 503, error: 'x'.repeat(20_000), network: 'truncate' });
      return create('Rex').then((response) => response.text());
    },
    { status: 503, requestBytes: 14, responseBytes: 20_012, fault: 'fault-1' },
    [],
  ],
  [
    'of a connection that is reset',
    ({ catalog, create }) => {
      catalog.faults.add({ network: 'reset' });
      return create('Rex');
    },
    { status: null, requestBody: rex, requestBytes: 14, fault: 'fault-1' },
    ['responseHeaders', 'responseBody', 'responseBytes'],
  ],
];

describe.each([{ fastLane: true }, { fastLane: false }])(
  'the lengths in the journal, %o',
  (lane) => {
    test.each(calls)('are true %s', async (_what, call, expected, absent) => {
      const server = await startedServer({ ...lane, pets: 0, maxBodyBytes: 30_000 });
      await Promise.resolve(call(server)).catch(() => 'the connection broke');
      await expect.poll(() => server.catalog.requests.list()[0]?.durationMs).not.toBeNull();
      const [entry] = server.catalog.requests.list();
      expect(entry).toMatchObject(expected);
      for (const name of absent) expect(entry).not.toHaveProperty(name);
    });
  },
);
