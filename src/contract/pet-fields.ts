import type { Faker } from '@faker-js/faker';
import * as v from 'valibot';
import { checkOrThrow } from './check.ts';
import { checkDefinitions, described, nameSchema } from './input.ts';
import { standardSchema, toValibot, validateNow, type StandardSchema } from './standard-schema.ts';

/**
 * The fields of a pet besides its id. Declare the types of your own fields here:
 * `declare module 'pet-catalog-mock' { interface PetFields { breed?: string } }`.
 */
export interface PetFields {
  name: string;
  /** `''` if the pet has none. */
  tag: string;
}

/** A field of a pet. */
export interface PetField<T = unknown> {
  /** Checks a value, at once and not with a promise. */
  readonly schema: StandardSchema<T>;
  /** A sentence for the OpenAPI document and the dashboard. */
  readonly description?: string | undefined;
  /** The value in a pet that was created without the field. Default: what the schema makes of `undefined`. */
  readonly default?: T | undefined;
  /** Makes the value in a seeded pet; `undefined` leaves it out. Default: seeded pets are created without it. */
  readonly fake?: ((faker: Faker) => T | undefined) | undefined;
}

/** More fields of a pet, by their names. */
export type PetFieldOptions = Readonly<Record<string, PetField>>;

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

/**
 * The mock's own fields, in the order of a pet's JSON. The message of a schema is what it expects, in
 * words. Add a new field at the end: then the other fields of seeded pets stay as they were.
 *
 * @internal
 */
export const ownFields = {
  name: {
    schema: v.string('a string'),
    description: 'Name of the pet.',
    fake: (faker: Faker) => faker.animal.petName(),
  },
  tag: {
    schema: v.string('a string'),
    description: 'Free-text label.',
    default: '',
    fake: ({ number, helpers }: Faker) => {
      const isTagged = number.float() >= shareWithoutTag;
      const tag = helpers.weightedArrayElement(species);
      return isTagged ? tag : '';
    },
  },
} satisfies PetFieldOptions;

const fieldSchema = v.strictObject(
  {
    schema: standardSchema,
    description: v.optional(v.string('a string')),
    default: v.optional(v.unknown()),
    fake: v.optional(v.function('a function of a Faker')),
  },
  'an object with "schema"',
);

/**
 * Checks the fields that a user adds.
 *
 * @throws InvalidInputError that names the field, the member and what is expected.
 * @internal
 */
export function checkFields(given: PetFieldOptions): void {
  const fields = Object.entries(given).map(([name, field]) => ({ name, field }));
  checkDefinitions('field', fields, ({ name, field }, subject) => {
    checkOrThrow(nameSchema, name, subject, ['name']);
    if (name === 'id' || Object.hasOwn(ownFields, name)) return 'a pet has a field of that name';
    const { schema, fake, default: value } = checkOrThrow(fieldSchema, field, subject);
    if (value !== undefined && validateNow(schema, value).issues) {
      return '"default" does not match its "schema"';
    }
    const isOptional = value !== undefined || !validateNow(schema, undefined).issues;
    if (isOptional || fake) return undefined;
    return 'each pet has it, so it needs a "default", a "fake" for seeded pets, or a schema that takes undefined';
  });
}

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

/** @internal */
export function toModelField(name: string, field: PetField): ModelField {
  const isOwn = Object.values<PetField>(ownFields).includes(field);
  const schema = isOwn ? (field.schema as v.GenericSchema) : toValibot(field.schema);
  const absent = validateNow(field.schema, undefined);
  const ofSchema: unknown = absent.issues ? undefined : absent.value;
  const usual = field.default === undefined ? ofSchema : field.default;
  const sentence = field.description && `${field.description.replace(/\.$/, '')}.`;
  const note = usual !== undefined && `${JSON.stringify(usual)} when left out.`;
  return {
    ...field,
    name,
    default: usual,
    isRequired: usual === undefined && absent.issues !== undefined,
    mayLack: usual === undefined && !absent.issues,
    entry: described(schema, [sentence, note].filter(Boolean).join(' ')),
  };
}
