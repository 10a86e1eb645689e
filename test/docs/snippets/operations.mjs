import { defineOperation } from 'pet-catalog-mock';

export default [
  defineOperation({
    name: 'deletePet',
    method: 'DELETE',
    path: '/pets/{petId}',
    summary: 'Delete a pet',
    responses: { 204: 'The pet is gone', 404: 'There is no pet of that id' },
    run: ({ params, pets, fail }) =>
      pets.remove(params.petId) ? { status: 204 } : fail(404, 'Pet not found'),
  }),

  // It has the name of one of the service's own, and takes its place.
  defineOperation({
    name: 'listPets',
    method: 'GET',
    path: '/pets',
    run: ({ query, pets }) => ({
      status: 200,
      body: pets.list().slice(Number(query.get('offset') ?? 0)),
    }),
  }),
];
