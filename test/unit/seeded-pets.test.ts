import { expect, test } from 'vitest';
import { uuid } from '../../src/catalog/random.ts';
import { generatePets } from '../../src/fixtures/generate.ts';
import { createPetCatalog, type Pet } from '../../src/index.ts';
import { serviceOf } from '../../src/pet-catalog.ts';

const size = 1000;
const seeds = [0, 7, 2 ** 31, 2 ** 32 + 5, Number.MAX_SAFE_INTEGER];

/** What the seed says, whatever has been asked before. */
const petsOf = (seed: number): Pet[] =>
  Array.from(generatePets(size, seed), (pet, position) => ({ ...pet, id: uuid(seed, position) }));

test.each(seeds)('of seed %i each pet is found by its id, before and after a list', (seed) => {
  const { pets } = createPetCatalog({ pets: size, seed });
  const wanted = petsOf(seed);
  for (const pet of wanted.toReversed()) expect(pets.get(pet.id)).toEqual(pet);
  expect(pets.list({ limit: 10 })).toEqual(wanted.slice(0, 10));
  for (const pet of wanted) expect(pets.get(pet.id)).toEqual(pet);
  expect(pets.list()).toEqual(wanted);
  expect(pets.list()).toEqual(wanted);
});

test('the first fields of the pets of a seed are the same in each version', () => {
  const firstOf = (seed: number) =>
    createPetCatalog({ pets: 2, seed })
      .pets.list()
      .map(({ name, tag }) => [name, tag]);
  expect(firstOf(1)).toEqual([
    ['Bentley', 'guinea pig'],
    ['Cookie', 'cat'],
  ]);
  expect(firstOf(2 ** 32 + 7)).toEqual([
    ['Coco', 'budgie'],
    ['Teddy', 'budgie'],
  ]);
});

test('other texts are the id of no seeded pet', () => {
  const { pets } = createPetCatalog({ pets: size, seed: 7 });
  const id = uuid(7, 3);
  expect(pets.get(id)).toBeDefined();
  const others = ['', 'rex', '0', id.slice(0, 8), id.slice(0, -1), `${id} `, id.toUpperCase()];
  for (const other of [...others, `${id.slice(0, -1)}-`, uuid(7, size), uuid(8, 3)]) {
    expect(pets.get(other), other).toBeUndefined();
  }
});

test('a page begins behind the pets before it, of which some are changed or removed', () => {
  const catalog = createPetCatalog({ pets: size, seed: 7 });
  const { store } = serviceOf(catalog).catalogs.common;
  const wanted = petsOf(7);
  const page = (skip: number) => store.first(5, skip);
  const expectPages = () => {
    for (const skip of [998, 990, 500, 3, 0, 1000, 996]) {
      expect(page(skip)).toEqual(wanted.slice(skip, skip + 5));
    }
  };
  expectPages();
  for (const position of [700, 1, 0]) {
    catalog.pets.update(wanted[position]!.id, { name: 'Rex' });
    wanted[position] = { ...wanted[position]!, name: 'Rex' };
  }
  wanted.push(catalog.pets.create({ name: 'Max' }), catalog.pets.create({ name: 'Alba' }));
  expectPages();
  for (const position of [997, 600, 2, 0]) {
    expect(catalog.pets.remove(wanted[position]!.id)).toBe(true);
    wanted.splice(position, 1);
  }
  expectPages();
  expect(catalog.pets.list()).toEqual(wanted);
});
