import { describe, expect, test } from 'vitest';
import { createPetCatalog, type Scenarios } from '../../src/index.ts';
import { startedServer } from './support/started-server.ts';
import { patient } from '../support/patience.ts';

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

  test.each([[true], [false]])(
    'slow down calls until another is chosen, with the fast lane: %s',
    async (fastLane) => {
      const server = await startedServer({ scenarios, fastLane });
      expect((await server.call('/pets')).status).toBe(200);
      await server.admin('PUT /scenarios/current', { body: { name: 'tardy' } });
      const creating = server.create('late');
      await server.catalog.requests.waitFor({ operation: 'createPet' }, patient);
      await server.admin('PUT /scenarios/current', { body: { name: 'monday' } });
      expect((await creating).status).toBe(503);
      expect(server.catalog.pets.count()).toBe(1);
      expect(server.catalog.requests.count()).toBe(2);
    },
  );

  test('may begin with one, in each host of the options', async () => {
    const server = await startedServer({ scenario: 'down', fastLane: true });
    const response = await server.call('/pets');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    expect(server.catalog.scenarios.current()).toBe('down');
    await expect(startedServer({ scenario: 'x' })).rejects.toThrow(/"scenario" must be one of/);
  });

  test('with isolation are those of one key, which a choice must name', async () => {
    const server = await startedServer({ scenarios, isolate: true });
    const body = { name: 'monday' };
    const keyless = await server.admin('PUT /scenarios/current', { body });
    expect([keyless.status, keyless.json]).toEqual([
      400,
      { error: expect.stringContaining('X-API-Key') },
    ]);
    const headers = { 'X-API-Key': 'one' };
    expect((await server.admin('PUT /scenarios/current', { body, headers })).status).toBe(204);
    const current = async (key?: string) => {
      const { json } = await server.admin('GET /scenarios', {
        headers: key === undefined ? {} : { 'X-API-Key': key },
      });
      return (json as { current: unknown }).current;
    };
    expect([await current('one'), await current('two'), await current()]).toEqual([
      'monday',
      null,
      null,
    ]);
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
