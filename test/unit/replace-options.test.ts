import { describe, expect, test } from 'vitest';
import {
  createPetCatalog,
  defineOperation,
  InvalidInputError,
  OptionError,
  type PetCatalog,
} from '../../src/index.ts';
import { serviceOf } from '../../src/pet-catalog.ts';
import { alba, bruno, cleo, fixtures } from '../../src/verify/cases/case.ts';
import { ask, emptyCatalog, namesOf } from '../support/catalog.ts';

type Changes = Parameters<ReturnType<typeof serviceOf>['replace']>[0];
const replace = (catalog: PetCatalog, changes: Changes) => serviceOf(catalog).replace(changes);

describe('other fixtures', () => {
  test('replace the pets, also after a reset', async () => {
    const catalog = createPetCatalog({ fixtures });
    catalog.pets.create({ name: 'Dora' });
    replace(catalog, { fixtures: [{ name: 'Emil' }, cleo] });
    expect(namesOf(catalog)).toEqual(['Emil', 'Cleo']);
    catalog.seed({ pets: 0 });
    catalog.reset();
    expect(namesOf(catalog)).toEqual(['Emil', 'Cleo']);
  });

  test('leave faults, delay and journal, and cut off the calls in flight', async () => {
    const catalog = createPetCatalog({ fixtures, scenarios: { late: { delay: 1 } } });
    catalog.scenarios.use('late');
    await ask(catalog);
    catalog.faults.add({ hold: true });
    const held = ask(catalog);
    await catalog.requests.waitFor({}, { count: 2 });
    replace(catalog, { fixtures: [alba] });
    expect((await held).status).toBe(503);
    expect(catalog.requests.count()).toBe(2);
    expect(catalog.faults.list()).toMatchObject([{ hold: true }]);
    expect(catalog.snapshot()).toMatchObject({ delay: 1, scenario: 'late' });
  });

  test('reach the catalog of each key, and catalogs that are made later', () => {
    const catalog = createPetCatalog({ fixtures, isolate: true });
    catalog.forKey('one').pets.create({ name: 'Dora' });
    replace(catalog, { fixtures: [alba] });
    for (const key of ['one', 'two']) expect(namesOf(catalog.forKey(key))).toEqual(['Alba']);
  });

  test.each([
    [[{ name: 7 }], InvalidInputError],
    [[alba, bruno, cleo, { name: 'Dora' }], OptionError],
  ])('that are refused change nothing', (wrong, error) => {
    const catalog = createPetCatalog({ fixtures: [alba], maxPets: 3 });
    catalog.pets.create({ name: 'Dora' });
    expect(() => replace(catalog, { fixtures: wrong as never })).toThrow(error);
    expect(namesOf(catalog)).toEqual(['Alba', 'Dora']);
    catalog.reset();
    expect(namesOf(catalog)).toEqual(['Alba']);
  });
});

test('other fixtures replace the pets also after the scenario of the start was left', () => {
  const scenarios = { busy: { fixtures: [alba], faults: [{ status: 503 }] } };
  const catalog = createPetCatalog({ fixtures, scenarios, scenario: 'busy' });
  catalog.scenarios.use(null);
  replace(catalog, { fixtures: [cleo] });
  expect(namesOf(catalog)).toEqual(['Cleo']);
  catalog.reset();
  expect(namesOf(catalog)).toEqual(['Alba']);
});

describe('other scenarios', () => {
  const busy = { fixtures: [alba], faults: [{ status: 503 }], delay: 50 };
  const other = { fixtures: [bruno], faults: [{ status: 429 }], delay: 70 };
  const stateOf = (catalog: PetCatalog) => ({
    names: namesOf(catalog),
    statuses: catalog.faults.list().map(({ status }) => status),
    delay: catalog.snapshot().delay,
    scenario: catalog.scenarios.current(),
  });

  test('leave the scenario in force until it is chosen again', () => {
    const catalog = createPetCatalog({ fixtures, scenarios: { busy } });
    catalog.scenarios.use('busy');
    const before = stateOf(catalog);
    replace(catalog, { scenarios: { busy: other } });
    expect(stateOf(catalog)).toEqual(before);
    catalog.scenarios.use('busy');
    expect(stateOf(catalog)).toEqual({
      names: ['Bruno'],
      statuses: [429],
      delay: 70,
      scenario: 'busy',
    });
    catalog.reset();
    expect(namesOf(catalog)).toEqual(namesOf(createPetCatalog({ fixtures })));
  });

  test('without the current scenario keep its pets and faults', () => {
    const catalog = createPetCatalog({ fixtures, scenarios: { busy } });
    catalog.scenarios.use('busy');
    const before = stateOf(catalog);
    replace(catalog, { scenarios: {} });
    expect(stateOf(catalog)).toEqual({ ...before, scenario: null });
  });
});

describe('other operations', () => {
  const counting = (name: string, path = `/count/${name}`) =>
    defineOperation({
      name,
      method: 'GET',
      path,
      run: ({ pets }) => ({ status: 200, body: pets.count() }),
    });
  const before = [counting('one'), counting('two')];
  const after = [counting('two')];

  test('take along the faults of operations that are gone, and leave the rest', async () => {
    const catalog = emptyCatalog({ operations: before });
    catalog.pets.create({ name: 'Rex' });
    catalog.faults.add({ operation: 'one', status: 503 });
    const stays = catalog.faults.add({ operation: 'two', status: 503 });
    await ask(catalog);
    expect(replace(catalog, { operations: after })).toBe(1);
    expect(catalog.faults.list()).toMatchObject([{ id: stays, operation: 'two' }]);
    expect([catalog.pets.count(), catalog.requests.count()]).toEqual([1, 1]);
    catalog.restore(catalog.snapshot());
  });

  test('take along the faults for a parameter that is gone', () => {
    const catalog = emptyCatalog({ operations: [counting('one', '/count/{what}')] });
    catalog.faults.add({ operation: 'one', match: { id: 'x' }, status: 503 });
    replace(catalog, { operations: [counting('one')] });
    expect(catalog.faults.list()).toEqual([]);
  });

  test.each([{ hold: true }, { hold: true, times: 1 }] as const)(
    'release the calls that a fault %o of a gone operation holds',
    async (fault) => {
      const catalog = emptyCatalog({ operations: before });
      catalog.faults.add({ operation: 'one', ...fault });
      const held = ask(catalog, { path: '/v2/count/one' });
      await catalog.requests.waitFor({ operation: 'one' });
      replace(catalog, { operations: after });
      expect(await (await held).text()).toBe('0');
    },
  );

  test('are refused if a scenario has a fault of a gone operation', async () => {
    const scenarios = { slow: { faults: [{ operation: 'one', delay: 1 }] } };
    const catalog = createPetCatalog({ operations: before, scenarios });
    const change = () => replace(catalog, { operations: after });
    expect(change).toThrow(/^Scenario "slow": "faults\[0\]\.operation" must be one of/);
    expect((await ask(catalog, { path: '/v2/count/one' })).status).toBe(200);
  });
});
