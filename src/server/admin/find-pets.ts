import * as v from 'valibot';
import type { PetStore } from '../../catalog/store.ts';
import { check } from '../../contract/check.ts';
import { InvalidInputError } from '../../contract/option-error.ts';
import type { Pet } from '../../contract/pet.ts';

const wholeNumber = (most: number) => {
  const words = `a whole number from 0 to ${most}`;
  return v.pipe(v.number(words), v.integer(words), v.minValue(0, words), v.maxValue(most, words));
};

/** Which pets a page shows. */
export const pageSchema = v.strictObject({
  offset: v.optional(wholeNumber(2 ** 24), 0),
  limit: v.optional(wholeNumber(1000), 100),
  search: v.optional(v.string(), ''),
  tag: v.optional(v.string()),
});

/**
 * A page of the pets, oldest first.
 *
 * @param query `offset` (0) and `limit` (100, at most 1000); `search`, found in the name or the tag in
 *   any letter case; `tag`, exactly.
 * @returns The page, and how many match in all.
 * @throws InvalidInputError that names the parameter.
 */
export function findPets(store: PetStore, query: unknown): { pets: Pet[]; total: number } {
  const checked = check(pageSchema, query, 'The query');
  if (!checked.ok) throw new InvalidInputError(checked.message);
  const { offset, limit, tag } = checked.value;
  const search = checked.value.search.toLowerCase();
  const pets: Pet[] = [];
  const all = search === '' && tag === undefined;
  let total = 0;
  for (const pet of store.first(all ? offset + limit : Infinity)) {
    if (tag !== undefined && pet.tag !== tag) continue;
    if (!pet.name.toLowerCase().includes(search) && !pet.tag.toLowerCase().includes(search))
      continue;
    if (total++ >= offset && pets.length < limit) pets.push({ ...pet });
  }
  return { pets, total: all ? store.size : total };
}
