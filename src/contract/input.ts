import * as v from 'valibot';
import { check } from './check.ts';
import { InvalidInputError } from './errors.ts';

/** What a caller hands in: members and the control plane check it alike, with the same messages. */
export interface Input<T> {
  readonly schema: v.GenericSchema & { readonly entries: v.ObjectEntries };
  /** @throws InvalidInputError that names the field. */
  check(value: unknown): T;
}

/** @param subject What it is called in a message: "A fault", say. */
export function createInput<T>(
  schema: Input<T>['schema'] & v.GenericSchema<unknown, T>,
  subject: string,
): Input<T> {
  return {
    schema,
    check(value) {
      const checked = check(schema, value, subject);
      if (!checked.ok) throw new InvalidInputError(checked.message);
      return checked.value;
    },
  };
}

/** A schema that says what its value means, for the OpenAPI documents. */
export const described = <S extends v.GenericSchema>(schema: S, text: string) =>
  v.pipe(schema, v.description<v.InferOutput<S>, string>(text));

export const optional = <S extends v.GenericSchema>(schema: S, text: string) =>
  v.optional(described(schema, text));

type Run<S extends v.GenericSchema> = S['~run'];

/**
 * A schema without arrays, maps and `Headers`: valibot takes them for objects with other fields or
 * none, so a filter would match what it must not.
 */
export function plainObject<S extends v.GenericSchema>(schema: S): S {
  const run: Run<S> = (dataset, config) => {
    const { value } = dataset;
    const kind = Object.prototype.toString.call(value);
    const isOther = typeof value === 'object' && value !== null && kind !== '[object Object]';
    if (!isOther) return schema['~run'](dataset, config);
    // The issue that is added makes it one that failed.
    const refused = {
      value: Array.isArray(value) ? value : kind,
    } as v.FailureDataset<v.BaseIssue<unknown>>;
    // oxlint-disable-next-line no-underscore-dangle -- valibot exports no other way to add an issue.
    v._addIssue(schema, 'type', refused, config);
    return refused;
  };
  return { ...schema, '~run': run };
}

/**
 * A list of at most so many items. One that is longer is refused before its items are looked at, as
 * that may take seconds.
 *
 * @param what The items: "faults", say.
 */
export function listOf<S extends v.GenericSchema>(item: S, most: number, what: string) {
  const message = `an array of at most ${most} ${what}`;
  const schema = v.pipe(v.array(item, `an array of ${what}`), v.maxLength(most, message));
  const run: Run<typeof schema> = (dataset, config) => {
    const { value } = dataset;
    if (!Array.isArray(value) || value.length <= most) return schema['~run'](dataset, config);
    const refused = { value } as v.FailureDataset<v.BaseIssue<unknown>>;
    // oxlint-disable-next-line no-underscore-dangle -- valibot exports no other way to add an issue.
    v._addIssue(schema, 'type', refused, config, { input: value.length, message });
    return refused;
  };
  return { ...schema, '~run': run };
}

type Text = v.GenericSchema<string>;

/**
 * An object of names and texts. `v.record` leaves `__proto__`, `constructor` and `prototype` out, which
 * name headers and parameters like any other.
 */
export function namedTexts(name: Text, text: Text, words: string) {
  const record = plainObject(v.record(name, text, words));
  const run: Run<typeof record> = (dataset, config) => {
    const input = dataset.value as Record<string, string>;
    const checked = record['~run'](dataset, config);
    if (checked.issues) return checked;
    const all = { ...input };
    for (const [key, one] of Object.entries(all)) {
      const { issues } = text['~run']({ value: one }, config);
      if (!issues) continue;
      const path = [{ type: 'object', origin: 'value', input: all, key, value: one }] as const;
      return { typed: false, value: all, issues: [{ ...issues[0], path: [...path] }] };
    }
    return { typed: true, value: all };
  };
  return { ...record, '~run': run };
}

/** A whole number from `least` to `most`, both included, with the words for it. */
export const wholeNumber = (least: number, most = Number.MAX_SAFE_INTEGER, what = '') => {
  const range =
    most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  const words = `${what}a whole number ${range}`;
  return v.pipe(
    v.number(words),
    v.integer(words),
    v.minValue(least, words),
    v.maxValue(most, words),
  );
};

/** The last position of a counter. Positions of random numbers have less than 32 bits. */
export const maxCounter = 2 ** 31 - 1;

export const counter = wholeNumber(0, maxCounter);

export function oneOf(names: readonly (string | number)[]): string {
  return `one of ${names.map((name) => JSON.stringify(name)).join(', ')}`;
}
