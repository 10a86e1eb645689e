import * as v from 'valibot';
import { plainDialect, type Decisions } from './dialect.ts';
import {
  createInput,
  described,
  exactJsonSchema,
  jsonSchema,
  optional,
  type Input,
} from './input.ts';
import { ownFields, type ModelField } from './pet-fields.ts';
import type { FixturePet, NewPet, Pet, PetChanges } from './pet.ts';
import { quoted } from './text.ts';

/** The schemas of a pet, from its fields and the dialect of the service. */
export interface PetSchemas {
  /** A pet to be added by a control. */
  readonly added: Input<NewPet>;
  readonly changes: Input<PetChanges>;
  /** A pet of a fixture. */
  readonly fixture: v.GenericSchema<unknown, FixturePet>;
  /** A pet of a snapshot. */
  readonly stored: v.GenericSchema<unknown, Pet>;
  /** The body of a create (docs/service.md, Create a pet). */
  readonly body: ObjectSchema<NewPet>;
  /** A pet in a response (docs/service.md, Resources). */
  readonly response: v.GenericSchema<unknown, Pet>;
}

type ObjectSchema<T> = v.GenericSchema<unknown, T> & { readonly entries: v.ObjectEntries };
type UnknownFields = Decisions['unknownFields'];

export function createPetSchemas(fields: readonly ModelField[], dialect: Decisions): PetSchemas {
  const created = entriesOf(fields, ({ isRequired }) => !isRequired);
  const stored = entriesOf(fields, ({ mayLack }) => mayLack);
  // Fields that a create ignores are refused everywhere else.
  const others = dialect.unknownFields === 'keep' ? 'keep' : 'refuse';
  const changed = {
    ...entriesOf(fields, () => true),
    ...(others === 'keep' && { id: refusedId }),
  };
  const changes = named<PetChanges>(
    'PetChanges',
    'The change of a pet: what is left out stays.',
    objectIn[others](
      changed,
      `a JSON object with any of ${quoted(fields.map(({ name }) => name))}`,
    ),
  );
  const exact = { ...created, id: fixtureId };
  return {
    added: createInput(newPetSchema(created, plainDialect, others), 'A new pet'),
    changes: createInput(changes, 'The change of a pet'),
    fixture: named<FixturePet>(
      'FixturePet',
      'An exact pet, which may bring its id.',
      objectIn[others](exact, wordsOf(exact)),
    ),
    stored: storedPetSchema(stored, plainDialect, others),
    body: newPetSchema(created, dialect, dialect.unknownFields),
    response: storedPetSchema(stored, dialect, others),
  };
}

const text = v.string('a string');
const notEmpty = v.nonEmpty<string, string>('a string that is not empty');
const refusedId = v.optional(v.never('left out, because the service assigns it'));
const ignoredId = optional(v.unknown(), 'Ignored, because the service assigns it.');
const fixtureId = optional(
  v.pipe(text, notEmpty),
  "Unique among the pets. The catalog's next one when left out.",
);
const idWords: Readonly<Record<Decisions['idForm'], string>> = {
  uuid: 'Assigned by the service; the identifier used in /pets/{petId}.',
  integer:
    'Assigned by the service: 1, 2, 3 and so on, in a string; the identifier used in /pets/{petId}.',
};

function newPetSchema(
  created: v.ObjectEntries,
  { emptyName, givenId, missingTag }: Decisions,
  unknown: UnknownFields,
) {
  const name = created['name'] as typeof text;
  const entries = {
    ...created,
    ...(emptyName === 'refuse' && { name: v.pipe(name, notEmpty) }),
    ...(missingTag !== 'empty' && { tag: optional(text, ownFields.tag.description) }),
    id: givenId === 'refuse' ? refusedId : ignoredId,
  };
  const isRefused =
    givenId === 'refuse' ? 'a body that has one is refused' : 'one in a body is ignored';
  return named<NewPet>(
    'NewPet',
    `A pet to be created. The service assigns its \`id\`: ${isRefused}.`,
    // A body was parsed from text, and must not have lost digits.
    objectIn[unknown](entries, wordsOf(created), exactJsonSchema),
  );
}

function storedPetSchema(
  stored: v.ObjectEntries,
  { idForm, missingTag }: Decisions,
  others: UnknownFields,
) {
  const { description } = ownFields.tag;
  const someTag = v.pipe(text, notEmpty);
  const id = described(text, idWords[idForm]);
  const tags = {
    empty: stored['tag']!,
    absent: optional(someTag, `${description} Left out where there is none.`),
    null: described(v.nullable(someTag), `${description} null where there is none.`),
  };
  return named<Pet>(
    'Pet',
    'A pet, as the service answers it.',
    objectIn[others]({ ...stored, tag: tags[missingTag], id }, wordsOf({ ...stored, id })),
  );
}

function entriesOf(
  fields: readonly ModelField[],
  isOptional: (field: ModelField) => boolean,
): v.ObjectEntries {
  const entries = fields.map((field) => [
    field.name,
    isOptional(field) ? v.optional(field.entry) : field.entry,
  ]);
  return Object.fromEntries(entries) as v.ObjectEntries;
}

type ToObject = (
  entries: v.ObjectEntries,
  words: string,
  other?: v.GenericSchema,
) => v.GenericSchema;

/** An object schema by what becomes of fields that a pet does not have. */
const objectIn: Readonly<Record<UnknownFields, ToObject>> = {
  ignore: (entries, words) => v.object(entries, words),
  refuse: (entries, words) => v.strictObject(entries, words),
  keep: (entries, words, other = jsonSchema) => v.objectWithRest(entries, v.optional(other), words),
};

function named<T>(title: string, description: string, schema: v.GenericSchema): ObjectSchema<T> {
  return v.pipe(schema, v.title(title), v.description(description)) as unknown as ObjectSchema<T>;
}

/** Says what an object of such fields is. */
function wordsOf(entries: v.ObjectEntries): string {
  const isOptional = (name: string) => entries[name]!.type === 'optional';
  const names = Object.keys(entries);
  const words = `a JSON object with ${quoted(names.filter((name) => !isOptional(name)))}`;
  const others = names.filter(isOptional);
  return others.length === 0 ? words : `${words} and optionally ${quoted(others)}`;
}
