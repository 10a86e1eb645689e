import type { ContractCase } from './case.ts';
import { createPetCases } from './create-pet.ts';
import { getPetCases } from './get-pet.ts';
import { listPetsCases } from './list-pets.ts';
import { methodAndKeyCases } from './methods-and-keys.ts';
import { pathCases } from './paths.ts';
import { preferCases } from './prefer.ts';

/**
 * Every sentence of the contract, as one table for every host. Nothing in it needs Node: a page can
 * import it.
 */
export const contractCases: readonly ContractCase[] = [
  ...createPetCases,
  ...getPetCases,
  ...listPetsCases,
  ...pathCases,
  ...methodAndKeyCases,
  ...preferCases,
];
