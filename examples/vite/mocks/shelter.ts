export const shelter = { name: 'Second Chance' };
