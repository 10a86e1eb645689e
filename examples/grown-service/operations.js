// @ts-check
import { defineOperation } from 'pet-catalog-mock';
import * as z from 'zod';

const notFound = 'Pet not found';
const petId = { description: 'The id of the pet' };
const pet = z.object({ id: z.string(), name: z.string(), tag: z.string() });

/** A number in the query, where all is text. @param {number} least */
function wholeNumber(least) {
  const words = `must be a whole number of at least ${least}`;
  return z.coerce.number(words).int(words).min(least, words);
}

const deletePet = defineOperation({
  name: 'deletePet',
  method: 'DELETE',
  path: '/pets/{petId}',
  summary: 'Delete a pet',
  params: { petId },
  responses: { 204: 'The pet is gone', 404: { description: notFound, error: notFound } },
  run: ({ params, pets, fail }) =>
    pets.remove(params.petId) ? { status: 204 } : fail(404, notFound),
});

const renamePet = defineOperation({
  name: 'renamePet',
  method: 'PATCH',
  path: '/pets/{petId}',
  summary: 'Rename a pet',
  params: { petId },
  body: z.object({ name: z.string().min(1, 'must not be empty') }),
  responses: {
    200: { description: 'The pet with its new name', schema: pet },
    404: { description: notFound, error: notFound },
  },
  run({ params, body, pets, fail }) {
    const renamed = pets.update(params.petId, { name: body.name });
    return renamed ? { status: 200, body: renamed } : fail(404, notFound);
  },
});

// It has the name of one of the service's own, and takes its place.
const listPets = defineOperation({
  name: 'listPets',
  method: 'GET',
  path: '/pets',
  summary: 'List the pets, a page at a time',
  query: z.object({ limit: wholeNumber(1).optional(), offset: wholeNumber(0).default(0) }),
  responses: { 200: { description: 'A page of pets, oldest first', schema: z.array(pet) } },
  run: ({ query: { limit = Infinity, offset }, pets }) => ({
    status: 200,
    body: pets.list({ limit: offset + limit }).slice(offset),
  }),
});

export default [deletePet, renamePet, listPets];
