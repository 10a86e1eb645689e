import * as v from 'valibot';
import { checkOrThrow } from './check.ts';
import { InvalidInputError, show } from './errors.ts';
import { hasSafeNumbers, isJson, maxLevels } from './values.ts';
import { quoted } from './text.ts';

/**
 * The schema of an argument. The members of a catalog and the control plane check it with the same
 * messages.
 */
export interface Input<T> {
  readonly schema: v.GenericSchema & { readonly entries: v.ObjectEntries };
  /** @throws InvalidInputError that names the field. */
  check(value: unknown): T;
}

/** @param subject Its name in a message: "A fault", for example. */
export function createInput<T>(
  schema: Input<T>['schema'] & v.GenericSchema<unknown, T>,
  subject: string,
): Input<T> {
  return { schema, check: (value) => checkOrThrow(schema, value, subject) };
}

/** Returns a schema with a description, for the OpenAPI documents. */
export const described = <S extends v.GenericSchema>(schema: S, text: string) =>
  v.pipe(schema, v.description<v.InferOutput<S>, string>(text));

export const optional = <S extends v.GenericSchema>(schema: S, text: string) =>
  v.optional(described(schema, text));

/** Returns a schema of an object that has only optional fields. @param kind Its kind in a message. */
export const anyOf = <E extends v.ObjectEntries>(entries: E, kind = 'an object') =>
  v.strictObject(entries, `${kind} with any of ${quoted(Object.keys(entries))}`);

/**
 * A schema without arrays, maps and `Headers`: valibot takes them for objects with other fields or
 * none, so a filter would match what it must not.
 */
export function plainObject<S extends v.GenericSchema>(schema: S & { message?: unknown }): S {
  const { message = 'an object' } = schema;
  const isPlain = v.rawCheck<unknown>(({ dataset: { value }, addIssue }) => {
    const kind = Object.prototype.toString.call(value);
    if (typeof value !== 'object' || value === null) return;
    if (kind === '[object Object]' || kind === '[object Module]') return;
    const got = Array.isArray(value) ? 'an array' : kind;
    addIssue({ message: `${String(message)}, not ${got}` });
  });
  return v.pipe(v.unknown(), isPlain, schema) as unknown as S;
}

/** Returns the schema of a list with at most `most` items. @param what What its items are, in words. */
export function listOf<S extends v.GenericSchema>(item: S, most: number, what: string) {
  return v.pipe(
    v.array(item, `an array of ${what}`),
    v.maxLength(most, `an array of at most ${most} ${what}`),
  );
}

type Text = v.GenericSchema<string>;

export const namedTexts = (name: Text, text: Text, words: string) =>
  plainObject(v.record(name, text, words));

/** Returns the schema of a whole number from `least` to `most`, both included. */
export function wholeNumber(
  least: number,
  most = Number.MAX_SAFE_INTEGER,
  words = `a whole number ${most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`}`,
) {
  return v.pipe(
    v.number(words),
    v.integer(words),
    v.minValue(least, words),
    v.maxValue(most, words),
  );
}

/** The last position of a counter. Positions of random numbers have less than 32 bits. */
export const maxCounter = 2 ** 31 - 1;

export const counter = wholeNumber(0, maxCounter);

export function oneOf(names: readonly (string | number)[]): string {
  return `one of ${names.map((name) => JSON.stringify(name)).join(', ')}`;
}

const nameWords = 'a letter, then letters, digits or "_"';
/** The name of an operation, a collection or a field. @internal */
export const nameSchema = v.pipe(v.string(nameWords), v.regex(/^[A-Za-z]\w*$/, nameWords));

/**
 * Checks named definitions one by one.
 *
 * @param noun What one of them is: "operation".
 * @param checkOne Checks a definition, whose name is in `subject`.
 * @throws InvalidInputError that names the definition, the member and what is expected.
 * @internal
 */
export function checkDefinitions<T>(
  noun: string,
  given: readonly T[],
  checkOne: (one: T, subject: string) => string | undefined,
): void {
  const names = given.map((one) => (one as { name?: unknown } | null)?.name);
  for (const [index, one] of given.entries()) {
    const name = names[index];
    const title = noun[0]!.toUpperCase() + noun.slice(1);
    const subject = typeof name === 'string' ? `${title} ${show(name)}` : `${noun}s[${index}]`;
    const problem = checkOne(one, subject);
    if (problem !== undefined) throw new InvalidInputError(`${subject}: ${problem}`);
    const first = names.indexOf(name);
    if (first !== index) {
      throw new InvalidInputError(`${subject} is defined twice: at index ${first} and ${index}`);
    }
  }
}

/** A schema of any JSON value. @internal */
export const jsonSchema = v.pipe(
  v.unknown(),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!isJson(dataset.value)) {
      addIssue({ message: `a JSON value, of at most ${maxLevels} levels` });
    }
  }),
);

/** A schema of JSON whose numbers `JSON.parse` has kept exactly. @internal */
export const exactJsonSchema = v.pipe(
  jsonSchema,
  v.rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed && !hasSafeNumbers(dataset.value)) {
      const words = 'longer ones fit in a string';
      addIssue({
        message: `a JSON value whose whole numbers are at most ${Number.MAX_SAFE_INTEGER}; ${words}`,
      });
    }
  }),
);
