import { describe, expect, test } from 'vitest';
import { createPetCatalog, InvalidInputError, OptionError } from '../../src/index.ts';
import type { PetCatalog } from '../../src/index.ts';
import { addonPetCatalog, type StoryMock } from '../../src/storybook/index.ts';
import { namesOf } from '../support/catalog.ts';

/** What Storybook does before it renders a story. */
function begin(catalog: PetCatalog, petCatalog?: StoryMock): void {
  addonPetCatalog(catalog).beforeEach!({ parameters: { petCatalog } });
}

describe('the addon of Storybook, before each story', () => {
  test('removes the state of the story before', async () => {
    const catalog = createPetCatalog({ pets: 2 });
    const before = catalog.snapshot();
    begin(catalog, { pets: 1, faults: [{ status: 500 }] });
    await catalog.fetch('https://pets.example/v2/pets');
    begin(catalog);
    expect(catalog.snapshot()).toEqual(before);
    expect(catalog.requests.count()).toBe(0);
  });

  test("gives the catalog the story's pets and faults", () => {
    const catalog = createPetCatalog();
    begin(catalog, {
      fixtures: [{ name: 'Rex' }],
      faults: [{ operation: 'listPets', status: 503 }, { delay: 5 }],
    });
    expect(namesOf(catalog)).toEqual(['Rex']);
    expect(catalog.faults.list()).toMatchObject([{ status: 503 }, { delay: 5 }]);
  });

  test("chooses the story's scenario, whose pets its own replace", () => {
    const catalog = createPetCatalog();
    begin(catalog, { scenario: 'down', pets: undefined });
    expect(catalog.scenarios.current()).toBe('down');
    expect(catalog.pets.count()).toBe(25);
    begin(catalog, { scenario: 'empty', pets: undefined });
    expect(catalog.pets.count()).toBe(0);
    begin(catalog, { scenario: 'down', pets: 3, faults: [{ status: 500 }] });
    expect(catalog.pets.count()).toBe(3);
    expect(catalog.faults.list()).toMatchObject([{ status: 503 }, { status: 500 }]);
  });

  test.each([
    [{ scenario: 'emty' }, /There is no scenario "emty"/],
    [{ pet: 3 }, /pet/],
    [{ pets: 3, fixtures: [] }, /fixtures/],
  ])('refuses %j', (given, message) => {
    const catalog = createPetCatalog();
    const refused = () => begin(catalog, given as StoryMock);
    expect(refused).toThrow(InvalidInputError);
    expect(refused).toThrow(message);
  });
});

test('the addon refuses a promise of a catalog', () => {
  const promised = Promise.resolve(createPetCatalog()) as unknown as PetCatalog;
  expect(() => addonPetCatalog(promised)).toThrow(OptionError);
});
