import { plainModel } from '../../src/contract/pet-model.ts';
import { seededPets } from '../../src/contract/seeded-pets.ts';
import { expect, test } from 'vitest';
import { readFixtures } from '../../src/fixtures/read.ts';
import { createPetCatalog } from '../../src/index.ts';

const snapshot = createPetCatalog({ pets: 1 }).snapshot();

const quotedShape = plainModel.fixtureShape((name) => `"${name}"`);

test.each([
  [7, `pets.json must be a JSON array of pets (${quotedShape}) or a snapshot`],
  [{ name: 'Alba' }, /^pets\.json must be/],
  [{ pets: [], seed: 1 }, /^pets\.json.*"version"/],
  [
    { ...snapshot, pets: [{ name: 'Alba', tag: '', id: '' }] },
    'pets.json: "pets[0].id" must be a string that is not empty, not ""',
  ],
  [[{ name: 'Alba' }, 7], /^pets\.json\[1\] .*7/],
  [[null], /^pets\.json\[0\] .*null/],
  [[{ name: 'Alba' }, {}], /^pets\.json\[1\] lacks the field "name"/],
  [[{ name: 'Alba', id: 7 }], /^pets\.json\[0\]: "id" must be a string, not 7/],
  [[{ name: 'Alba', id: '' }], /^pets\.json\[0\]: "id" must be a string that is not empty/],
  [[{ name: 'Alba', owner: 'x' }], /^pets\.json\[0\] has an unknown field "owner"/],
  [
    [{ name: 'a', id: 'x' }, { name: 'b' }, { name: 'c', id: 'x' }],
    /^pets\.json\[2\]: "id" is already that of pets\.json\[0\]/,
  ],
])(
  'a fixture is refused with the name of the file, the index and the field: %j',
  (content, message) => {
    expect(() => readFixtures(content, 'pets.json')).toThrow(message);
  },
);

test('the examples of the documents are the first seeded pets', () => {
  expect(createPetCatalog().pets.list({ limit: 2 })).toEqual(seededPets);
});

test('the first fields of the pets of a seed are the same in each version', () => {
  const petsOf = (seed: number) => createPetCatalog({ pets: 2, seed }).pets.list();
  expect(petsOf(1)).toMatchObject([
    { name: 'Bentley', tag: 'guinea pig' },
    { name: 'Cookie', tag: 'cat' },
  ]);
  expect(petsOf(2 ** 32 + 7)).toMatchObject([
    { name: 'Coco', tag: 'budgie' },
    { name: 'Teddy', tag: 'budgie' },
  ]);
});
