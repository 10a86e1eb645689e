import { describe, expect, test } from 'vitest';
import { createPetCatalog } from '../../src/index.ts';
import { createJournal } from '../../src/catalog/journal.ts';
import { createJournalBudget } from '../../src/catalog/journal-budget.ts';
import { startedServer } from './support/started-server.ts';
import { arrival } from '../support/arrival.ts';

const secrets = {
  'X-API-Key': 'test-key-01',
  Authorization: 'Bearer abcdef-token',
  Cookie: 'session=abcdef',
};

describe.each([{ fastLane: true }, { fastLane: false }])(
  'the headers in the journal, %o',
  (options) => {
    test('are those of the request and of the answer, secrets redacted', async () => {
      const server = await startedServer({ ...options, apiKeys: ['test-key-01'], pets: 1 });
      const headers = { ...secrets, Prefer: 'wait=1', 'X-Twice': 'a test-key-01' };
      await server.call('/pets', { headers });
      const { json } = await server.admin('GET /requests');
      const [entry] = (json as { requests: object[] }).requests;
      expect(entry).toMatchObject({
        requestHeaders: {
          'x-api-key': 'te…01',
          authorization: 'Be…en',
          cookie: 'se…ef',
          prefer: 'wait=1',
          'x-twice': 'a te…01',
        },
        responseHeaders: { 'content-type': 'application/json', 'cache-control': 'no-store' },
      });
      expect(JSON.stringify(entry)).not.toMatch(/test-key-01|abcdef/);
    });

    test('are there for a path that is not the service’s, too', async () => {
      const server = await startedServer(options);
      await fetch(`${server.origin}/elsewhere`, { headers: { 'X-Test': 'yes' } });
      expect(server.catalog.requests.list()).toMatchObject([
        { operation: null, requestHeaders: { 'x-test': 'yes' } },
      ]);
      expect(server.catalog.requests.list()[0]!.responseHeaders).toMatchObject({
        'content-type': 'application/json',
      });
    });
  },
);

test('an entry in a test has the headers and lengths of what was fetched', async () => {
  const catalog = createPetCatalog({ pets: 0 });
  await catalog.fetch(new Request('http://pets.example/v2/pets', { headers: secrets }));
  expect(catalog.requests.list()).toMatchObject([
    {
      requestHeaders: { 'x-api-key': 'te…01', authorization: 'Be…en' },
      responseHeaders: { 'content-length': '2' },
      responseBytes: 2,
    },
  ]);
  expect(catalog.requests.list()[0]).not.toHaveProperty('requestBytes');
});

test.each([
  ['a long one', ['x', 'y'.repeat(2650)]],
  ['many short ones', Array.from({ length: 100 }, () => 'xy')],
])('headers take their part of what the journals may hold: %s', (_what, rawHeaders) => {
  const journal = createJournal(100, createJournalBudget(10_000));
  for (let call = 0; call < 10; call++) {
    const record = journal.begin(arrival({ path: '/', received: true, rawHeaders }));
    journal.end(record, 200);
  }
  expect([...journal.records()]).toHaveLength(3);
});
