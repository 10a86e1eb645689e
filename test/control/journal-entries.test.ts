import { describe, expect, test } from 'vitest';
import { createJournal, type Journal } from '../../src/catalog/journal.ts';
import { createJournalBudget } from '../../src/catalog/journal-budget.ts';
import { arrived, startedServer } from './support/started-server.ts';
import { arrival } from '../support/arrival.ts';
import { patient } from '../support/patience.ts';

interface Arrival {
  method?: string;
  path?: string;
  query?: string;
  apiKey?: string;
}

function begin(journal: Journal, { method = 'GET', path = '/p', query = '', apiKey }: Arrival) {
  return journal.begin(arrival({ method, path, query, apiKey }));
}

describe('a journal entry', () => {
  test('has the fields that the specification lists, and no others', async () => {
    const server = await startedServer();
    await server.create('Rex');
    const { json } = await server.admin('GET /requests');
    const [entry] = (json as { requests: Record<string, unknown>[] }).requests;
    const names =
      'apiKey at durationMs id method operation path query requestBody requestBytes requestHeaders responseBody responseBytes responseHeaders status';
    expect(Object.keys(entry!).toSorted().join(' ')).toBe(names);
    expect(entry).toMatchObject({
      operation: 'createPet',
      method: 'POST',
      path: '/v2/pets',
      query: '',
      status: 201,
      requestBody: '{"name":"Rex"}',
      apiKey: 'te…01',
    });
    expect(entry!['at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(entry!['durationMs']).toBeTypeOf('number');
    expect(JSON.parse(entry!['responseBody'] as string)).toMatchObject({ name: 'Rex', tag: '' });
  });

  test('keeps the query as it was sent', async () => {
    const server = await startedServer();
    await server.call('/pets?limit=1&x=%20a');
    expect(server.catalog.requests.list()[0]).toMatchObject({ query: 'limit=1&x=%20a' });
  });

  test('of a request that hangs has the status null for ever', async () => {
    const server = await startedServer();
    server.catalog.faults.add({ network: 'hang', times: 1 });
    const events: unknown[] = [];
    const controller = new AbortController();
    const hanging = server.call('/pets', { signal: controller.signal }).catch(() => 'gone');
    await arrived(server, '/v2/pets');
    controller.abort();
    expect(await hanging).toBe('gone');
    // The next answered request is a sign that the server has seen the abort, or soon will.
    await expect
      .poll(() => server.catalog.requests.list()[0]!.durationMs)
      .toEqual(expect.any(Number));
    events.push(...server.catalog.requests.list());
    expect(events).toMatchObject([{ status: null, fault: 'fault-1' }]);
  });

  test('of a client that went away during a delay has the status null', async () => {
    const server = await startedServer({ delay: 60_000 });
    const controller = new AbortController();
    const call = server.call('/pets', { signal: controller.signal }).catch(() => 'gone');
    await arrived(server, '/v2/pets');
    controller.abort();
    expect(await call).toBe('gone');
    await expect
      .poll(() => server.catalog.requests.list()[0])
      .toMatchObject({ status: null, durationMs: expect.any(Number) as number });
  });

  test.each([
    ['an unknown path', '/nowhere?x=1', 'GET', 404],
    ['a path that is nearly one', '/v2//pets', 'GET', 404],
    ['a method that is not allowed', '/v2/pets', 'DELETE', 405],
  ])('of %s has the operation null', async (_what, path, method, status) => {
    const server = await startedServer();
    const response = await fetch(server.origin + path, { method });
    await response.text();
    expect(response.status).toBe(status);
    await server.catalog.requests.waitFor({ status }, patient);
    expect(server.catalog.requests.list()).toMatchObject([
      { operation: null, method, path: path.split('?')[0], status, apiKey: null },
    ]);
  });

  test('of a refused key names the operation, and masks the key', async () => {
    const server = await startedServer({ apiKeys: ['the-good-key'] });
    await server.call('/pets', { headers: { 'X-API-Key': 'a-wrong-key-9' } });
    expect(server.catalog.requests.list()).toMatchObject([
      { operation: 'listPets', status: 401, apiKey: 'a-…-9' },
    ]);
  });

  test('is not made for control requests', async () => {
    const server = await startedServer();
    await server.admin('GET /health');
    await server.admin('GET /faults');
    expect(server.catalog.requests.count()).toBe(0);
  });
});

describe('the bodies in the journal', () => {
  test('that are too large or of another type are not kept at all', async () => {
    const server = await startedServer({ maxBodyBytes: 100 });
    await server.create('x'.repeat(200));
    await server.call('/pets', { method: 'POST', body: 'text' });
    expect(server.catalog.requests.list()).toMatchObject([{ status: 413 }, { status: 415 }]);
    for (const entry of server.catalog.requests.list()) {
      expect(entry).not.toHaveProperty('requestBody');
    }
  });
});

describe('the bounds of the journal', () => {
  test('a size of 0 turns it off', async () => {
    const server = await startedServer({ journalSize: 0 });
    expect((await server.call('/pets')).status).toBe(200);
    for (const path of ['', '/count', '/wait']) {
      const answer = await server.admin(`GET /requests${path}`);
      expect(answer).toMatchObject({
        status: 400,
        json: { error: expect.stringMatching(/is off/) },
      });
    }
  });

  test('its texts together take no more than their budget', () => {
    const journal = createJournal(100, createJournalBudget(10_000));
    for (let turn = 0; turn < 100; turn++) {
      const record = begin(journal, {});
      record.responseBody = 'x'.repeat(1000);
      journal.end(record, 200);
    }
    const kept = [...journal.records()];
    expect(kept.length).toBeGreaterThan(5);
    expect(kept.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(10_000);
    expect(kept.at(-1)!.id).toBe(100);
  });

  test('long paths, queries and keys count too', () => {
    const long = 'x'.repeat(1000);
    for (const field of ['path', 'query', 'apiKey', 'method'] as const) {
      const journal = createJournal(100, createJournalBudget(10_000));
      for (let turn = 0; turn < 100; turn++) begin(journal, { [field]: long });
      expect([...journal.records()].length, field).toBeLessThanOrEqual(11);
    }
  });

  test('ids are never used twice, not even after a reset', async () => {
    const server = await startedServer();
    await server.call('/pets?limit=0');
    server.catalog.reset();
    await server.call('/pets?limit=0');
    server.catalog.requests.clear();
    await server.call('/pets?limit=0');
    expect(server.catalog.requests.list().map(({ id }) => id)).toEqual([3]);
  });
});
