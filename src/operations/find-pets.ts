import * as v from 'valibot';
import type { PetStore, StoredPet } from '../catalog/store.ts';
import { createInput, described, wholeNumber } from '../contract/input.ts';
import { textFields } from '../contract/pet.ts';
import { pause } from './stream-list.ts';

/** How much is searched before others have their turn, in code units: some 5000 pets. */
const slice = 256 * 1024;

export const pageInput = createInput(
  v.strictObject({
    offset: v.optional(
      described(wholeNumber(0, 2 ** 24), 'How many of the pets that match are left out first.'),
      0,
    ),
    limit: v.optional(described(wholeNumber(0, 1000), 'At most so many, the first.'), 100),
    search: v.optional(
      described(v.string(), 'Found in any text of a pet but its id, in any letter case.'),
      '',
    ),
    tag: v.optional(described(v.string(), 'The exact tag.')),
  }),
  'The query',
);

/** A page of the pets that match, oldest first, and how many match in all. */
export async function findPets(
  store: PetStore,
  { offset, limit, search: text, tag }: ReturnType<typeof pageInput.check>,
): Promise<{ pets: readonly StoredPet[]; total: number }> {
  const search = text.toLowerCase();
  if (search === '' && tag === undefined) {
    return { pets: store.first(limit, offset), total: store.size };
  }
  const pets: StoredPet[] = [];
  let total = 0;
  let searched = 0;
  for (const pet of store.first(Infinity)) {
    const texts = textFields.map((name) => pet[name] ?? '');
    if (
      (tag === undefined || pet.tag === tag) &&
      texts.some((one) => one.toLowerCase().includes(search))
    ) {
      if (total++ >= offset && pets.length < limit) pets.push(pet);
    }
    // Its id, and what finding it takes.
    for (const { length } of texts) searched += length;
    searched += 40;
    if (searched < slice) continue;
    searched = 0;
    await pause();
  }
  return { pets, total };
}
