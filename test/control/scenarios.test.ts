import { describe, expect, test } from 'vitest';
import { createPetCatalog, type Scenarios } from '../../src/index.ts';
import { startedServer } from './support/started-server.ts';

const scenarios: Scenarios = {
  monday: {
    description: 'One pet, and the first list fails.',
    fixtures: [{ name: 'Rex', id: 'rex' }],
    faults: [{ operation: 'listPets', status: 503, times: 1 }],
  },
  tardy: { delay: 60_000 },
  many: { pets: 100_000 },
};

describe('the scenarios of a server', () => {
  test('are listed, chosen and left again by a reset', async () => {
    const server = await startedServer({ scenarios });
    const list = async () => (await server.admin('GET /scenarios')).json;
    const all = [
      ...createPetCatalog().scenarios.list(),
      { name: 'monday', description: 'One pet, and the first list fails.' },
      { name: 'tardy', description: '' },
      { name: 'many', description: '' },
    ];
    expect(await list()).toEqual({ scenarios: all, current: null });
    const chosen = await server.admin('PUT /scenarios/current', { body: { name: 'monday' } });
    expect([chosen.status, chosen.json]).toEqual([204, undefined]);
    expect(await list()).toEqual({ scenarios: all, current: 'monday' });
    const statuses = [];
    for (let call = 0; call < 3; call++) statuses.push((await server.call('/pets')).status);
    expect(statuses).toEqual([503, 200, 200]);
    expect(server.catalog.pets.list()).toMatchObject([{ id: 'rex' }]);
    await server.admin('POST /reset');
    expect(await list()).toEqual({ scenarios: all, current: null });
    expect(server.catalog.pets.count()).toBe(25);
  });

  test('are refused where there is none of that name, with those that there are', async () => {
    const server = await startedServer({ scenarios });
    const before = server.catalog.snapshot();
    const answers = await Promise.all(
      [{ name: 'x' }, {}, { name: 7 }, { name: 'tardy', pets: 3 }, '[]', '{'].map((body) =>
        server.admin('PUT /scenarios/current', { body }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 400, 400, 400, 400, 400]);
    expect(answers[0]!.json).toEqual({
      error:
        'There is no scenario "x": the name must be one of "empty", "shelter", "slow", "flaky", "down", "full", "monday", "tardy", "many"',
    });
    expect(answers[1]!.json).toEqual({
      error: 'The choice of a scenario lacks the field "name"',
    });
    expect((await server.admin('DELETE /scenarios/current')).headers.get('allow')).toBe(
      'OPTIONS, PUT',
    );
    expect(server.catalog.snapshot()).toEqual(before);
  });
});

describe('the pets of a server', () => {
  const fixtures = [
    { name: 'Rex', tag: 'dog', id: 'rex' },
    { name: 'Max', tag: '', id: 'a/b c' },
  ];

  test('can be changed and removed', async () => {
    const server = await startedServer({ fixtures });
    const changed = await server.admin('PATCH /pets/rex', { body: { tag: '' } });
    expect([changed.status, changed.json]).toEqual([200, { name: 'Rex', tag: '', id: 'rex' }]);
    expect((await server.admin('PATCH /pets/rex', { body: {} })).json).toEqual(changed.json);
    expect((await server.admin('DELETE /pets/a%2Fb%20c')).status).toBe(204);
    expect(await (await server.call('/pets')).json()).toEqual([changed.json]);
    const missing = await server.admin('DELETE /pets/a%2Fb%20c');
    expect([missing.status, missing.json]).toEqual([404, { error: 'There is no pet of that id' }]);
    expect((await server.admin('PATCH /pets/none', { body: {} })).status).toBe(404);
    expect((await server.admin('PATCH /pets/rex', { body: { id: 'x' } })).status).toBe(400);
    expect((await server.admin('PATCH /pets/rex')).status).toBe(400);
    expect((await server.admin('PUT /pets/rex')).headers.get('allow')).toBe(
      'DELETE, GET, HEAD, OPTIONS, PATCH',
    );
    expect(server.catalog.requests.count()).toBe(1);
  });
});
