import type { Control, Pet } from '../../client.ts';
import { shorten } from '../parts/words.ts';

/** Pets on a page: the server searches and cuts, so that a million are as quick as ten. */
export const pageSize = 50;

/** As many as one reading gives. */
const slice = 1000;

/** The beginning of a name, as far as an address can carry it. */
const searchable = /^\P{Cs}{0,60}/u;

/**
 * Looks for a pet among those that a search for its name gives.
 *
 * @returns The pet, the search, and the page of what it gives, from 1.
 * @throws Error when there is no such pet.
 */
export async function findPet(
  control: Control,
  id: string,
): Promise<{ pet: Pet; search: string; page: number }> {
  const pet = await control.pets.get(id);
  if (pet) {
    const search = searchable.exec(pet.name)![0];
    for (let offset = 0, total = 1; offset < total; offset += slice) {
      const found = await control.pets.find({ search, offset, limit: slice });
      const index = found.pets.findIndex((one) => one.id === id);
      if (index >= 0) return { pet, search, page: Math.floor((offset + index) / pageSize) + 1 };
      total = found.total;
    }
  }
  throw new Error(`There is no pet with the id ${shorten(id, 60)}`);
}
