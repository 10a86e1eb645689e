import type { Decisions } from '../contract/dialect.ts';
import { petSchemaIn, toBodyIn } from '../contract/pet.ts';
import { defineOperation } from './define-operation.ts';
import { examplePetsIn } from './example-pets.ts';
import { catalogOf } from '../service/operation-context.ts';
import { JsonText } from '../service/response.ts';

const notFound = 'Pet not found';

/** Gets one pet by its id (service document, section 4.2). */
export const getPetIn = (dialect: Decisions) => {
  const { first, firstId } = examplePetsIn(dialect);
  const toBody = toBodyIn(dialect);
  return defineOperation({
    name: 'getPet',
    method: 'GET',
    path: '/pets/{petId}',
    summary: 'Get a pet by its id',
    description: 'Answers the pet that has exactly this id.',
    params: {
      petId: {
        description: "The pet's unique id, percent-encoded.",
        examples: { tagged: firstId, unknown: 'nobody' },
      },
    },
    responses: {
      200: {
        description: 'A pet',
        schema: petSchemaIn(dialect),
        examples: { tagged: first },
      },
      404: {
        description: notFound,
        error: notFound,
        examples: { unknown: { error: notFound } },
      },
    },
    run(context) {
      const { params, fail } = context;
      const pet = catalogOf(context).store.get(params.petId);
      return pet
        ? { status: 200, body: new JsonText(JSON.stringify(toBody(pet))) }
        : fail(404, notFound);
    },
  });
};
