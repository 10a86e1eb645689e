import type { GenericSchema } from 'valibot';
import { errorMessages } from '../contract/error-messages.ts';
import { newPetSchema, petSchema, type NewPet } from '../contract/pet.ts';
import { inWords } from '../contract/standard-schema.ts';
import { defineOperation } from './define-operation.ts';
import { catalogOf } from './operation-context.ts';

const missing = 'The request body lacks the field "name"';

/** Creates a pet (service document, section 4.1). */
export const createPet = defineOperation({
  name: 'createPet',
  method: 'POST',
  path: '/pets',
  summary: 'Create a pet',
  description:
    'Stores a pet. The service assigns its `id`: a body with an `id`, whatever its value, is refused. ' +
    'Fields that a pet does not have are ignored.',
  body: inWords('The request body', newPetSchema as unknown as GenericSchema<unknown, NewPet>),
  examples: {
    tagged: { name: 'Rex', tag: 'dog' },
    untagged: { name: 'Biscuit' },
  },
  responses: {
    201: {
      description: 'Created',
      schema: inWords('The pet', petSchema),
      examples: {
        tagged: { name: 'Rex', tag: 'dog', id: 'c53ae90f-c9f5-4e62-b2f3-12dc147b235d' },
        untagged: { name: 'Biscuit', tag: '', id: '2ceb7842-dc36-4c9e-b51d-0a6892babab8' },
      },
      headers: { Location: 'The path of the new pet.' },
    },
    400: {
      description: 'The body is not JSON in UTF-8, or not a pet to be created.',
      error: missing,
      examples: {
        missing: { error: missing },
        id: {
          error: 'The request body: "id" must be left out, because the service assigns it, not "7"',
        },
      },
    },
    507: {
      description: 'The catalog is full. Nothing was stored, and nothing is lost.',
      error: ({ count }) => errorMessages.full(count()),
    },
  },
  run(context) {
    const { body, path, fail } = context;
    const { add, pets } = catalogOf(context);
    const pet = add(body);
    if (!pet) return fail(507, errorMessages.full(pets.count()));
    return { status: 201, body: pet, headers: { location: `${path}/${pet.id}` } };
  },
});
