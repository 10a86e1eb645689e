import { describe, expect, test } from 'vitest';
import type { JournalEntry } from '../../src/index.ts';
import { routes, startedServer, type TestServer } from './support/started-server.ts';

/** Sent in chunks, with no length. */
const chunked = (text: string) =>
  ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: new Blob([text]).stream(),
    duplex: 'half',
  }) as RequestInit;

const calls: [
  call: (server: TestServer) => Promise<unknown>,
  entry: Partial<JournalEntry>,
  absent: (keyof JournalEntry)[],
][] = [
  [
    ({ call }) => call('/pets', chunked('x'.repeat(40_000))),
    { status: 413, responseHeaders: expect.anything() as Record<string, string> },
    ['requestBody', 'requestBytes'],
  ],
  [
    ({ catalog, create }) => {
      catalog.faults.add({ status: 503, error: 'x'.repeat(20_000), network: 'truncate' });
      return create('Rex').then((response) => response.text());
    },
    { status: 503, requestBytes: 14, responseBytes: 20_012, fault: 'fault-1' },
    [],
  ],
  [
    ({ catalog, create }) => {
      catalog.faults.add({ network: 'reset' });
      return create('Rex');
    },
    { status: null, requestBody: '{"name":"Rex"}', requestBytes: 14, fault: 'fault-1' },
    ['responseHeaders', 'responseBody', 'responseBytes'],
  ],
];

describe.each(routes)('an entry of the journal, %s,', (_name, lane) => {
  test.each(calls)('has the true lengths: %s, %j', async (call, expected, absent) => {
    const server = await startedServer({ ...lane, pets: 0, maxBodyBytes: 30_000 });
    await Promise.resolve(call(server)).catch(() => 'the connection broke');
    await expect.poll(() => server.catalog.requests.list()[0]?.durationMs).not.toBeNull();
    const [entry] = server.catalog.requests.list();
    expect(entry).toMatchObject(expected);
    for (const name of absent) expect(entry).not.toHaveProperty(name);
  });

  test('has its fields and no others, as they were sent', async () => {
    const server = await startedServer({ ...lane, apiKeys: ['test-key-01'] });
    const headers = {
      Authorization: 'Bearer abcdef-token',
      Cookie: 'session=abcdef',
      Prefer: 'wait=1',
      'X-Twice': 'a test-key-01',
    };
    const ofFault = { location: '/test-key-01' };
    server.catalog.faults.add({ status: 201, headers: ofFault, body: {} });
    await server.create('Rex', { headers });
    const { json } = await server.admin('GET /requests');
    const [entry] = (json as { requests: JournalEntry[] }).requests;
    expect(entry).toMatchObject({
      requestHeaders: {
        'x-api-key': 'test-key-01',
        authorization: 'Bearer abcdef-token',
        cookie: 'session=abcdef',
        prefer: 'wait=1',
        'x-twice': 'a test-key-01',
      },
      responseHeaders: { location: '/test-key-01' },
      apiKey: 'test-key-01',
    });
    expect(Object.keys(entry!).join(' ')).toBe(
      'id at operation method path query status durationMs requestHeaders responseHeaders ' +
        'requestBody requestBytes responseBody responseBytes fault faultText apiKey',
    );
  });
});

test('a journal that is off is 400 to who asks for it', async () => {
  const { admin } = await startedServer({ journalSize: 0 });
  expect(await admin('GET /requests')).toMatchObject({
    status: 400,
    json: { error: expect.stringMatching(/is off/) as string },
  });
});
