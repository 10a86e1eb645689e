import { describe, expect, test } from 'vitest';
import { ReplayError } from '../../src/index.ts';
import { create, get } from '../../src/verify/cases/case.ts';
import { ask, emptyCatalog } from '../support/catalog.ts';
import { startedServer } from './support/started-server.ts';

describe('a replay', () => {
  test('sends the call again, with its key, headers and body', async () => {
    const catalog = emptyCatalog({ apiKeys: ['test-key-01'] });
    await ask(catalog, { ...create({ name: 'Rex' }), path: '/v2/pets?x=1' });
    const [first] = catalog.requests.list();
    const entry = await catalog.requests.replay(1);
    const { id: _id, at: _at, durationMs: _took, ...same } = first!;
    expect(entry).toMatchObject({ id: 2, status: 201, requestHeaders: same.requestHeaders });
    expect(entry).toMatchObject({
      apiKey: 'test-key-01',
      query: 'x=1',
      requestBody: same.requestBody,
    });
    expect(catalog.pets.list().map(({ name }) => name)).toEqual(['Rex', 'Rex']);
  });

  test('meets the faults of the moment', async () => {
    const catalog = emptyCatalog();
    await ask(catalog);
    catalog.faults.add({ status: 503, times: 1 });
    expect(await catalog.requests.replay(1)).toMatchObject({ status: 503, fault: 'fault-1' });
    catalog.faults.add({ network: 'dribble', delay: 1, times: 1 });
    expect(await catalog.requests.replay(1)).toMatchObject({ status: 200, fault: 'fault-2' });
  });

  test('acts on the catalog of the key', async () => {
    const catalog = emptyCatalog({ isolate: true });
    const { requests, pets } = catalog.forKey('one');
    await ask(catalog, { ...create({ name: 'Rex' }), headers: { 'X-API-Key': 'one' } });
    await requests.replay(1);
    expect(pets.count()).toBe(2);
    expect(requests.count()).toBe(2);
  });

  test('is undefined if the journal does not have the request', async () => {
    expect(await emptyCatalog().requests.replay(1)).toBeUndefined();
  });

  test.each([
    ['the body was truncated', create({ name: 'x'.repeat(20_000) }), /whole body/],
    [
      'the body was refused',
      { ...create({}), headers: { 'Content-Encoding': 'gzip', 'Content-Length': '2' } },
      /refused before/,
    ],
    ['it was no call of an operation', { method: 'PUT' }, /was not a call of an operation/],
  ])('is refused if %s', async (_why, request, message) => {
    const catalog = emptyCatalog();
    await ask(catalog, request);
    const replayed = catalog.requests.replay(1);
    await expect(replayed).rejects.toThrow(ReplayError);
    await expect(replayed).rejects.toThrow(message);
  });

  test('over HTTP is 200 with the new entry, 404 or 409', async () => {
    const { origin, control, admin, catalog } = await startedServer();
    catalog.pets.create({ name: 'Rex' }, { id: 'rex' });
    await fetch(origin + get('rex').path, { headers: { 'X-API-Key': 'a key' } });
    await fetch(`${origin}/nowhere`);
    expect(await admin('POST /requests/1/replay')).toMatchObject({
      status: 200,
      json: { id: 3, operation: 'getPet', path: '/v2/pets/rex', status: 200, apiKey: 'a key' },
    });
    expect(await control.requests.replay(1)).toMatchObject({ id: 4, status: 200 });
    expect((await admin('POST /requests/2/replay')).status).toBe(409);
    expect((await admin('POST /requests/99/replay')).status).toBe(404);
    await expect(control.requests.replay(2)).rejects.toMatchObject({ status: 409 });
    expect(await control.requests.replay(99)).toBeUndefined();
  });
});
