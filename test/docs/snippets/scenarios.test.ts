import { createPetCatalog, type Scenarios } from 'pet-catalog-mock';
import { beforeEach, expect, test } from 'vitest';

const file = new URL('./scenarios.mjs', import.meta.url).href;
const { default: mine } = (await import(file)) as { default: Scenarios };

const catalog = createPetCatalog({
  scenarios: mine, // beside the built-in ones
  scenario: 'monday', // the one to start with, and to reset to
});

beforeEach(() => catalog.reset());

test('the list is empty', async () => {
  catalog.scenarios.use('empty');
  expect(catalog.pets.count()).toBe(0);
});

test('the scenarios exist as the page says', () => {
  expect(catalog.scenarios.current()).toBe('monday');
  expect(catalog.pets.list()).toMatchObject([{ name: 'Rex' }, { name: 'Misty' }]);
  expect(catalog.scenarios.list()).toHaveLength(8);
});
