import type { Pet } from './pet.ts';

/** The first two pets of a catalog without options, so that an example can fetch them. */
export const seededPets: [Pet, Pet] = [
  { name: 'Cookie', tag: 'dog', id: 'a6d48331-438a-426e-86cb-effa306f303c' },
  { name: 'Archie', tag: 'rabbit', id: '83ec2d7f-9d12-4c32-a700-c908ab5a9cdc' },
];
