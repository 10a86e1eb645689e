import * as v from 'valibot';

/**
 * What a client sends to create a pet (service document, sections 2 and 4.1). Other fields are
 * ignored; `id` is refused, because the service assigns it.
 *
 * One definition for the validator and the JSON schema; a test holds the types below to it. The
 * message of each rule is what is expected there, in words: `check` makes a sentence of it.
 *
 * @internal
 */
export const newPetSchema = v.pipe(
  v.object(
    {
      name: v.pipe(v.string('a string'), v.description('Name of the pet. Any string.')),
      tag: v.optional(v.pipe(v.string('a string'), v.description('Free-text label.'))),
      id: v.optional(v.never('left out, because the service assigns it')),
    },
    'a JSON object with "name" and optionally "tag"',
  ),
  v.title('NewPet'),
  v.description(
    'A pet to be created. The service assigns its `id`: a body that has one is refused.',
  ),
);

/**
 * A pet in a response: exactly three fields, all strings (service document, section 2).
 *
 * @internal
 */
export const petSchema = v.pipe(
  v.strictObject(
    {
      name: v.pipe(v.string('a string'), v.description('Name of the pet.')),
      tag: v.pipe(
        v.string('a string'),
        v.description('Free-text label; the empty string when the pet was created without one.'),
      ),
      id: v.pipe(
        v.string('a string'),
        v.description('Assigned by the service; the identifier used in /pets/{petId}.'),
      ),
    },
    'a JSON object with "name", "tag" and "id"',
  ),
  v.title('Pet'),
  v.description('A pet, as the service answers it.'),
);

/** The one shape of every error (service document, section 2). @internal */
export const errorSchema = v.pipe(
  v.strictObject({
    error: v.pipe(v.string('a string'), v.description('Human-readable message.')),
  }),
  v.title('ErrorBody'),
  v.description('What every answer that is not a success holds.'),
);

/** A pet to be created: `name` is required, `tag` is optional, `id` is not accepted. */
export type NewPet = { name: string; tag?: string | undefined; id?: never };
/** A pet of the catalog. `tag` is `''` when the pet was created without one. */
export type Pet = { name: string; tag: string; id: string };
/** The body of every error. */
export type ErrorBody = { error: string };
