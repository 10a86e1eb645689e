import { describe, expect, test } from 'vitest';
import {
  builtInScenarios,
  createPetCatalog,
  InvalidInputError,
  OptionError,
  type PetCatalog,
  type PetCatalogOptions,
  type Scenario,
  type Scenarios,
} from '../../src/index.ts';
import { serviceOf } from '../../src/pet-catalog.ts';
import { create } from '../../src/verify/cases/case.ts';
import { ask, statusesOf } from '../support/catalog.ts';

const scenarios: Scenarios = {
  monday: {
    description: 'Few pets, and the first list fails.',
    fixtures: [{ name: 'Rex', id: 'rex' }],
    faults: [{ operation: 'listPets', status: 503, times: 1 }],
  },
  many: { pets: 40, seed: 9 },
  other: { seed: 9 },
  calm: { delay: 3 },
};

const delayOf = (catalog: PetCatalog) => serviceOf(catalog).catalogs.common.delay;

const twoScenarios = {
  failing: {
    pets: 1,
    faults: [
      { status: 503, rate: undefined },
      { status: 500, times: 1 },
    ],
  },
  other: { delay: 1 },
};

test.each<[string, boolean, (catalog: PetCatalog) => unknown]>([
  ['nothing was done', false, () => {}],
  ['a pet was created', false, ({ pets }) => pets.create({ name: 'Rex' })],
  ['a fault was added', true, ({ faults }) => faults.add({ delay: 1 })],
  ['its faults were cleared', true, ({ faults }) => faults.clear()],
  ['a fault was changed', true, ({ faults }) => faults.update('fault-1', { status: 500 })],
  ['a fault is off', true, ({ faults }) => faults.update('fault-1', { enabled: false })],
  ['a fault was used up', false, (catalog) => statusesOf(catalog, 2)],
  ['it was seeded', true, (catalog) => catalog.seed({ pets: 3 })],
  ['it was seeded as at the start', false, (catalog) => catalog.seed()],
  ['it was reset since', false, (catalog) => (catalog.faults.clear(), catalog.reset())],
  [
    'a snapshot of it was restored',
    false,
    (catalog) => {
      const before = catalog.snapshot();
      catalog.scenarios.use('other');
      catalog.restore(before);
    },
  ],
])(
  'the state of a catalog with a scenario, after %s: changed is %j',
  async (_what, isChanged, act) => {
    const catalog = createPetCatalog({ scenarios: twoScenarios, scenario: 'failing' });
    await act(catalog);
    const state = serviceOf(catalog).catalogs.common.state();
    expect(state).toMatchObject({ scenario: 'failing', isChanged });
  },
);

describe('a scenario', () => {
  const named = [{ name: 'Alba' }, { name: 'Bruno' }, { name: 'Cleo' }];
  const kept = createPetCatalog({ pets: 3, seed: 4 }).snapshot();

  test.each<[what: string, PetCatalogOptions['fixtures'], Scenario, alike: PetCatalogOptions]>([
    ['nothing has these', named, {}, { fixtures: named }],
    ['a delay alone has those of a snapshot', kept, { delay: 3 }, { fixtures: kept }],
    ['a number of pets makes its own', named, { pets: 2 }, { pets: 2 }],
    ['a number with a snapshot makes them from its seed', kept, { pets: 2 }, { pets: 2, seed: 4 }],
    ['a seed alone makes as many as these', kept, { seed: 9 }, { pets: 3, seed: 9 }],
    ['a seed alone makes as many as without', undefined, { seed: 9 }, { seed: 9 }],
  ])('with fixtures in the options: %s', (_what, fixtures, one, alike) => {
    const catalog = createPetCatalog({ fixtures, scenarios: { one }, scenario: 'one' });
    expect(catalog.pets.list()).toEqual(createPetCatalog(alike).pets.list());
  });

  test('is none after a snapshot of none, or of one that is unknown here', () => {
    const catalog = createPetCatalog({ scenarios: { null: {}, undefined: {} } });
    const start = catalog.snapshot();
    const { scenario: _scenario, ...old } = start;
    const other = createPetCatalog({ scenarios, scenario: 'calm' }).snapshot();
    for (const snapshot of [other, start, old]) {
      catalog.scenarios.use('slow');
      catalog.restore(snapshot);
      expect(catalog.scenarios.current()).toBeNull();
    }
    expect(delayOf(catalog)).toBe(0);
  });

  test.each([['x'], [undefined], ['toString'], ['__proto__']])(
    'named %s is refused with the names that there are, and nothing has changed',
    (name) => {
      const catalog = createPetCatalog({ scenarios });
      const before = catalog.snapshot();
      const use = () => catalog.scenarios.use(name as string);
      expect(use).toThrow(InvalidInputError);
      expect(use).toThrow(
        `There is no scenario "${name}": the name must be one of "empty", "shelter", "slow", "flaky", "down", "full", "monday", "many", "other", "calm"`,
      );
      expect(catalog.snapshot()).toEqual(before);
    },
  );
});

describe('the scenario to start with', () => {
  const options = { scenarios, scenario: 'monday', pets: 4, delay: 2 };

  test('is the state after a reset', async () => {
    const catalog = createPetCatalog(options);
    const start = catalog.snapshot();
    for (const change of [
      () => catalog.scenarios.use('many'),
      () => catalog.faults.clear(),
      () => catalog.pets.remove('rex'),
      () => catalog.restore(createPetCatalog().snapshot()),
      () => catalog.seed({ pets: 3 }),
    ]) {
      change();
      expect(catalog.snapshot()).not.toEqual(start);
      catalog.reset();
      expect(catalog.snapshot()).toEqual(start);
    }
    expect(await statusesOf(catalog, 2)).toEqual([503, 200]);
  });

  test('must be one that there is', () => {
    const start = () => createPetCatalog({ scenario: 'x' });
    expect(start).toThrow(OptionError);
    expect(start).toThrow(
      'Option "scenario" must be one of "empty", "shelter", "slow", "flaky", "down", "full", not "x"',
    );
    expect(() => createPetCatalog({ scenario: 'toString' })).toThrow(/"scenario" must be one of/);
  });
});

describe('the scenarios of the options', () => {
  test('replace a built-in one of the same name, in its place', () => {
    const slow = { description: 'Not that slow.', delay: 3 };
    const catalog = createPetCatalog({ scenarios: { monday: {}, slow } });
    expect(catalog.scenarios.list().map(({ name }) => name)).toEqual([
      ...Object.keys(builtInScenarios),
      'monday',
    ]);
    expect(catalog.scenarios.list()[2]).toEqual({ name: 'slow', description: 'Not that slow.' });
    catalog.scenarios.use('slow');
    expect(delayOf(catalog)).toBe(3);
  });

  test.each<[unknown, string]>([
    [{ monday: { faults: [{ status: 99 }] } }, '"faults[0].status" must be a whole number'],
    [{ monday: [] }, 'Scenario "monday" must be an object with any of'],
    [{ good: {}, monday: { pets: 11 } }, '"pets" must be at most "maxPets" (10) pets, not 11'],
    [
      { monday: { fixtures: Array.from({ length: 11 }, () => ({ name: 'x' })) } },
      'Scenario "monday": "fixtures" must be at most "maxPets" (10) pets, not 11',
    ],
    [
      { monday: { pets: 1, fixtures: [] } },
      'Scenario "monday": "pets" must not be given beside "fixtures"',
    ],
    [{ monday: { fixtures: [{ name: 7 }] } }, 'Scenario "monday": fixtures[0]: "name" must be'],
    [[], 'Option "scenarios" must be an object of scenarios by their names, not an array'],
    [
      Promise.resolve({ monday: {} }),
      'must be an object of scenarios by their names, not [object Promise]',
    ],
  ])('are refused at the start with the name and the field: %j', (bad, message) => {
    const start = () => createPetCatalog({ maxPets: 10, scenarios: bad as Scenarios });
    expect(start).toThrow(OptionError);
    expect(start).toThrow(message);
  });
});

describe('the built-in scenarios', () => {
  const startOf = (scenario: string) => createPetCatalog({ scenario });

  test('have no pets, and 200', () => {
    expect(startOf('empty').pets.count()).toBe(0);
    expect(startOf('shelter').pets.count()).toBe(200);
    expect(createPetCatalog({ maxPets: 3, scenario: 'shelter' }).pets.count()).toBe(3);
    for (const name of ['slow', 'flaky', 'down', 'full']) {
      expect(startOf(name).pets.list()).toEqual(createPetCatalog().pets.list());
    }
  });

  test('let one call in five fail, half of them at the connection', async () => {
    const catalog = startOf('flaky');
    const statuses = await statusesOf(catalog, 1000);
    const failed = statuses.filter((status) => status === 503).length;
    const dropped = statuses.filter((status) => status === 0).length;
    for (const count of [failed, dropped]) {
      expect(count).toBeGreaterThan(70);
      expect(count).toBeLessThan(130);
    }
  });

  test('let all calls fail, with a time to come back, or no pet be created', async () => {
    const { status, headers } = await ask(startOf('down'));
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
    const catalog = startOf('full');
    expect((await ask(catalog, create({ name: 'Rex' }))).status).toBe(507);
    expect(await statusesOf(catalog, 1)).toEqual([200]);
  });
});
