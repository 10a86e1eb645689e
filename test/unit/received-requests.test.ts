import { describe, expect, test } from 'vitest';
import { serviceOf } from '../../src/pet-catalog.ts';
import { create } from '../../src/verify/cases/case.ts';
import { arrival } from '../support/arrival.ts';
import { ask, emptyCatalog, slowCreate } from '../support/catalog.ts';
import { patient } from '../support/patience.ts';

const body = '{"name":"Rex"}';
const isCreate = { operation: 'createPet' } as const;

describe('waitFor', () => {
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

  test('does not count a create whose client left in the middle of the body, and says so', async () => {
    const catalog = emptyCatalog();
    const slow = slowCreate(catalog);
    slow.send('{"name":');
    slow.breakOff();
    await slow.answered;
    expect(catalog.requests.count(isCreate)).toBe(1);
    const why = 'POST /v2/pets -> no answer: its body has not fully arrived';
    expect(() => catalog.requests.verify(isCreate)).toThrow(why);
    await expect(catalog.requests.waitFor(isCreate, { timeout: 0 })).rejects.toThrow(why);
  });

  test('gives the requests that were there when there were enough, without later ones', async () => {
    const catalog = emptyCatalog();
    const { journal } = serviceOf(catalog).catalogs.common;
    const waiting = catalog.requests.waitFor({}, patient);
    for (let count = 0; count < 2; count++) journal.begin(arrival({ received: true }));
    expect(await waiting).toHaveLength(1);
  });
});
