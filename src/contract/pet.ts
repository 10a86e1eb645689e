import type { Faker } from '@faker-js/faker';
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
import { keepingAll } from './valibot-run.ts';
import { quoted } from './words.ts';

/** What a pet has besides its id. */
export interface PetFields {
  name: string;
  /** Without one, `''`. */
  tag: string;
}

/** The fields that a new pet may leave out, as they have a default. */
type Defaulted = 'tag';

interface Field<T> {
  /** The message of each rule is what is expected there, in words: `check` makes a sentence of it. */
  schema: v.GenericSchema<unknown, T>;
  description: string;
  /** What a pet has that was created without it. */
  default?: T;
  /** A pet may be without it. */
  isOptional?: true;
  /** Makes that of a seeded pet; `undefined` leaves it out. */
  fake: (faker: Faker) => T | undefined;
}

type FieldOf<K extends keyof PetFields> = Field<Exclude<PetFields[K], undefined>> &
  (K extends Defaulted ? { default: PetFields[K] } : { default?: never }) &
  (undefined extends PetFields[K] ? { isOptional: true } : unknown);

/**
 * All that there is to know of each field, in the order of its JSON. A new one comes last: then
 * seeded pets are what they were, but for it. All else follows from it. @internal
 */
export const petFields = {
  name: {
    schema: v.string('a string'),
    description: 'Name of the pet.',
    fake: (faker) => faker.animal.petName(),
  },
  tag: {
    schema: v.string('a string'),
    description: 'Free-text label.',
    default: '',
    fake: ({ number, helpers }) => {
      const isTagged = number.float() >= shareWithoutTag;
      const tag = helpers.weightedArrayElement(species);
      return isTagged ? tag : '';
    },
  },
} satisfies { [K in keyof Required<PetFields>]: FieldOf<K> };

/** Species that people keep, the common ones more often. */
const species = [
  { value: 'dog', weight: 30 },
  { value: 'cat', weight: 28 },
  { value: 'rabbit', weight: 8 },
  { value: 'hamster', weight: 6 },
  { value: 'guinea pig', weight: 6 },
  { value: 'budgie', weight: 5 },
  { value: 'goldfish', weight: 5 },
  { value: 'parrot', weight: 4 },
  { value: 'tortoise', weight: 3 },
  { value: 'ferret', weight: 2 },
  { value: 'gecko', weight: 2 },
  { value: 'hedgehog', weight: 1 },
];

const shareWithoutTag = 0.2;

type Flat<T> = { [K in keyof T]: T[K] };
type Optional<T> = { [K in keyof T]?: T[K] | undefined };
type NewFields = Omit<PetFields, Defaulted> & Optional<Pick<PetFields, Defaulted>>;

/** A pet to be created: what has a default may be left out, and `id` is not accepted. */
export type NewPet = Flat<NewFields & { id?: never }>;
/** A pet of the catalog. */
export type Pet = Flat<PetFields & { id: string }>;
/** The change of a pet: what is left out stays. */
export type PetChanges = Flat<Optional<PetFields>>;
/** An exact pet of a fixture: without `tag` it gets `''`, without `id` the catalog's next one. */
export type FixturePet = Flat<NewFields & { id?: string | undefined }>;
/** The body of every error. */
export type ErrorBody = { error: string };

type Name = keyof PetFields;

/** @internal */
export const fields = Object.entries(petFields) as [Name, Field<PetFields[Name]>][];
const names = fields.map(([name]) => name);
const defaults = Object.fromEntries(fields.map(([name, field]) => [name, field.default]));

const hasDefault = (field: Field<unknown>) => field.default !== undefined;
const mayLack = (field: Field<unknown>) => field.isOptional === true;
/** Whether a new pet may be without it. @internal */
export const mayOmit = (field: Field<unknown>) => hasDefault(field) || mayLack(field);

type TextName = {
  [K in Name]: Exclude<PetFields[K], undefined> extends string ? K : never;
}[Name];

/** The names of fields that hold text. @internal */
export const textFields = fields
  .filter(([, { schema }]) => schema.type === 'string' || schema.type === 'picklist')
  .map(([name]) => name as TextName);

/** The names of fields that each pet has and that hold text. @internal */
export const storedTexts = textFields.filter((name) => !mayLack(petFields[name]));

/** What is no other field of a pet: the last would be its prototype. */
const notOthers = new Set<string>([...names, 'id', '__proto__']);

/**
 * The pet of a new pet and an id, with its fields in their order; that of a pet is a copy. Other fields
 * come along: where they must not, the checks have left them out. @internal
 */
export function toPet(given: NewFields, id: string): Pet {
  const pet: Record<string, unknown> = {};
  for (const name of names) {
    const value: unknown = given[name] === undefined ? defaults[name] : given[name];
    if (value !== undefined) pet[name] = typeof value === 'object' ? structuredClone(value) : value;
  }
  for (const name of Object.keys(given)) {
    if (notOthers.has(name)) continue;
    const value = (given as Record<string, unknown>)[name];
    // A copy, as its JSON has it.
    if (value !== undefined) pet[name] = JSON.parse(JSON.stringify(value));
  }
  pet['id'] = id;
  return pet as Pet;
}

/** What an object of such fields is. */
function wordsOf(entries: v.ObjectEntries): string {
  const surely = Object.keys(entries).filter((name) => entries[name]!.type !== 'optional');
  const optionally = Object.keys(entries).filter((name) => entries[name]!.type === 'optional');
  const words = `a JSON object with ${quoted(surely)}`;
  return optionally.length === 0 ? words : `${words} and optionally ${quoted(optionally)}`;
}

/** `{name, tag?, id?}`: the fields of a pet in a fixture. @internal */
export const fixtureShape = (toName = (name: string) => name) =>
  `{${[...fields.map(([name, field]) => toName(name) + (mayOmit(field) ? '?' : '')), `${toName('id')}?`].join(', ')}}`;

/** An object whose other fields are kept, as JSON. */
function openObject(
  entries: v.ObjectEntries,
  words: string,
  other: v.GenericSchema = exactJsonSchema,
): v.GenericSchema {
  const open = v.objectWithRest(entries, v.unknown(), words);
  return keepingAll(open, v.object(entries, words), other);
}

/** What an object is where its other fields are ignored, refused or kept. */
const objectIn: Readonly<
  Record<Decisions['unknownFields'], (entries: v.ObjectEntries, words: string) => v.GenericSchema>
> = { ignore: v.object, refuse: v.strictObject, keep: openObject };

/** Those that are ignored in a create are nowhere else. */
const toStored =
  ({ unknownFields }: Decisions) =>
  (entries: v.ObjectEntries, words: string): v.GenericSchema =>
    unknownFields === 'keep'
      ? openObject(entries, words, jsonSchema)
      : objectIn.refuse(entries, words);

function entriesWhere(
  isOptional: (field: Field<unknown>) => boolean,
  tellsDefault: boolean,
): v.ObjectEntries {
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const note =
        tellsDefault && hasDefault(field) ? ` ${JSON.stringify(field.default)} when left out.` : '';
      const schema = described(field.schema as v.GenericSchema, field.description + note);
      return [name, isOptional(field) ? v.optional(schema) : schema];
    }),
  );
}

const newPetEntries = entriesWhere(mayOmit, true);
const changesEntries = entriesWhere(() => true, false);
const storedEntries = entriesWhere(mayLack, true);

const refusedId = v.optional(v.never('left out, because the service assigns it'));

type ObjectSchema<T> = v.GenericSchema<unknown, T> & { readonly entries: v.ObjectEntries };

/** What a client sends to create a pet (docs/service.md, Create a pet). @internal */
export function newPetSchemaIn(dialect: Decisions): ObjectSchema<NewPet> {
  const { emptyName, givenId, missingTag, unknownFields } = dialect;
  const name = newPetEntries['name'] as v.GenericSchema<string>;
  const ignoredId = v.optional(described(v.unknown(), 'Ignored, because the service assigns it.'));
  const entries = {
    ...newPetEntries,
    name: emptyName === 'refuse' ? v.pipe(name, v.nonEmpty('a string that is not empty')) : name,
    tag: missingTag === 'empty' ? newPetEntries['tag']! : v.optional(described(anyTag, tagWords)),
    id: givenId === 'refuse' ? refusedId : ignoredId,
  };
  const isRefused =
    givenId === 'refuse' ? 'a body that has one is refused' : 'one in a body is ignored';
  return v.pipe(
    objectIn[unknownFields](entries, wordsOf(newPetEntries)),
    v.title('NewPet'),
    v.description(`A pet to be created. The service assigns its \`id\`: ${isRefused}.`),
  ) as unknown as ObjectSchema<NewPet>;
}

/** The change of a pet, which keeps its id. */
function petChangesSchemaIn(dialect: Decisions): ObjectSchema<PetChanges> {
  const isOpen = dialect.unknownFields === 'keep';
  const entries = isOpen ? { ...changesEntries, id: refusedId } : changesEntries;
  return v.pipe(
    toStored(dialect)(entries, `a JSON object with any of ${quoted(names)}`),
    v.title('PetChanges'),
    v.description('The change of a pet: what is left out stays.'),
  ) as unknown as ObjectSchema<PetChanges>;
}

/** One pet of a fixture file: a new pet that may bring its id. */
function fixturePetSchemaIn(dialect: Decisions): v.GenericSchema<unknown, FixturePet> {
  const id = optional(
    v.pipe(v.string('a string'), v.nonEmpty('a string that is not empty')),
    "Unique among the pets. The catalog's next one when left out.",
  );
  const entries = { ...newPetEntries, id };
  return v.pipe(
    toStored(dialect)(entries, wordsOf(entries)),
    v.title('FixturePet'),
    v.description('An exact pet, which may bring its id.'),
  ) as v.GenericSchema<unknown, FixturePet>;
}

const petId = v.pipe(
  v.string('a string'),
  v.description('Assigned by the service; the identifier used in /pets/{petId}.'),
);

/** A pet in a response: exactly its fields (docs/service.md, Resources), in a dialect. @internal */
export function petSchemaIn(dialect: Decisions): v.GenericSchema<unknown, Pet> {
  const { idForm, missingTag } = dialect;
  const integerId = described(
    v.string('a string'),
    'Assigned by the service: 1, 2, 3 and so on, in a string; the identifier used in /pets/{petId}.',
  );
  const entries = {
    ...storedEntries,
    tag: tagIn[missingTag],
    id: idForm === 'integer' ? integerId : petId,
  };
  return v.pipe(
    toStored(dialect)(entries, wordsOf({ ...storedEntries, id: petId })),
    v.title('Pet'),
    v.description('A pet, as the service answers it.'),
  ) as v.GenericSchema<unknown, Pet>;
}

const { description: tagWords, schema: anyTag } = petFields.tag;
const someTag = v.pipe(anyTag, v.nonEmpty('a string that is not empty'));
const tagIn: Readonly<Record<Decisions['missingTag'], v.GenericSchema>> = {
  empty: storedEntries['tag']!,
  absent: v.optional(described(someTag, `${tagWords} Left out where there is none.`)),
  null: described(v.nullable(someTag), `${tagWords} null where there is none.`),
};

/** What pets are checked by that do not come over the service. */
export interface PetShapes {
  /** One that is added. @internal */
  readonly added: Input<NewPet>;
  /** @internal */
  readonly changes: Input<PetChanges>;
  /** @internal */
  readonly fixture: v.GenericSchema<unknown, FixturePet>;
  /** One of a snapshot. @internal */
  readonly stored: v.GenericSchema<unknown, Pet>;
}

const shapesOf = (dialect: Decisions): PetShapes => ({
  added: createInput(newPetSchemaIn(dialect), 'A new pet'),
  changes: createInput(petChangesSchemaIn(dialect), 'The change of a pet'),
  fixture: fixturePetSchemaIn(dialect),
  stored: petSchemaIn(dialect),
});

/** @internal */
export const petShapes = shapesOf(plainDialect);

const openPetShapes = shapesOf({ ...plainDialect, unknownFields: 'keep' });

/** The shapes of a dialect: the fields that a create may bring, its pets may have. @internal */
export function petShapesIn({ unknownFields }: Pick<Decisions, 'unknownFields'>): PetShapes {
  return unknownFields === 'keep' ? openPetShapes : petShapes;
}

/** A pet as the service answers it in a dialect, where an empty tag is no tag. @internal */
export function toBodyIn({ missingTag }: Decisions): (pet: Readonly<Pet>) => object {
  if (missingTag === 'empty') return (pet) => pet;
  return (pet) => {
    if (pet.tag !== '') return pet;
    if (missingTag === 'null') return { ...pet, tag: null };
    const { tag: _, ...others } = pet;
    return others;
  };
}

/** The one shape of every error (docs/service.md, Resources). @internal */
export const errorSchema = v.pipe(
  v.strictObject({
    error: v.pipe(v.string('a string'), v.description('Human-readable message.')),
  }),
  v.title('ErrorBody'),
  v.description('What every response that is not a success holds.'),
);
