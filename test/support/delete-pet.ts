import { defineOperation } from '../../src/index.ts';

/** An operation that users add as a rule. */
export const deletePet = defineOperation({
  name: 'deletePet',
  method: 'DELETE',
  path: '/pets/{petId}',
  summary: 'Delete a pet',
  responses: { 204: 'The pet is gone', 404: 'There is no pet of that id' },
  run: ({ params, pets, fail }) =>
    pets.remove(params.petId) ? { status: 204 } : fail(404, 'Pet not found'),
});
