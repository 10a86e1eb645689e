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

/** A schema without arrays, which valibot takes for objects with numbered fields. */
export function noArray<S extends v.GenericSchema>(schema: S): S {
  const run: Run<S> = (dataset, config) =>
    Array.isArray(dataset.value)
      ? refuse(schema, dataset.value, config)
      : schema['~run'](dataset, config);
  return { ...schema, '~run': run };
}

/**
 * An object of texts by any names: valibot's own record leaves out `__proto__`, `constructor` and
 * `prototype`, and what asks for one of these would ask for nothing.
 */
export function textsByName(
  name: v.GenericSchema<string>,
  value: v.GenericSchema<string>,
  words: string,
) {
  const record = noArray(v.record(name, value, words));
  const run: Run<typeof record> = (dataset, config) => {
    const { value: input } = dataset;
    const result = record['~run'](dataset, config);
    if (result.issues) return result;
    const all = { ...(input as Record<string, string>) };
    return Object.values(all).every((one) => v.is(value, one))
      ? { typed: true, value: all }
      : refuse(record, input, config);
  };
  return { ...record, '~run': run };
}

/** What a schema says of a value that is of another type. */
function refuse(
  schema: v.GenericSchema,
  value: unknown,
  config: Parameters<Run<v.GenericSchema>>[1],
): ReturnType<Run<v.GenericSchema<never>>> {
  // The issue that is added makes it one that failed.
  const dataset = { value } as v.FailureDataset<v.BaseIssue<unknown>>;
  // oxlint-disable-next-line no-underscore-dangle
  v._addIssue(schema, 'type', dataset, config);
  return dataset;
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

export function oneOf(names: readonly string[]): string {
  return `one of ${names.map((name) => JSON.stringify(name)).join(', ')}`;
}
