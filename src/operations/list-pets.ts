import * as v from 'valibot';
import { seededPets } from '../contract/seeded-pets.ts';
import { show } from '../contract/errors.ts';
import { petSchema } from '../contract/pet.ts';
import {
  inWords,
  ownVendor,
  type SchemaResult,
  type StandardSchema,
} from '../contract/standard-schema.ts';
import { defineOperation } from './define-operation.ts';
import { catalogOf } from './operation-context.ts';
import { JsonText } from './response.ts';
import { atOnce, streamList } from './stream-list.ts';

const wrongLimit = (expected: string) => `The query parameter "limit" must be ${expected}`;

/** `limit` (service document, section 4.3): digits only; all pets (`Infinity`) when it is absent. */
const query: StandardSchema<{ limit: number }> = {
  '~standard': {
    version: 1,
    vendor: ownVendor,
    validate(value): SchemaResult<{ limit: number }> {
      const { limit: given } = value as { limit?: string | string[] };
      if (given === undefined) return { value: { limit: Infinity } };
      if (typeof given === 'string' && /^\d+$/.test(given)) {
        return { value: { limit: Number(given) } };
      }
      const expected = Array.isArray(given)
        ? `given once, not ${given.length} times`
        : `a whole number of at least 0 in digits, not ${show(given)}`;
      return { issues: [{ message: wrongLimit(expected) }] };
    },
    jsonSchema: {
      input: () => ({
        type: 'object',
        properties: {
          limit: {
            type: 'integer',
            minimum: 0,
            description:
              'How many pets at most, in decimal digits. All when left out; there is no maximum.',
            examples: { some: 2, none: 0 },
          },
        },
      }),
    },
  },
};

/** Lists the pets, oldest first (service document, section 4.3). */
export const listPets = defineOperation({
  name: 'listPets',
  method: 'GET',
  path: '/pets',
  summary: 'List all pets',
  description:
    'Answers the pets in the order in which they were created, oldest first: all of them, or the first `limit`.',
  query,
  responses: {
    200: {
      description: 'A list of pets',
      schema: inWords('The list', v.array(petSchema)),
      examples: { some: seededPets, none: [] },
    },
    400: {
      description: '`limit` is not a whole number of at least 0 in digits, given once.',
      examples: {
        negative: { error: wrongLimit('a whole number of at least 0 in digits, not "-1"') },
        twice: { error: wrongLimit('given once, not 2 times') },
      },
    },
  },
  run(context) {
    const { limit } = context.query;
    const { store } = catalogOf(context);
    // Its text is remembered where it is short, and a long one is streamed.
    const body = store.list(limit, atOnce);
    if (body !== undefined) return { status: 200, body: new JsonText(body) };
    return streamList(store.first(limit)).then((chunks) => {
      return { status: 200, body: new JsonText(chunks) };
    });
  },
});
