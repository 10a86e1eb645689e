import type { Decisions } from '../contract/dialect.ts';
import { errorMessages } from '../contract/error-messages.ts';
import type { PetModel } from '../contract/pet-model.ts';
import type { NewPet } from '../contract/pet.ts';
import { inWords } from '../contract/standard-schema.ts';
import { defineOperation, type OwnContext } from './define-operation.ts';
import { examplePetsIn } from './example-pets.ts';

const missing = 'The request body lacks the field "name"';

const ofOthers: Readonly<Record<Decisions['unknownFields'], string>> = {
  ignore: 'Fields that a pet does not have are ignored.',
  refuse: 'A body with fields that a pet does not have is refused.',
  keep: 'Fields that a pet does not have are stored, and returned with it.',
};

/** Creates a pet (docs/service.md, Create a pet). */
export const createPetIn = (model: PetModel) => {
  const { createStatus, givenId, unknownFields } = model.dialect;
  const ofId =
    givenId === 'refuse'
      ? 'a body with an `id`, whatever its value, is refused'
      : 'an `id` in the body, whatever its value, is ignored';
  const examples: Record<string, NewPet> = {
    tagged: { name: 'Rex', tag: 'dog' },
    untagged: { name: 'Biscuit' },
  };
  return defineOperation({
    name: 'createPet',
    method: 'POST',
    path: '/pets',
    summary: 'Create a pet',
    description: `Stores a pet. The service assigns its \`id\`: ${ofId}. ${ofOthers[unknownFields]}`,
    body: inWords<NewPet>('The request body', model.body),
    examples,
    responses: {
      [createStatus]: {
        description: 'Created',
        schema: inWords('The pet', model.response),
        examples: examplePetsIn(model).created(examples),
        headers: { Location: 'The path of the new pet.' },
      },
      400: {
        description: 'The body is not JSON in UTF-8, or not a pet to be created.',
        error: missing,
        examples: {
          missing: { error: missing },
          ...(givenId === 'refuse' && {
            id: {
              error:
                'The request body: "id" must be left out, because the service assigns it, not "7"',
            },
          }),
        },
      },
      507: {
        description: 'The catalog is full. Nothing was stored, and nothing is lost.',
        error: ({ count }) => errorMessages.full(count()),
      },
    },
    run({ body, catalog, path, fail }: OwnContext<unknown, NewPet>) {
      const pet = catalog.add(body);
      if (!pet) return fail(507, errorMessages.full(catalog.pets.count()));
      return {
        status: createStatus,
        body: model.toBody(pet),
        headers: { location: `${path}/${pet.id}` },
      };
    },
  });
};
