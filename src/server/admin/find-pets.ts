import * as v from 'valibot';
import type { PetStore } from '../../catalog/store.ts';
import { createInput, described, wholeNumber } from '../../contract/input.ts';
import type { Pet } from '../../contract/pet.ts';
import { pause } from '../../operations/stream-list.ts';

/** How much is searched before others have their turn, in code units of JSON: some 5000 pets. */
const slice = 512 * 1024;

export const pageInput = createInput(
  v.strictObject({
    offset: v.optional(
      described(wholeNumber(0, 2 ** 24), 'How many of the pets that match are left out first.'),
      0,
    ),
    limit: v.optional(described(wholeNumber(0, 1000), 'At most so many, the first.'), 100),
    search: v.optional(
      described(v.string(), 'Found in the name or the tag, in any letter case.'),
      '',
    ),
    tag: v.optional(described(v.string(), 'The exact tag.')),
  }),
  'The query',
);

/** A page of the pets that match, as JSON, oldest first, and how many match in all. */
export async function findPets(
  store: PetStore,
  { offset, limit, search: text, tag }: ReturnType<typeof pageInput.check>,
): Promise<{ pets: readonly string[]; total: number }> {
  const search = text.toLowerCase();
  if (search === '' && tag === undefined) {
    return { pets: store.first(limit, offset), total: store.size };
  }
  const pets: string[] = [];
  let total = 0;
  for (const records of store.slices(Infinity, slice)) {
    for (const json of records) {
      const pet = JSON.parse(json) as Pet;
      if (tag !== undefined && pet.tag !== tag) continue;
      if (![pet.name, pet.tag].some((field) => field.toLowerCase().includes(search))) continue;
      if (total++ >= offset && pets.length < limit) pets.push(json);
    }
    await pause();
  }
  return { pets, total };
}
