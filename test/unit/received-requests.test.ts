import { setupServer } from 'msw/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../src/server.ts';
import type { Fault } from '../../src/index.ts';
import { create } from '../../src/verify/cases/case.ts';
import { ask, emptyCatalog, slowCreate } from '../support/catalog.ts';
import { patient } from '../support/patience.ts';

const headers = { 'X-API-Key': 'k', 'Content-Type': 'application/json' };
const body = '{"name":"Rex"}';
const isCreate = { operation: 'createPet' } as const;

describe('waitFor', () => {
  test.each<[string, Fault | undefined]>([
    ['that is answered', undefined],
    ['that hangs', { network: 'hang' }],
    ['that is delayed', { delay: 60_000 }],
    ['that fails later', { delay: 60_000, status: 503 }],
  ])('gives a create %s with its body', async (_what, fault) => {
    const catalog = emptyCatalog();
    if (fault) catalog.faults.add(fault);
    const answered = ask(catalog, create({ name: 'Rex' }));
    const [entry] = await catalog.requests.waitFor(isCreate, patient);
    expect(entry).toMatchObject({ operation: 'createPet', requestBody: body });
    catalog.reset();
    await answered;
  });

  test('gives a create through msw with its body', async () => {
    const catalog = emptyCatalog();
    const server = setupServer(...catalog.handlers);
    server.listen({ onUnhandledRequest: 'error' });
    onTestFinished(() => server.close());
    catalog.faults.add({ network: 'hang' });
    const sent = fetch('https://pets.example/v2/pets', { method: 'POST', headers, body });
    const [entry] = await catalog.requests.waitFor(isCreate, patient);
    expect(entry!.requestBody).toBe(body);
    catalog.reset();
    await expect(sent).rejects.toThrow(/fetch/);
  });

  test.each([true, false])(
    'gives a create over HTTP with its body, fast lane %s',
    async (fastLane) => {
      const server = await startServer({ port: 0, fastLane });
      onTestFinished(() => server.close());
      server.catalog.faults.add({ network: 'hang', times: 1 });
      const sent = fetch(`${server.url}/pets`, { method: 'POST', headers, body });
      const [entry] = await server.catalog.requests.waitFor(isCreate, patient);
      expect(entry).toMatchObject({ requestBody: body, status: null });
      server.catalog.reset();
      await expect(sent).rejects.toThrow(/fetch/);
    },
  );

  test('does not count a create whose body is still coming, which the journal shows', async () => {
    const catalog = emptyCatalog();
    const slow = slowCreate(catalog);
    const seen: string[] = [];
    const waiting = catalog.requests.waitFor(isCreate, patient).then((entries) => {
      seen.push('received');
      return entries;
    });
    slow.send('{"name":');
    await ask(catalog, { ...create({ name: 'Max' }), headers: { 'X-API-Key': null } });
    seen.push('another was refused');
    expect(await waiting).toMatchObject([{ status: 401 }]);
    expect(catalog.requests.list({ path: '/v2/pets' })).toMatchObject([
      { id: 1, status: null },
      { id: 2, status: 401 },
    ]);
    slow.send('"Rex"}');
    slow.end();
    await slow.answered;
    expect(await catalog.requests.waitFor(isCreate, { count: 2, ...patient })).toMatchObject([
      { requestBody: body, status: 201 },
      { status: 401 },
    ]);
  });

  test('never counts a create whose client went in the middle of its body, and says so', async () => {
    const catalog = emptyCatalog();
    const slow = slowCreate(catalog);
    slow.send('{"name":');
    slow.breakOff();
    await slow.answered;
    expect(catalog.requests.count(isCreate)).toBe(1);
    await expect(catalog.requests.waitFor(isCreate, { timeout: 0 })).rejects.toThrow(
      'POST /v2/pets -> no answer: its body has not come whole',
    );
  });

  test.each([
    [401, { headers: { ...headers, 'X-API-Key': '' } }],
    [413, { headers: { ...headers, 'Content-Length': '9999' } }],
    [415, { headers: { ...headers, 'Content-Type': 'text/plain' } }],
  ])('counts a create that is refused with %i before its body is read', async (status, request) => {
    const catalog = emptyCatalog({ maxBodyBytes: 100 });
    const waiting = catalog.requests.waitFor(isCreate, patient);
    await ask(catalog, { method: 'POST', body, ...request });
    expect(await waiting).toMatchObject([{ status }]);
  });

  test('counts a read from its arrival, also while it is delayed', async () => {
    const catalog = emptyCatalog();
    catalog.faults.add({ delay: 60_000 });
    const waiting = catalog.requests.waitFor({ operation: 'getPet' }, patient);
    const answered = ask(catalog, { path: '/v2/pets/x' });
    expect(await waiting).toMatchObject([{ status: null }]);
    catalog.reset();
    await answered;
  });
});
