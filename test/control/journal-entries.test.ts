import { describe, expect, test } from 'vitest';
import { startedServer } from './support/started-server.ts';

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

  test('is not made for control requests', async () => {
    const server = await startedServer();
    await server.admin('GET /health');
    await server.admin('GET /faults');
    expect(server.catalog.requests.count()).toBe(0);
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
});
