import { idsIn } from '../catalog/random.ts';
import { catalogOptions, defaultsOf } from '../controls/options.ts';
import type { PetModel } from '../contract/pet-model.ts';
import type { NewPet } from '../contract/pet.ts';
import { seededPets } from '../contract/seeded-pets.ts';

const { pets: count, seed } = defaultsOf(catalogOptions);

/** The pets in the examples of the document: the answers of a catalog without options. */
export function examplePetsIn({ dialect, toPet, toBody }: PetModel) {
  const ids = idsIn(dialect);
  const idAt = (position: number) => ids.at(seed, position);
  const toExample = (pet: object, position: number) => toBody(toPet(pet, idAt(position)));
  return {
    firstId: idAt(0),
    first: toExample(seededPets[0], 0),
    /** The first two of a list, where that begins with the oldest. */
    listed: seededPets.map(toExample).slice(0, dialect.maxLimit),
    /** Each new pet as it is answered, created one after another. */
    created: (examples: Readonly<Record<string, NewPet>>) =>
      Object.fromEntries(
        Object.entries(examples).map(([name, pet], index) => [name, toExample(pet, count + index)]),
      ),
  };
}
