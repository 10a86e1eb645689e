import { describe, expect, test } from 'vitest';
import { startedServer } from './support/started-server.ts';

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
