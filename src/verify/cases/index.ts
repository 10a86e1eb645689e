import type { ServiceCase } from './case.ts';
import { createPetCases } from './create-pet.ts';
import { getPetCases } from './get-pet.ts';
import { listPetsCases } from './list-pets.ts';
import { methodAndKeyCases } from './methods-and-keys.ts';
import { pathCases } from './paths.ts';

/** Contract cases that apply to any implementation. They use nothing of Node: a page can import them. */
export const serviceCases: readonly ServiceCase[] = [
  ...createPetCases,
  ...getPetCases,
  ...listPetsCases,
  ...pathCases,
  ...methodAndKeyCases,
];
