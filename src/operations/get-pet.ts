import { seededPets } from '../contract/seeded-pets.ts';
import { petSchema } from '../contract/pet.ts';
import { inWords } from '../contract/standard-schema.ts';
import { defineOperation } from './define-operation.ts';
import { catalogOf } from './operation-context.ts';
import { JsonText } from './response.ts';

const [example] = seededPets;
const notFound = 'Pet not found';

/** Gets one pet by its id (service document, section 4.2). */
export const getPet = defineOperation({
  name: 'getPet',
  method: 'GET',
  path: '/pets/{petId}',
  summary: 'Get a pet by its id',
  description: 'Answers the pet that has exactly this id.',
  params: {
    petId: {
      description: "The pet's unique id, percent-encoded.",
      examples: { tagged: example.id, unknown: 'nobody' },
    },
  },
  responses: {
    200: {
      description: 'A pet',
      schema: inWords('The pet', petSchema),
      examples: { tagged: example },
    },
    404: {
      description: notFound,
      error: notFound,
      examples: { unknown: { error: notFound } },
    },
  },
  run(context) {
    const { params, fail } = context;
    const pet = catalogOf(context).store.json(params.petId);
    return pet === undefined ? fail(404, notFound) : { status: 200, body: new JsonText(pet) };
  },
});
