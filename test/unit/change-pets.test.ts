import { describe, expect, test } from 'vitest';
import { CapacityError, createPetCatalog, InvalidInputError } from '../../src/index.ts';
import { fixtures } from '../../src/verify/cases/case.ts';

test('a list can choose pets with a function', () => {
  const { pets } = createPetCatalog({ fixtures });
  expect(pets.list({ where: ({ name }) => name > 'B', limit: 1 })).toEqual([pets.get('bruno')]);
  expect(() => pets.list({ where: 'Alba' as never })).toThrow(
    new InvalidInputError('"where" must be a function of a pet, not "Alba"'),
  );
});

test.each([
  [{ name: 7 }, 'The change of a pet: "name" must be a string, not 7'],
  [{ id: 'x' }, 'The change of a pet has an unknown field "id"'],
  [null, 'The change of a pet must be a JSON object with any of "name"'],
  [[], 'The change of a pet must be a JSON object, not an array'],
])('the changes %j are refused, whether there is such a pet or not', (changes, message) => {
  const catalog = createPetCatalog({ fixtures });
  const before = catalog.snapshot();
  for (const id of ['alba', 'nobody']) {
    const update = () => catalog.pets.update(id, changes as never);
    expect(update).toThrow(InvalidInputError);
    expect(update).toThrow(message);
  }
  expect(catalog.snapshot()).toEqual(before);
});

describe('a pet that is given its id', () => {
  test('needs room', () => {
    const { pets } = createPetCatalog({ pets: 2, maxPets: 2 });
    expect(() => pets.create({ name: 'New' }, { id: 'new' })).toThrow(
      new CapacityError('The catalog is full: it holds 2 pets, the limit of "maxPets"'),
    );
  });

  test.each<[unknown, string]>([
    [{ id: '' }, 'The place of an item: "id" must be a string that is not empty, not ""'],
    [{ id: 'alba' }, 'Another pet already has the id "alba"'],
    [{ before: 'alba' }, 'The place of an item has an unknown field "before". The fields are: id'],
    ['alba', 'The place of an item must be an object with "id", not "alba"'],
  ])('as %j is refused', (place, message) => {
    const { pets } = createPetCatalog({ fixtures });
    const create = () => pets.create({ name: 'Rex' }, place as object);
    expect(create).toThrow(new InvalidInputError(message));
    expect(pets.count()).toBe(3);
  });
});
