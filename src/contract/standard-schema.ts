import type { GenericSchema } from 'valibot';
import { check } from './check.ts';

/**
 * A schema by what all libraries have in common: Standard Schema 1 (standardschema.dev) and, where the
 * library has it, Standard JSON Schema. zod, valibot, arktype and others are such.
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

/** What a schema makes of a value, or what is wrong with it. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** That of the mock's own schemas, whose messages are whole sentences. @internal */
export const ownVendor = 'pet-catalog-mock';

/** A schema whose message is a whole sentence. @param subject What the value is called when it is wrong: "The request body", say. @internal */
export function inWords<T>(subject: string, schema: GenericSchema<unknown, T>): StandardSchema<T> {
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
