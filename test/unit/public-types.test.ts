import { readFile } from 'node:fs/promises';
import type * as v from 'valibot';
import { expect, expectTypeOf, test } from 'vitest';
import type { errorSchema, petSchema } from '../../src/contract/pet.ts';
import {
  createPetCatalog,
  type ErrorBody,
  type NewPet,
  type Pet,
  type PetCatalog,
} from '../../src/index.ts';
import { version } from '../../src/version.ts';

test('a pet has exactly three fields, all strings', () => {
  expectTypeOf<Pet>().toEqualTypeOf<{ name: string; tag: string; id: string }>();
  expectTypeOf<PetCatalog['pets']['get']>().returns.toEqualTypeOf<Pet | undefined>();
});

test('the types of the service say what its schemas say', () => {
  expectTypeOf<v.InferOutput<typeof petSchema>>().toEqualTypeOf<Pet>();
  expectTypeOf<v.InferOutput<typeof errorSchema>>().toEqualTypeOf<ErrorBody>();
});

test('a new pet needs a name, may have a tag, and never an id', () => {
  expectTypeOf<{ name: string }>().toExtend<NewPet>();
  expectTypeOf<{ name: string; tag: string }>().toExtend<NewPet>();
  expectTypeOf<{ tag: string }>().not.toExtend<NewPet>();
  expectTypeOf<{ name: string; tag: null }>().not.toExtend<NewPet>();
  expectTypeOf<Pet>().not.toExtend<NewPet>();
});

test('the options of a catalog are known by name', () => {
  // @ts-expect-error There is no such option.
  expect(() => createPetCatalog({ petz: 3 })).toThrow(/petz/);
});

test('the version is the package’s', async () => {
  const file = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  expect((JSON.parse(file) as { version: string }).version).toBe(version);
});
