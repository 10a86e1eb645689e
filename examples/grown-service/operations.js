// @ts-check
import { defineCollection, defineOperation, petSchema } from 'pet-catalog-mock';
import * as z from 'zod';

const notFound = 'Pet not found';
const petId = { description: 'The id of the pet' };

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
    200: { description: 'The pet with its new name', schema: petSchema },
    404: { description: notFound, error: notFound },
  },
  run({ params, body, pets, fail }) {
    const renamed = pets.update(params.petId, { name: body.name });
    return renamed ? { status: 200, body: renamed } : fail(404, notFound);
  },
});

// It has the name of one of the service's own, takes its place, and keeps the schema of its response.
const listPets = defineOperation({
  name: 'listPets',
  method: 'GET',
  path: '/pets',
  summary: 'List the pets, a page at a time',
  query: z.object({ limit: wholeNumber(1).optional(), offset: wholeNumber(0).default(0) }),
  responses: { 200: 'A page of pets, oldest first' },
  run: ({ query: { limit = Infinity, offset }, pets }) => ({
    status: 200,
    body: pets.list({ limit: offset + limit }).slice(offset),
  }),
});

// #region photos
const photos = defineCollection({
  name: 'photos',
  schema: z.object({ petId: z.string(), url: z.url('must be a URL') }),
  seed: ({ faker, pets }) => pets.list().map(({ id }) => ({ petId: id, url: faker.image.url() })),
});

const photosOfPet = defineOperation({
  name: 'photosOfPet',
  method: 'GET',
  path: '/pets/{petId}/photos',
  responses: { 200: { description: 'Photos', schema: z.array(photos.schema) }, 404: notFound },
  run: ({ params, pets, collection, fail }) =>
    pets.get(params.petId)
      ? {
          status: 200,
          body: collection(photos).list({ where: (photo) => photo.petId === params.petId }),
        }
      : fail(404, notFound),
});

const addPhoto = defineOperation({
  name: 'addPhoto',
  method: 'POST',
  path: '/pets/{petId}/photos',
  body: z.object({ url: z.string() }),
  responses: { 201: 'The photo' },
  run: ({ params, body, collection }) => ({
    status: 201,
    body: collection(photos).create({ petId: params.petId, url: body.url }),
  }),
});

export const collections = [photos];
// #endregion

// #region breed
export const fields = {
  breed: {
    schema: z.string().optional(),
    description: 'The breed.',
    /** @param {import('@faker-js/faker').Faker} faker */
    fake: (faker) => faker.animal.dog(),
  },
};
// #endregion

export default [deletePet, renamePet, listPets, photosOfPet, addPhoto];
