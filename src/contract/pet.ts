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
import { ownFields, type PetField, type PetFieldOptions, type PetFields } from './pet-fields.ts';
import { inWords, toValibot, validateNow, type StandardSchema } from './standard-schema.ts';
import { quoted } from './text.ts';

type Flat<T> = { [K in keyof T]: T[K] };
type Optional<T> = { [K in keyof T]?: T[K] | undefined };
type NewFields = Pick<PetFields, 'name'> & Optional<Omit<PetFields, 'name'>>;

/** A pet to be created: fields with a default may be left out, and `id` is not accepted. */
export type NewPet = Flat<NewFields & { id?: never }>;
/** A pet of the catalog. */
export type Pet = Flat<PetFields & { id: string }>;
/** The change of a pet: fields that are left out stay. */
export type PetChanges = Flat<Optional<PetFields>>;
/** An exact pet of a fixture: without `tag` it gets `''`, without `id` the catalog's next one. */
export type FixturePet = Flat<NewFields & { id?: string | undefined }>;
/** The body of every error. */
export type ErrorBody = { error: string };

/** @internal */
type ObjectSchema<T> = v.GenericSchema<unknown, T> & { readonly entries: v.ObjectEntries };

/** A field as a model uses it. @internal */
export interface ModelField extends PetField {
  readonly name: string;
  /** The value in a pet that was created without the field; `undefined` leaves it out. */
  readonly default: unknown;
  /** Whether a new pet must have it. */
  readonly isRequired: boolean;
  /** Whether a pet may lack it. */
  readonly mayLack: boolean;
  /** Its schema with its description, as a part of the schemas of a pet. */
  readonly entry: v.GenericSchema;
}

/** Describes a pet of one service: its fields, and the schemas that follow from them and the dialect. @internal */
export interface PetModel {
  readonly dialect: Decisions;
  /** The fields, in the order of a pet's JSON. */
  readonly fields: readonly ModelField[];
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
  /** `{name, tag?, id?}`: the fields of a pet in a fixture. */
  fixtureShape(toName?: (name: string) => string): string;
  /** Makes a pet with its fields in their order and its id last. Other fields come before the id. */
  toPet(given: object, id: string): Pet;
  /** Returns a pet as the service answers it: in a dialect, an empty tag is not sent as text. */
  toBody(pet: Readonly<Pet>): object;
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

type ToObject = (
  entries: v.ObjectEntries,
  words: string,
  other?: v.GenericSchema,
) => v.GenericSchema;

/** An object schema by what becomes of fields that a pet does not have. */
const objectIn: Readonly<Record<Decisions['unknownFields'], ToObject>> = {
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

function toModelField(name: string, field: PetField): ModelField {
  const isOwn = Object.values<PetField>(ownFields).includes(field);
  const none = validateNow(field.schema, undefined);
  const ofSchema: unknown = none.issues ? undefined : none.value;
  const usual = field.default === undefined ? ofSchema : field.default;
  const { description = '' } = field;
  const note = usual === undefined ? '' : `${JSON.stringify(usual)} when left out.`;
  const schema = isOwn ? (field.schema as v.GenericSchema) : toValibot(field.schema);
  return {
    ...field,
    name,
    default: usual,
    isRequired: usual === undefined && none.issues !== undefined,
    mayLack: usual === undefined && !none.issues,
    entry: described(
      schema,
      [description.replace(/\.?$/, '.'), note].join(' ').replace(/^\. ?| $/g, ''),
    ),
  };
}

/** @param more Fields that a user adds. They must be checked. @internal */
export function createPetModel(dialect = plainDialect, more: PetFieldOptions = {}): PetModel {
  const fields = Object.entries<PetField>({ ...ownFields, ...more }).map(([name, field]) =>
    toModelField(name, field),
  );
  const names = fields.map(({ name }) => name);
  const known = new Set([...names, 'id']);
  const entriesWhere = (isOptional: (field: ModelField) => boolean): v.ObjectEntries =>
    Object.fromEntries(
      fields.map((field) => [
        field.name,
        isOptional(field) ? v.optional(field.entry) : field.entry,
      ]),
    );
  const created = entriesWhere(({ isRequired }) => !isRequired);
  const stored = entriesWhere(({ mayLack }) => mayLack);
  // Fields that a create ignores are refused everywhere else.
  const others = dialect.unknownFields === 'keep' ? 'keep' : 'refuse';

  function newPet({ emptyName, givenId, missingTag }: Decisions, unknown: keyof typeof objectIn) {
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

  function pet({ idForm, missingTag }: Decisions) {
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

  const fixture = { ...created, id: fixtureId };
  const changes = { ...entriesWhere(() => true), ...(others === 'keep' && { id: refusedId }) };
  return {
    dialect,
    fields,
    added: createInput(newPet(plainDialect, others), 'A new pet'),
    changes: createInput(
      named<PetChanges>(
        'PetChanges',
        'The change of a pet: what is left out stays.',
        objectIn[others](changes, `a JSON object with any of ${quoted(names)}`),
      ),
      'The change of a pet',
    ),
    fixture: named<FixturePet>(
      'FixturePet',
      'An exact pet, which may bring its id.',
      objectIn[others](fixture, wordsOf(fixture)),
    ),
    stored: pet(plainDialect),
    body: newPet(dialect, dialect.unknownFields),
    response: pet(dialect),
    fixtureShape(toName = (name) => name) {
      const shown = fields.map(({ name, isRequired }) => toName(name) + (isRequired ? '' : '?'));
      return `{${[...shown, `${toName('id')}?`].join(', ')}}`;
    },
    toPet(given: Readonly<Record<string, unknown>>, id) {
      const made: Record<string, unknown> = {};
      for (const field of fields) {
        const value = given[field.name] === undefined ? field.default : given[field.name];
        if (value !== undefined) made[field.name] = value;
      }
      for (const name of Object.keys(given)) {
        if (!known.has(name) && given[name] !== undefined) made[name] = given[name];
      }
      made['id'] = id;
      return made as Pet;
    },
    toBody(given) {
      if (given.tag !== '' || dialect.missingTag === 'empty') return given;
      if (dialect.missingTag === 'null') return { ...given, tag: null };
      const { tag: _, ...rest } = given;
      return rest;
    },
  };
}

/** The pets of a service without a dialect and without fields of a user. @internal */
export const plainModel = createPetModel();

/** A pet as the service answers it, for the responses of an operation. */
export const petSchema: StandardSchema<Pet> = inWords('The pet', plainModel.response);

/** The shape of every error (docs/service.md, Resources). @internal */
export const errorSchema = v.pipe(
  v.strictObject({
    error: v.pipe(v.string('a string'), v.description('Human-readable message.')),
  }),
  v.title('ErrorBody'),
  v.description('What every response that is not a success holds.'),
);
