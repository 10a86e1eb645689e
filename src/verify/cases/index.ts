import type { ServiceCase } from './case.ts';
import { createPetCases } from './create-pet.ts';
import { getPetCases } from './get-pet.ts';
import { listPetsCases } from './list-pets.ts';
import { methodAndKeyCases } from './methods-and-keys.ts';
import { pathCases } from './paths.ts';

/** Every sentence of the contract that any service can be held to. Nothing in it needs Node: a page can import it. */
export const serviceCases: readonly ServiceCase[] = [
  ...createPetCases,
  ...getPetCases,
  ...listPetsCases,
  ...pathCases,
  ...methodAndKeyCases,
];
