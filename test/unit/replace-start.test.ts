import { describe, expect, test } from 'vitest';
import { createPetCatalog, InvalidInputError } from '../../src/index.ts';
import type { PetCatalog, PetCatalogOptions } from '../../src/index.ts';
import { serviceOf } from '../../src/pet-catalog.ts';
import { alba, bruno, cleo, fixtures } from '../../src/verify/cases/case.ts';
import { ask, namesOf } from '../support/catalog.ts';

type Start = Parameters<ReturnType<typeof serviceOf>['replace']>[0];
const replace = (catalog: PetCatalog, changes: Start, keep = true) =>
  serviceOf(catalog).replace(changes, keep);

/** One pet was created, one changed and one removed. */
function touched(options: PetCatalogOptions = {}): PetCatalog {
  const catalog = createPetCatalog({ fixtures, ...options });
  catalog.pets.create({ name: 'Dora' });
  catalog.pets.update('alba', { name: 'Alba II' });
  catalog.pets.remove('bruno');
  return catalog;
}

const otherFixtures = [{ name: 'Emil' }, alba, bruno, { ...cleo, name: 'Cleo II' }];

describe('another start', () => {
  test.each([
    ['drops what has happened without keep', false, ['Emil', 'Alba', 'Bruno', 'Cleo II'], 0],
    ['keeps what has happened with it', true, ['Emil', 'Alba II', 'Cleo II', 'Dora'], 1],
  ])('%s, and says what that was', async (_how, keep, names, left) => {
    const catalog = touched();
    await ask(catalog);
    catalog.faults.add({ status: 503 });
    const replaced = replace(catalog, { fixtures: otherFixtures }, keep);
    expect(replaced).toEqual([{ created: 1, changed: 1, removed: 1, isSeeded: false }]);
    expect(namesOf(catalog)).toEqual(names);
    expect(catalog.pets.count()).toBe(4);
    expect([catalog.requests.count(), catalog.faults.list().length]).toEqual([left, left]);
    catalog.reset();
    expect(namesOf(catalog)).toEqual(['Emil', 'Alba', 'Bruno', 'Cleo II']);
  });

  test('keeps what was given before: the seed beside other fixtures, the fixtures beside other scenarios', () => {
    const catalog = createPetCatalog({ fixtures, scenarios: { old: {} } });
    replace(catalog, { scenarios: { few: { fixtures: [alba] } } });
    expect(namesOf(catalog)).toEqual(['Alba', 'Bruno', 'Cleo']);
    replace(catalog, { fixtures: [cleo] });
    expect(namesOf(catalog)).toEqual(['Cleo']);
    expect(catalog.scenarios.list()).toEqual([
      ...createPetCatalog().scenarios.list(),
      { name: 'few', description: '' },
    ]);
  });

  test('that is refused changes nothing, also for what is kept beside it', () => {
    const catalog = touched({ maxPets: 4 });
    const more = { fixtures: [...otherFixtures, { name: 'Finn' }].filter((pet) => pet !== bruno) };
    expect(() => replace(catalog, more)).toThrow(
      'are kept must be at most "maxPets" (4) pets, not 5',
    );
    expect(replace(touched({ maxPets: 4 }), more, false)).toHaveLength(1);
    expect(() => replace(catalog, { fixtures: [{ name: 7 }] as never }, false)).toThrow(
      InvalidInputError,
    );
    expect(namesOf(catalog)).toEqual(['Alba II', 'Cleo', 'Dora']);
    replace(catalog, { scenarios: {} }, false);
    expect(namesOf(catalog)).toEqual(['Alba', 'Bruno', 'Cleo']);
  });

  test('reaches the catalog of each key, and those that are made later', () => {
    const catalog = createPetCatalog({ fixtures, isolate: true });
    catalog.forKey('one').pets.create({ name: 'Dora' });
    expect(replace(catalog, { fixtures: [alba] })).toMatchObject([{ created: 0 }, { created: 1 }]);
    expect(namesOf(catalog.forKey('one'))).toEqual(['Alba', 'Dora']);
    const two = catalog.forKey('two');
    two.pets.create({ name: 'Emil' });
    expect(namesOf(two)).toEqual(['Alba', 'Emil']);
  });

  test.each<[how: string, Start, next: Start]>([
    [
      'fixtures',
      { fixtures: [{ name: 'Alba' }] },
      { fixtures: [{ name: 'Alba' }, { name: 'Bruno' }] },
    ],
    ['numbers', { scenarios: { few: { pets: 1 } } }, { scenarios: { few: { pets: 2 } } }],
  ])('of %s gives no pet an id of one that was created since', (_how, start, next) => {
    const catalog = createPetCatalog({ scenario: 'few', scenarios: { few: {} }, ...start });
    const created = catalog.pets.create({ name: 'Dora' });
    replace(catalog, next);
    const last = catalog.pets.create({ name: 'Emil' });
    expect(catalog.pets.list()).toEqual([expect.anything(), expect.anything(), created, last]);
    expect(new Set(catalog.pets.list().map(({ id }) => id)).size).toBe(4);
  });

  test('gives no id again that a pet had which was removed', () => {
    const catalog = createPetCatalog({ fixtures });
    const { id } = catalog.pets.create({ name: 'Dora' });
    catalog.pets.remove(id);
    replace(catalog, { fixtures: otherFixtures });
    expect(catalog.pets.create({ name: 'Dora II' }).id).not.toBe(id);
  });

  test('with a seed of its own counts ids anew, and gives none that a pet has', () => {
    const catalog = createPetCatalog({ fixtures });
    const dora = catalog.pets.create({ name: 'Dora' });
    catalog.pets.create({ name: 'Emil' });
    const snapshot = createPetCatalog({ pets: 1, seed: 4 }).snapshot();
    replace(catalog, { fixtures: snapshot });
    expect(catalog.snapshot()).toMatchObject({ seed: 4, nextId: snapshot.nextId });
    replace(catalog, { fixtures });
    catalog.pets.create({ name: 'Fips' });
    expect(catalog.pets.get(dora.id)).toEqual(dora);
    expect(catalog.pets.count()).toBe(6);
  });

  test('leaves pets alone that were seeded, until the next reset', () => {
    const catalog = touched();
    catalog.seed({ fixtures: [cleo] });
    expect(replace(catalog, { fixtures: [alba] })).toMatchObject([{ isSeeded: true }]);
    expect(namesOf(catalog)).toEqual(['Cleo']);
    catalog.reset();
    expect(namesOf(catalog)).toEqual(['Alba']);
    expect(replace(catalog, { fixtures })).toMatchObject([{ isSeeded: false }]);
    expect(namesOf(catalog)).toEqual(['Alba', 'Bruno', 'Cleo']);
  });
});

describe('other scenarios', () => {
  const busy = { fixtures: [alba], faults: [{ status: 503 }], delay: 50 };

  function inScenario(): PetCatalog {
    const catalog = createPetCatalog({ fixtures, scenarios: { busy } });
    catalog.scenarios.use('busy');
    return catalog;
  }

  const statuses = ({ faults }: PetCatalog) => faults.list().map(({ status }) => status);
  const delayOf = (catalog: PetCatalog) => catalog.snapshot().delay;

  test('give the current one its pets, faults and delay, and leave the faults that people set', () => {
    const catalog = inScenario();
    catalog.faults.add({ status: 500 });
    catalog.pets.create({ name: 'Dora' });
    const scenarios = { busy: { fixtures: [bruno], faults: [{ status: 429 }], delay: 70 } };
    expect(replace(catalog, { scenarios })).toMatchObject([{ isSeeded: false }]);
    expect(namesOf(catalog)).toEqual(['Bruno', 'Dora']);
    expect(statuses(catalog)).toEqual([500, 429]);
    expect(delayOf(catalog)).toBe(70);
    expect(catalog.scenarios.current()).toBe('busy');
    replace(catalog, { scenarios: { busy: { ...busy, faults: [{ status: 502 }] } } });
    expect(statuses(catalog)).toEqual([500, 502]);
  });

  test('leave faults alone that they did not change, so these keep their ids', () => {
    const catalog = inScenario();
    const before = catalog.faults.list();
    replace(catalog, { scenarios: { busy: { ...busy, fixtures: [bruno] } } });
    expect(namesOf(catalog)).toEqual(['Bruno']);
    expect(catalog.faults.list()).toEqual(before);
  });

  test('bring as many faults as there is room for beside those that people set', () => {
    const catalog = inScenario();
    for (let added = 1; added < 1000; added += 1) catalog.faults.add({ status: 500 });
    replace(catalog, { scenarios: { busy: { ...busy, faults: [{ status: 429 }, { delay: 5 }] } } });
    expect(statuses(catalog).filter((status) => status === 500)).toHaveLength(999);
    expect(statuses(catalog).slice(999)).toEqual([429]);
    expect(delayOf(catalog)).toBe(50);
  });

  test('leave a delay alone that came with a snapshot', () => {
    const catalog = inScenario();
    catalog.restore({ ...catalog.snapshot(), delay: 20 });
    replace(catalog, { scenarios: { busy: { ...busy, delay: 70 } } });
    expect(delayOf(catalog)).toBe(20);
    expect(statuses(catalog)).toEqual([503]);
  });

  test('without the current one leave what it brought, and say which is gone', () => {
    const catalog = inScenario();
    const changes: string[] = [];
    serviceOf(catalog).catalogs.common.onChange((part) => changes.push(part));
    replace(catalog, { scenarios: { calm: {} } });
    expect(changes).toEqual(['state']);
    expect(catalog.scenarios.current()).toBeNull();
    expect(namesOf(catalog)).toEqual(['Alba']);
    expect(statuses(catalog)).toEqual([503]);
    expect(delayOf(catalog)).toBe(50);
    expect(replace(catalog, { scenarios: {} })).toMatchObject([{ isSeeded: true }]);
  });
});
