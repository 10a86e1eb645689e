import { errorMessages } from './error-messages.ts';
import { errorAnswer, jsonAnswer, ref, seededPets, type Json } from './openapi-components.ts';
import type { OperationName } from './operations.ts';
import { catalogOptions, defaultsOf } from './options.ts';

interface DescribedOperation {
  summary: string;
  description: string;
  parameters: Json[];
  requestBody?: Json;
  responses: Json;
}

const defaults = defaultsOf(catalogOptions);
const pet = ref('schemas', 'Pet');
const common = {
  401: ref('responses', 'Unauthorized'),
  405: ref('responses', 'MethodNotAllowed'),
  500: ref('responses', 'Failed'),
  503: ref('responses', 'CutOff'),
};
const prefer = ref('parameters', 'Prefer');

/** What the table of operations does not say: for people, and for programs that read schemas. */
export const describedOperations: Readonly<Record<OperationName, DescribedOperation>> = {
  createPet: {
    summary: 'Create a pet',
    description:
      'Stores a pet. The service assigns its `id`: a body with an `id`, whatever its value, is refused. Other ' +
      'fields besides `name` and `tag` are ignored.',
    parameters: [prefer],
    requestBody: {
      required: true,
      description: 'The pet to be created.',
      content: {
        'application/json': {
          schema: ref('schemas', 'NewPet'),
          examples: {
            tagged: { summary: 'With a tag', value: { name: 'Rex', tag: 'dog' } },
            untagged: { summary: 'Without a tag', value: { name: 'Biscuit' } },
          },
        },
      },
    },
    responses: {
      ...common,
      201: jsonAnswer(
        'Created',
        {
          schema: pet,
          examples: {
            tagged: {
              value: { name: 'Rex', tag: 'dog', id: 'c53ae90f-c9f5-4e62-b2f3-12dc147b235d' },
            },
            untagged: {
              value: { name: 'Biscuit', tag: '', id: '2ceb7842-dc36-4c9e-b51d-0a6892babab8' },
            },
          },
        },
        { Location: ref('headers', 'Location') },
      ),
      400: errorAnswer('The body is not JSON in UTF-8, or not a pet to be created.', {
        missing: errorMessages.missingName,
        id: 'The request body: "id" must be left out, because the service assigns it, not "7"',
      }),
      413: errorAnswer('The body is too large.', {
        tooLarge: errorMessages.tooLarge(defaults),
      }),
      415: errorAnswer('The body is not declared as `application/json`, or is compressed.', {
        notJson: errorMessages.notJson,
      }),
      507: errorAnswer('The catalog is full. Nothing was stored, and nothing is lost.', {
        full: errorMessages.full({ pets: defaults.maxPets }),
      }),
    },
  },
  getPet: {
    summary: 'Get a pet by its id',
    description: 'Answers the pet that has exactly this id.',
    parameters: [ref('parameters', 'PetId'), prefer],
    responses: {
      ...common,
      200: jsonAnswer('A pet', { schema: pet, examples: { tagged: { value: seededPets[0] } } }),
      400: errorAnswer('The id has a malformed percent-escape.', {
        malformed: errorMessages.malformedId,
      }),
      404: errorAnswer('Pet not found', { unknown: errorMessages.notFound }),
    },
  },
  listPets: {
    summary: 'List all pets',
    description:
      'Answers the pets in the order in which they were created, oldest first: all of them, or ' +
      'the first `limit`.',
    parameters: [ref('parameters', 'Limit'), prefer],
    responses: {
      ...common,
      200: jsonAnswer('A list of pets', {
        schema: { type: 'array', items: pet },
        examples: {
          some: { summary: 'Two pets', value: seededPets },
          none: { summary: 'With limit=0', value: [] },
        },
      }),
      400: errorAnswer('`limit` is not a whole number of at least 0 in digits, given once.', {
        negative:
          'The query parameter "limit" must be a whole number of at least 0 in digits, not "-1"',
        twice: 'The query parameter "limit" must be given once, not 2 times',
      }),
    },
  },
};
