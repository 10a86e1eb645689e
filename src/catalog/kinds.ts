import * as v from 'valibot';
import { checkOrThrow } from '../contract/check.ts';
import { InvalidInputError, show } from '../contract/errors.ts';
import { checkDefinitions, nameSchema } from '../contract/input.ts';
import { isObject, isJson, withoutUndefined } from '../contract/values.ts';
import type { PetModel } from '../contract/pet-model.ts';
import type { Pet } from '../contract/pet.ts';
import { describeIssue, standardSchema, validateNow } from '../contract/standard-schema.ts';
import type { CollectionDefinition } from '../operations/define-collection.ts';
import type { ItemShape } from './collection.ts';

/** An item with its id, as a catalog stores it. */
export type StoredItem = { id: string };

/** The fields of an item. */
export type Fields = Readonly<Record<string, unknown>>;

/** Describes a kind of item: pets, or the items of a collection. */
export interface ItemKind<Item = StoredItem> {
  /** `pets`, or the name of the collection. */
  readonly name: string;
  /** The word for one item in a message. */
  readonly noun: string;
  readonly shape: ItemShape<Item>;
  readonly seed?: CollectionDefinition['seed'];
  /** Checks a new item without its id. @param subject Its name in a message. */
  check(value: unknown, subject?: string): Fields;
  /** Returns the fields of an item after a change. Checks the change even if there is no item. */
  change(before: Item | undefined, changes: unknown): Fields;
}

/** Each pet has a name and a tag, which are texts. */
export const petKind = ({ toPet, added, changes }: PetModel): ItemKind<Pet> => ({
  name: 'pets',
  noun: 'pet',
  shape: { texts: ['name', 'tag'], toItem: toPet },
  check: (pet) => added.check(pet),
  change: (before, given) => ({ ...before, ...withoutUndefined(changes.check(given)) }),
});

/** @throws InvalidInputError, from `check` and `change`, that names the field. */
export function collectionKind({ name, schema, seed }: CollectionDefinition): ItemKind {
  function check(value: unknown, subject = `A new item of "${name}"`): Fields {
    if (!isObject(value)) {
      throw new InvalidInputError(`${subject} must be a JSON object, not ${show(value)}`);
    }
    if ('id' in value) {
      throw new InvalidInputError(
        `${subject}: "id" must be left out, because the catalog assigns it`,
      );
    }
    const checked = applySchema(value, subject);
    // A change passes the stored item through the schema again: refuse a schema that cannot take its output.
    applySchema(checked, `${subject}: its schema must accept its own output`);
    return checked;
  }

  function applySchema(value: unknown, subject: string): Fields {
    const result = validateNow(schema, value);
    if (result.issues) {
      throw new InvalidInputError(`${subject}: ${describeIssue(result.issues[0])}`);
    }
    if (isObject(result.value) && isJson(result.value)) return result.value;
    throw new InvalidInputError(`${subject}: its schema must give a JSON object`);
  }

  return {
    name,
    noun: `item of "${name}"`,
    shape: { texts: [], toItem: (fields, id) => ({ ...fields, id }) },
    seed,
    check,
    change(before, changes) {
      const subject = `The change of an item of "${name}"`;
      if (!isObject(changes)) {
        throw new InvalidInputError(`${subject} must be a JSON object, not ${show(changes)}`);
      }
      if (!before) return {};
      const { id: _, ...fields } = before;
      return check({ ...fields, ...withoutUndefined(changes) }, subject);
    },
  };
}

const definitionSchema = v.strictObject(
  {
    name: v.pipe(
      nameSchema,
      v.check((name) => name !== 'pets', 'another name, as every catalog has pets'),
    ),
    schema: standardSchema,
    seed: v.optional(v.function('a function')),
  },
  'a collection, as defineCollection(...) takes it',
);

/** @throws InvalidInputError that names the collection, the member and what is expected. */
export const checkCollections = (given: readonly CollectionDefinition[]) =>
  checkDefinitions('collection', given, (one, subject) => {
    // A trial run: it throws if the schema returns a promise.
    validateNow(checkOrThrow(definitionSchema, one, subject).schema, {});
    return undefined;
  });
