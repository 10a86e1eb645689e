import * as v from 'valibot';
import type { Store } from './store.ts';
import { createInput, described, wholeNumber } from '../contract/input.ts';
import type { Pet } from '../contract/pet.ts';

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

/** Returns a page of the pets that match, oldest first, and how many match in all. */
export function findPets(
  store: Store<Pet>,
  { offset, limit, search, tag }: ReturnType<typeof pageInput.check>,
): { pets: Pet[]; total: number } {
  const end = offset + limit;
  if (search === '' && tag === undefined) {
    return { pets: store.list({ limit: end }).slice(offset), total: store.size };
  }
  const wanted = search.toLowerCase();
  const found = store.list({
    where: (pet) =>
      (tag === undefined || pet.tag === tag) &&
      Object.entries(pet).some(
        ([name, value]) =>
          name !== 'id' &&
          typeof value !== 'object' &&
          String(value).toLowerCase().includes(wanted),
      ),
  });
  return { pets: found.slice(offset, end), total: found.length };
}
