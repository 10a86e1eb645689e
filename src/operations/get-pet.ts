import type { PetModel } from '../contract/pet-model.ts';
import { inWords } from '../contract/standard-schema.ts';
import { defineOperation, type OwnContext } from './define-operation.ts';
import { examplePetsIn } from './example-pets.ts';

const notFound = 'Pet not found';

/** Gets one pet by its id (docs/service.md, Get a pet). */
export const getPetIn = (model: PetModel) => {
  const { first, firstId } = examplePetsIn(model);
  return defineOperation({
    name: 'getPet',
    method: 'GET',
    path: '/pets/{petId}',
    summary: 'Get a pet by its id',
    description: 'Returns the pet that has exactly this id.',
    params: {
      petId: {
        description: "The pet's unique id, percent-encoded.",
        examples: { tagged: firstId, unknown: 'nobody' },
      },
    },
    responses: {
      200: {
        description: 'A pet',
        schema: inWords('The pet', model.response),
        examples: { tagged: first },
      },
      404: {
        description: notFound,
        error: notFound,
        examples: { unknown: { error: notFound } },
      },
    },
    run({ params, catalog, fail }: OwnContext) {
      const pet = catalog.store.get(params['petId']!);
      return pet ? { status: 200, body: model.toBody(pet) } : fail(404, notFound);
    },
  });
};
