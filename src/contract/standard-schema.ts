import * as v from 'valibot';
import { check } from './check.ts';
import { InvalidInputError, show } from './errors.ts';
import { isJson } from './values.ts';
import { onOneLine, shorten } from './text.ts';

/**
 * A schema of any library: Standard Schema 1 (standardschema.dev) and, if the library supports it,
 * Standard JSON Schema. zod, valibot and arktype make such schemas.
 */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    validate(value: unknown): SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    readonly jsonSchema?:
      | {
          input(options: {
            readonly target: 'draft-2020-12';
            readonly libraryOptions?: Record<string, unknown>;
          }): Record<string, unknown>;
        }
      | undefined;
  };
}

/** The type of what a schema makes. */
export type OutputOf<Schema extends StandardSchema> = NonNullable<
  Schema['~standard']['types']
>['output'];

/** The result of a schema for a value, or the problem with it. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The vendor of the mock's own schemas, whose messages are whole sentences. @internal */
export const ownVendor = 'pet-catalog-mock';

/** @internal */
export const standardSchema = v.custom<StandardSchema>((value) => {
  const standard = (value as Partial<StandardSchema> | null | undefined)?.['~standard'];
  return standard?.version === 1 && typeof standard.validate === 'function';
}, 'a Standard Schema 1, as of zod, valibot or arktype');

/**
 * Returns a Standard Schema whose messages are whole sentences. @param subject The name of the value in a
 * message: "The request body". @internal
 */
export function inWords<T>(
  subject: string,
  schema: v.GenericSchema<unknown, T>,
): StandardSchema<T> {
  return {
    ...schema,
    '~standard': {
      version: 1,
      vendor: ownVendor,
      validate(value) {
        const checked = check(schema, value, subject);
        return checked.ok ? checked : { issues: [checked] };
      },
    },
  };
}

/** Validates a value with a schema that must not give a promise. @throws InvalidInputError @internal */
export function validateNow<T>(schema: StandardSchema<T>, value: unknown): SchemaResult<T> {
  const result = schema['~standard'].validate(value);
  if (!(result instanceof Promise)) return result;
  result.catch(() => {});
  throw new InvalidInputError('the schema must answer at once, not with a promise');
}

/** Says what is wrong: `"owner.name": expected a string`. @internal */
export function describeIssue(issue: SchemaIssue | undefined): string {
  const message: unknown = issue?.message ?? 'it is not valid';
  // Not its own `map`: the path of some libraries is an array of a class of theirs.
  const path = Array.from(issue?.path ?? [], (part) =>
    String(typeof part === 'object' ? part.key : part),
  );
  const where = path.length === 0 ? '' : `${show(path.join('.'))}: `;
  return where + onOneLine(shorten(String(message), 300));
}

/** Returns a user's schema as a schema of valibot, to be a part of the mock's own. @internal */
export function toValibot<T>(schema: StandardSchema<T>): v.GenericSchema<unknown, T> {
  return v.pipe(
    v.unknown(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const result = validateNow(schema, dataset.value);
      if (!result.issues && isJson(result.value)) return result.value;
      const [issue] = result.issues ?? [{ message: 'its schema must give a JSON value' }];
      addIssue({ message: describeIssue(issue) });
      return NEVER;
    }),
    v.metadata({ standard: schema }),
  );
}
