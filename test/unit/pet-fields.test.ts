import { expect, test } from 'vitest';
import { plainModel } from '../../src/contract/pet-model.ts';
import { emptyCatalog } from '../support/catalog.ts';

test('the JSON of a pet has the fields in their order, and its id last', () => {
  const order = [...plainModel.fields.map(({ name }) => name), 'id'];
  const given = { id: 'rex', tag: 'dog', name: 'Rex' };
  const { pets, snapshot } = emptyCatalog({ fixtures: [given] });
  pets.create({ tag: 'cat', name: 'Tom' });
  pets.update('rex', { tag: 'hound', name: 'Max' });
  for (const pet of [plainModel.toPet(given, 'rex'), ...pets.list(), ...snapshot().pets]) {
    expect(Object.keys(pet)).toEqual(order.filter((name) => name in pet));
  }
});

test('an undefined field of a new pet gets its default', () => {
  expect(emptyCatalog().pets.create({ name: 'Rex', tag: undefined })).toMatchObject({ tag: '' });
});
