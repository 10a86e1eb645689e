import { expect, test } from 'vitest';
import { createPetCatalog, type Pet, type PetCatalogOptions } from '../../src/index.ts';
import { runInProcess } from '../support/run-in-process.ts';

const options: PetCatalogOptions = { seed: 42, pets: 10 };

test('another process gives the same pets and ids', async () => {
  const catalog = createPetCatalog(options);
  catalog.pets.create({ name: 'Rex' });
  const script = `
    const catalog = createPetCatalog(${JSON.stringify(options)});
    catalog.pets.create({ name: 'Rex' });
    console.log(JSON.stringify(catalog.pets.list()));`;
  const pets = JSON.parse(await runInProcess(script)) as Pet[];
  expect(pets).toEqual(catalog.pets.list());
  expect(pets).toHaveLength(11);
});

test('fewer pets are the first of more', () => {
  const [few, many] = [5, 50].map((pets) => createPetCatalog({ pets }).pets.list()) as [
    Pet[],
    Pet[],
  ];
  expect(many.slice(0, 5)).toEqual(few);
});
