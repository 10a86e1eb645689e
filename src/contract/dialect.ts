import * as v from 'valibot';
import { described, oneOf, plainObject, wholeNumber } from './input.ts';
import { mapValues, withoutUndefined } from './values.ts';

/**
 * The decisions of a real service that differ from the mock's, for the mock to copy. Fields that are left
 * out have the mock's own decision.
 */
export interface Dialect {
  /** The status of a create (docs/service.md, Create a pet). Default: 201. */
  createStatus?: 201 | 200 | undefined;
  /**
   * What a pet without a tag, or with an empty one, has as its `tag` in responses: `''`, no such
   * field, or `null`. Default: `'empty'`.
   */
  missingTag?: 'empty' | 'absent' | 'null' | undefined;
  /** The status for a key that is missing or not valid (section 5). Default: 401. */
  unauthorized?: 401 | 403 | undefined;
  /**
   * What happens to a `limit` that is not a whole number, or is given twice: `400`, or it is ignored.
   * Default: `'refuse'`.
   */
  badLimit?: 'refuse' | 'ignore' | undefined;
  /** The most pets of a list if `limit` is left out (docs/service.md, List pets). Default: all. */
  defaultLimit?: number | undefined;
  /** The most pets in a list, even if `limit` asks for more. Default: all. */
  maxLimit?: number | undefined;
  /** The pet that a list begins with, and so the ones that `limit` takes. Default: `'oldest'`. */
  order?: 'oldest' | 'newest' | undefined;
  /**
   * The ids that the service gives: UUIDs, or whole numbers in a string, `'1'`, `'2'`, `'3'`
   * and so on. Default: `'uuid'`.
   */
  idForm?: 'uuid' | 'integer' | undefined;
  /** Whether an `id` in a create is refused with 400, or ignored. Default: `'refuse'`. */
  givenId?: 'refuse' | 'ignore' | undefined;
  /**
   * Whether fields of a create that a pet does not have are ignored, refused with 400, or stored and
   * returned. Default: `'ignore'`.
   */
  unknownFields?: 'ignore' | 'refuse' | 'keep' | undefined;
  /** Whether the name of a create may be `''` ; otherwise 400. Default: `'accept'`. */
  emptyName?: 'accept' | 'refuse' | undefined;
}

type Name = keyof Dialect;
type Value<K extends Name> = Exclude<Dialect[K], undefined>;

/** All fields, with their defaults filled in. */
export type Decisions = {
  readonly [K in Name]-?: K extends 'defaultLimit' | 'maxLimit' ? Dialect[K] : Value<K>;
};

interface Field<T> {
  readonly description: string;
  readonly schema: v.GenericSchema<unknown, T>;
  /** The values, the default first; `undefined` for no value. */
  readonly values: readonly [T | undefined, ...T[]];
}

const choice = <const T extends string | number>(
  description: string,
  ...values: readonly [T, ...T[]]
) => ({ description, schema: v.picklist(values, oneOf(values)), values });

const bound = (description: string): Field<number> => ({
  description,
  schema: wholeNumber(0),
  values: [undefined],
});

/** The fields, with their values and descriptions. */
const dialectFields = {
  createStatus: choice('The status of a create.', 201, 200),
  missingTag: choice('The tag of a pet without a tag in responses.', 'empty', 'absent', 'null'),
  unauthorized: choice('The status for a key that is missing or not valid.', 401, 403),
  badLimit: choice('What becomes of a bad `limit`.', 'refuse', 'ignore'),
  defaultLimit: bound('How many pets a list has at most without `limit`.'),
  maxLimit: bound('How many pets a list has at most, whatever `limit` says.'),
  order: choice('Which pet a list begins with.', 'oldest', 'newest'),
  idForm: choice('The ids that the service gives.', 'uuid', 'integer'),
  givenId: choice('What becomes of an `id` in a create.', 'refuse', 'ignore'),
  unknownFields: choice('What becomes of other fields in a create.', 'ignore', 'refuse', 'keep'),
  emptyName: choice('Whether a name may be empty in a create.', 'accept', 'refuse'),
} satisfies { [K in Name]-?: Field<Value<K>> };

const names = Object.keys(dialectFields) as Name[];

/**
 * The values of each field, the default first. The two limits take any whole number: only their default,
 * `undefined`, is listed.
 *
 * @internal
 */
export const dialectValues = mapValues(dialectFields, ({ values }) => values) as {
  readonly [K in Name]-?: readonly Dialect[K][];
};

const words = `a JSON object with any of ${names.map((name) => JSON.stringify(name)).join(', ')}`;

/** @internal */
export const dialectSchema = plainObject(
  v.pipe(
    v.strictObject(
      mapValues(dialectFields, ({ schema, description }) =>
        v.optional(described<v.GenericSchema>(schema, description)),
      ),
      words,
    ),
    v.title('Dialect'),
    v.description('The decisions in which the mock differs from its defaults.'),
  ),
) as unknown as v.GenericSchema<Dialect>;

/** The defaults of the mock. @internal */
export const plainDialect = mapValues(dialectFields, ({ values }) => values[0]) as Decisions;

/** All decisions of a dialect. @internal */
export function decisionsIn(dialect: Dialect = {}): Decisions {
  return { ...plainDialect, ...withoutUndefined(dialect) };
}

/** Returns the fields that differ from the mock's own decisions. @internal */
export function dialectOf(decisions: Decisions): Dialect {
  const others = names.filter((name) => decisions[name] !== plainDialect[name]);
  return Object.fromEntries(others.map((name) => [name, decisions[name]]));
}
