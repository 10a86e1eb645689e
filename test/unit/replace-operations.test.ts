import { describe, expect, test } from 'vitest';
import { createPetCatalog, defineOperation, OptionError } from '../../src/index.ts';
import { serviceOf } from '../../src/pet-catalog.ts';
import { ask, emptyCatalog } from '../support/catalog.ts';

const counting = (name: string, path = `/count/${name}`) =>
  defineOperation({
    name,
    method: 'GET',
    path,
    run: ({ pets }) => ({ status: 200, body: pets.count() }),
  });
const before = [counting('one'), counting('two')];
const after = [counting('two')];

describe('other operations', () => {
  test('reset the catalog to its start, and say what was dropped', async () => {
    const catalog = emptyCatalog({ operations: before });
    catalog.pets.create({ name: 'Rex' });
    catalog.faults.add({ operation: 'two', hold: true });
    const held = ask(catalog, { path: '/v2/count/two' });

    expect(serviceOf(catalog).replace({ operations: after }, false)).toMatchObject([
      { created: 1 },
    ]);

    expect((await held).status).toBe(503);
    expect(catalog.snapshot()).toMatchObject({ pets: [], faults: [] });
    expect(catalog.requests.count()).toBe(0);
  });

  test('with keep take along the faults of those that are gone, and leave the rest', async () => {
    const catalog = emptyCatalog({ operations: before });
    catalog.pets.create({ name: 'Rex' });
    catalog.faults.add({ operation: 'one', status: 503 });
    const stays = catalog.faults.add({ operation: 'two', status: 503 });

    expect(serviceOf(catalog).replace({ operations: after }, true)).toMatchObject([{ created: 1 }]);

    expect(catalog.faults.list()).toMatchObject([{ id: stays, operation: 'two' }]);
    expect(catalog.pets.count()).toBe(1);
    catalog.restore(catalog.snapshot());
  });

  test('with keep take along the faults for a parameter that is gone', () => {
    const catalog = emptyCatalog({ operations: [counting('one', '/count/{what}')] });
    catalog.faults.add({ operation: 'one', match: { id: 'x' }, status: 503 });
    serviceOf(catalog).replace({ operations: [counting('one')] }, true);
    expect(catalog.faults.list()).toEqual([]);
    catalog.restore(catalog.snapshot());
  });

  test.each([{ hold: true }, { hold: true, times: 1 }] as const)(
    'with keep let go the calls that a fault %o of one that is gone holds',
    async (fault) => {
      const catalog = emptyCatalog({ operations: before });
      catalog.faults.add({ operation: 'one', ...fault });
      const held = ask(catalog, { path: '/v2/count/one' });
      await catalog.requests.waitFor({ operation: 'one' });

      serviceOf(catalog).replace({ operations: after }, true);

      expect(await (await held).text()).toBe('0');
    },
  );

  test('are refused where a scenario has a fault of one that is gone', async () => {
    const scenarios = { slow: { faults: [{ operation: 'one', delay: 1 }] } };
    const catalog = createPetCatalog({ operations: before, scenarios });
    for (const keep of [true, false]) {
      const replace = () => serviceOf(catalog).replace({ operations: after }, keep);
      expect(replace).toThrow(OptionError);
      expect(replace).toThrow(/^Scenario "slow": "faults\[0\]\.operation" must be one of/);
    }
    expect((await ask(catalog, { path: '/v2/count/one' })).status).toBe(200);
  });
});
