/** The operations to choose from, `''` for all. */
export const operationChoices = [
  ['', 'All operations'],
  ['listPets', 'listPets'],
  ['getPet', 'getPet'],
  ['createPet', 'createPet'],
] as const;

export { count, countOf, duration, shorten } from '../../contract/words.ts';
