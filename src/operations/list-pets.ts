import * as v from 'valibot';
import { errorMessages } from '../contract/error-messages.ts';
import type { PetModel } from '../contract/pet-model.ts';
import { inWords } from '../contract/standard-schema.ts';
import { defineOperation, type OwnContext } from './define-operation.ts';
import { examplePetsIn } from './example-pets.ts';
import { limitIn, wrongLimit } from './limit.ts';

/** Lists the pets, oldest first (docs/service.md, List pets). */
export const listPetsIn = (model: PetModel) => {
  const { dialect, toBody } = model;
  const { badLimit, maxLimit, order } = dialect;
  const isNewest = order === 'newest';
  const isPlain = !isNewest && dialect.missingTag === 'empty';
  const all = v.array(model.response);
  const schema = maxLimit === undefined ? all : v.pipe(all, v.maxLength(maxLimit));
  return defineOperation({
    name: 'listPets',
    method: 'GET',
    path: '/pets',
    summary: 'List all pets',
    description:
      `Returns the pets in the order in which they were created, ${order} first: ` +
      'all of them, or the first `limit`.',
    query: limitIn(dialect),
    responses: {
      200: {
        description: 'A list of pets',
        schema: inWords('The list', schema),
        examples: {
          ...(order === 'oldest' && { some: examplePetsIn(model).listed }),
          none: [],
        },
      },
      ...(badLimit === 'refuse' && {
        400: {
          description: '`limit` is not a whole number of at least 0 in digits, given once.',
          examples: {
            negative: { error: wrongLimit('a whole number of at least 0 in digits, not "-1"') },
            twice: { error: wrongLimit('given once, not 2 times') },
          },
        },
      }),
    },
    run({ catalog, query, fail }: OwnContext<{ limit: number }>) {
      const { store } = catalog;
      const { limit } = query;
      const list = () =>
        isNewest ? store.list().toReversed().slice(0, limit) : store.list({ limit });
      try {
        const body = isPlain ? store.listJson(limit) : JSON.stringify(list().map(toBody));
        return { status: 200, body, headers: { 'content-type': 'application/json' } };
      } catch (error) {
        if (error instanceof RangeError) return fail(500, errorMessages.tooLong);
        throw error;
      }
    },
  });
};
