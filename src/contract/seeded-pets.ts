import type { Pet } from './pet.ts';

/** The first two pets of a catalog that nobody has told anything: to fetch them works at once. */
export const seededPets: [Pet, Pet] = [
  { name: 'Cookie', tag: 'dog', id: 'a6d48331-438a-426e-86cb-effa306f303c' },
  { name: 'Archie', tag: 'rabbit', id: '83ec2d7f-9d12-4c32-a700-c908ab5a9cdc' },
];

/** The last two of its 25, the newest first. */
export const newestPets: [Pet, Pet] = [
  { name: 'Ace', tag: '', id: '2696c1b2-d5f6-474c-9e1a-01387f530550' },
  { name: 'Louie', tag: 'dog', id: '386826a3-ad37-4463-a127-111b25e250c5' },
];
