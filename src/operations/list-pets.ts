import * as v from 'valibot';
import { listAtOnce, type PetStore } from '../catalog/store.ts';
import type { Decisions } from '../contract/dialect.ts';
import { petSchemaIn, toAnswerIn } from '../contract/pet.ts';
import { defineOperation } from './define-operation.ts';
import { examplePetsIn } from './example-pets.ts';
import { limitIn, wrongLimit } from './limit.ts';
import { catalogOf } from './operation-context.ts';
import { JsonText, type ChunkedBody } from './response.ts';
import { atOnce, streamArray } from './stream-list.ts';

/** Lists the pets, oldest first (service document, section 4.3). */
export const listPetsIn = (dialect: Decisions) => {
  const { badLimit, maxLimit, order } = dialect;
  const list = listIn(dialect);
  const pets = v.array(petSchemaIn(dialect));
  return defineOperation({
    name: 'listPets',
    method: 'GET',
    path: '/pets',
    summary: 'List all pets',
    description:
      `Answers the pets in the order in which they were created, ${order} first: ` +
      'all of them, or the first `limit`.',
    query: limitIn(dialect),
    responses: {
      200: {
        description: 'A list of pets',
        schema: maxLimit === undefined ? pets : v.pipe(pets, v.maxLength(maxLimit)),
        examples: {
          ...(order === 'oldest' && { some: examplePetsIn(dialect).listed }),
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
    run(context) {
      const body = list(catalogOf(context).store, context.query.limit);
      if (!(body instanceof Promise)) return { status: 200, body: new JsonText(body) };
      return body.then((chunks) => ({ status: 200, body: new JsonText(chunks) }));
    },
  });
};

type List = (store: PetStore, limit: number) => string | Promise<ChunkedBody>;

/** Gives the JSON of so many pets. A long one is streamed. */
function listIn(dialect: Decisions): List {
  const isNewest = dialect.order === 'newest';
  if (!isNewest && dialect.missingTag === 'empty') {
    // Its text is remembered where it is short.
    return (store, limit) =>
      store.list(limit, atOnce) ?? streamArray('[', store.first(limit), ']', JSON.stringify);
  }
  const toAnswer = toAnswerIn(dialect);
  const toJson = (pet: Parameters<typeof toAnswer>[0]) => JSON.stringify(toAnswer(pet));
  return (store, limit) => {
    const pets = store.first(limit, isNewest ? Math.max(0, store.size - limit) : 0);
    if (isNewest) pets.reverse();
    return listAtOnce(pets, atOnce, toJson) ?? streamArray('[', pets, ']', toJson);
  };
}
