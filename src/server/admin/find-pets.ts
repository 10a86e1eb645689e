import * as v from 'valibot';
import { pause } from '../../operations/stream-list.ts';
import type { PetStore } from '../../catalog/store.ts';
import { check } from '../../contract/check.ts';
import { InvalidInputError } from '../../contract/errors.ts';
import type { Pet } from '../../contract/pet.ts';
import { wholeNumber } from '../../contract/whole-number.ts';

/** How much is searched before others have their turn, in code units of JSON: some 5000 pets. */
const slice = 512 * 1024;

/** Which pets a page shows. */
export const pageSchema = v.strictObject({
  offset: v.optional(wholeNumber(0, 2 ** 24), 0),
  limit: v.optional(wholeNumber(0, 1000), 100),
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
export async function findPets(
  store: PetStore,
  query: unknown,
): Promise<{ pets: Pet[]; total: number }> {
  const checked = check(pageSchema, query, 'The query');
  if (!checked.ok) throw new InvalidInputError(checked.message);
  const { offset, limit, tag } = checked.value;
  const search = checked.value.search.toLowerCase();
  const parse = (json: string) => JSON.parse(json) as Pet;
  if (search === '' && tag === undefined) {
    const page = store.first(limit, offset);
    return { pets: page.map(parse), total: store.size };
  }
  const pets: Pet[] = [];
  let total = 0;
  for (const records of store.slices(Infinity, slice)) {
    for (const json of records) {
      const pet = parse(json);
      if (tag !== undefined && pet.tag !== tag) continue;
      if (![pet.name, pet.tag].some((text) => text.toLowerCase().includes(search))) continue;
      if (total++ >= offset && pets.length < limit) pets.push(pet);
    }
    await pause();
  }
  return { pets, total };
}
