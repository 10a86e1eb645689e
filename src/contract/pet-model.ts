import * as v from 'valibot';
import { plainDialect, type Decisions } from './dialect.ts';
import {
  ownFields,
  toModelField,
  type ModelField,
  type PetField,
  type PetFieldOptions,
} from './pet-fields.ts';
import { createPetSchemas, type PetSchemas } from './pet-schemas.ts';
import type { Pet } from './pet.ts';
import { inWords, type StandardSchema } from './standard-schema.ts';

/** Describes a pet of one service: its fields, and the schemas that follow from them and the dialect. @internal */
export interface PetModel extends PetSchemas {
  readonly dialect: Decisions;
  /** The fields, in the order of a pet's JSON. */
  readonly fields: readonly ModelField[];
  /** `{name, tag?, id?}`: the fields of a pet in a fixture. */
  fixtureShape(toName?: (name: string) => string): string;
  /** Makes a pet with its fields in their order and its id last. Other fields come before the id. */
  toPet(given: object, id: string): Pet;
  /** Returns a pet as the service answers it: in a dialect, an empty tag is not sent as text. */
  toBody(pet: Readonly<Pet>): object;
}

/** @param more Fields that a user adds. They must be checked. @internal */
export function createPetModel(dialect = plainDialect, more: PetFieldOptions = {}): PetModel {
  const fields = Object.entries<PetField>({ ...ownFields, ...more }).map(([name, field]) =>
    toModelField(name, field),
  );
  const known = new Set([...fields.map(({ name }) => name), 'id']);
  return {
    dialect,
    fields,
    ...createPetSchemas(fields, dialect),
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
