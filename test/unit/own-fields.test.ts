import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  createPetCatalog,
  InvalidInputError,
  OptionError,
  type PetField,
} from '../../src/index.ts';
import { plainModel } from '../../src/contract/pet-model.ts';
import { createOpenApi } from '../../src/service/openapi.ts';
import { serviceOf } from '../../src/pet-catalog.ts';
import { infoOf } from '../../src/service/info.ts';
import { ask, namesOf } from '../support/catalog.ts';

const breeds = ['Beagle', 'Poodle'] as const;

/** Two fields in different libraries: one that each seeded pet has, and one that a pet may lack. */
const fields = {
  breed: {
    schema: z.enum(breeds),
    description: 'The breed.',
    default: 'Beagle',
    fake: (faker) => faker.helpers.arrayElement(breeds),
  },
  weight: { schema: v.optional(v.pipe(v.number(), v.minValue(0, 'must not be negative'))) },
} satisfies Record<string, PetField>;

const catalogWith = (options = {}) => createPetCatalog({ fields, pets: 3, ...options });
const rex = { name: 'Rex', tag: '', breed: 'Poodle', weight: 3, id: 'rex' };

test('names, tags and ids of seeded pets stay the same, and each pet has the field', () => {
  const [plain, own] = [createPetCatalog({ pets: 9 }), createPetCatalog({ pets: 9, fields })];
  expect(own.pets.list()).toMatchObject(plain.pets.list());
  const found = own.pets.list().map((pet) => Object(pet).breed as string);
  expect(new Set(found)).toEqual(new Set(breeds));
});

test('a create has the field, its default, or is refused with the schema’s own message', async () => {
  const catalog = catalogWith();
  const create = async (pet: object) => {
    const response = await ask(catalog, { method: 'POST', body: JSON.stringify(pet) });
    return [response.status, (await response.json()) as unknown];
  };
  const given = { name: 'Rex', breed: 'Poodle', weight: 3 };
  expect(await create(given)).toMatchObject([201, given]);
  expect(await create({ name: 'Rex' })).toEqual([
    201,
    { name: 'Rex', tag: '', breed: 'Beagle', id: expect.any(String) as string },
  ]);
  const before = catalog.snapshot();
  expect(await create({ name: 'Rex', breed: 'cat' })).toEqual([
    400,
    { error: expect.stringMatching(/^The request body: "breed": .*Beagle/) as string },
  ]);
  expect(await create({ name: 'Rex', weight: -1 })).toEqual([
    400,
    { error: 'The request body: "weight": must not be negative' },
  ]);
  expect(catalog.snapshot()).toEqual(before);
});

test('fixtures, snapshots, updates and lists have the field', async () => {
  const catalog = catalogWith({ pets: undefined, fixtures: [rex, { name: 'Max' }] });
  const max = { name: 'Max', tag: '', breed: 'Beagle' };
  expect(catalog.pets.list()).toMatchObject([rex, max]);
  expect(Object.keys(catalog.pets.get('rex')!)).toEqual(['name', 'tag', 'breed', 'weight', 'id']);
  const before = JSON.parse(JSON.stringify(catalog.snapshot())) as ReturnType<
    typeof catalog.snapshot
  >;
  catalog.pets.update('rex', { weight: 4 } as never);
  expect(await (await ask(catalog, { path: '/v2/pets/rex' })).json()).toEqual({
    ...rex,
    weight: 4,
  });
  catalog.restore(before);
  expect(catalog.pets.get('rex')).toEqual(rex);
  const odd = { ...before, pets: [{ ...rex, breed: 'cat' }] };
  expect(() => catalog.restore(odd)).toThrow(/^snapshot: "pets\[0\]\.breed": /);
  expect(() => catalog.seed({ fixtures: [{ name: 'Max', colour: 'red' } as never] })).toThrow(
    'fixtures[0] has an unknown field "colour"',
  );
  expect(namesOf(catalog)).toEqual(['Rex', 'Max']);
});

test('the OpenAPI document and the info have the field', () => {
  const service = serviceOf(catalogWith());
  const { model } = service.settings;
  const operations = service.operations.all;
  const { components } = createOpenApi({ serverUrl: '/', model, operations });
  const { Pet, NewPet } = components['schemas'] as Record<string, Record<string, object>>;
  expect(Pet).toMatchObject({
    properties: { breed: { enum: breeds, description: 'The breed. "Beagle" when left out.' } },
    required: ['name', 'tag', 'breed', 'id'],
  });
  expect(NewPet).toMatchObject({ required: ['name'], properties: { weight: { type: 'number' } } });
  expect(model.fields).toHaveLength(plainModel.fields.length + 2);
  expect(infoOf(service, service.catalogs.common, '').petFields.slice(-2)).toEqual([
    {
      name: 'breed',
      type: 'string',
      isRequired: false,
      description: 'The breed.',
    },
    { name: 'weight', type: 'number', isRequired: false, description: '' },
  ]);
});

describe('bad fields are refused at the start, in words', () => {
  const text = z.string().optional();
  const never: PetField = {
    schema: { '~standard': { version: 1, vendor: 'x', validate: async () => ({ value: 1 }) } },
  };
  test.each<[object, string]>([
    [{ name: { schema: text } }, 'Field "name": a pet has a field of that name'],
    [{ 'a b': { schema: text } }, 'Field "a b": "name" must be a letter, then letters, digits'],
    [{ breed: {} }, 'Field "breed" lacks the field "schema"'],
    [{ breed: { schema: text, fake: 'x' } }, 'Field "breed": "fake" must be a function'],
    [{ breed: { schema: text, default: 5 } }, 'Field "breed": "default" does not match'],
    [{ breed: { schema: z.string() } }, 'Field "breed": each pet has it, so it needs a "default"'],
    [{ breed: never }, 'the schema must answer at once, not with a promise'],
    [[], '"fields" must be an object of fields by their names'],
  ])('%o', (bad, message) => {
    const start = () => createPetCatalog({ fields: bad as never });
    expect(start).toThrow(OptionError);
    expect(start).toThrow(message);
  });

  test('a fake that does not fit', () => {
    const bad = { breed: { schema: z.string('must be text'), fake: () => 5 } };
    const start = () => createPetCatalog({ fields: bad as never });
    expect(start).toThrow(InvalidInputError);
    expect(start).toThrow('The fake of a pet: "breed": must be text');
  });
});
