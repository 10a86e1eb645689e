import {
  toJsonSchema,
  type ConversionConfig,
  type JsonSchema,
  type OverrideSchemaContext,
} from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { mapValues } from './map-values.ts';

export type Json = Record<string, unknown>;

export const publisher = {
  contact: { name: 'The pet-catalog-mock contributors' },
  license: { name: 'MIT', identifier: 'MIT' },
};

export function ref(kind: 'headers' | 'parameters' | 'responses' | 'schemas', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

/** The JSON Schema of a schema, without its dialect: OpenAPI 3.1 has this one. */
export function toSchema(schema: v.GenericSchema, config: ConversionConfig = {}): Json {
  const json = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    overrideSchema: toPlainSchema,
    ...config,
  });
  const { $schema: _, $defs: _definitions, ...rest } = json;
  return rest;
}

/** Of several forms that mean the same, the one that more tools read (decisions/openapi.md). */
export function toPlainSchema({ jsonSchema }: OverrideSchemaContext): JsonSchema {
  const { const: only, required, properties, ...rest } = jsonSchema;
  // `id: false` says that it must be left out, and breaks many tools: the description says it instead.
  const allowed = Object.entries(properties ?? {}).filter(
    ([, property]) => typeof property === 'object' && !('not' in property),
  );
  return {
    ...rest,
    ...(properties && { properties: Object.fromEntries(allowed) }),
    // Older dialects do not allow an empty list.
    ...(required?.length && { required }),
    ...(only !== undefined && { type: typeof only as 'string', enum: [only] }),
  };
}

/** A schema with those in it that have a name (`title`, or in `$defs`) as components of the document. */
export function hoist(schema: Json, named: Json): Json {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    const { $schema: _dialect, $defs, ...rest } = value as Json;
    for (const [name, one] of Object.entries(($defs ?? {}) as Json)) add(name, visit(one));
    const visited = mapValues(rest, (one, name) =>
      name === '$ref' ? String(one).replace(/^#\/\$defs\//, '#/components/schemas/') : visit(one),
    );
    const { title } = visited;
    const isNamed = typeof title === 'string' && /^[A-Z]\w*$/.test(title);
    return isNamed && add(title, visited) ? ref('schemas', title) : visited;
  };
  /** `false` when another schema has that name. */
  const add = (name: string, one: unknown) => {
    named[name] ??= one;
    return JSON.stringify(named[name]) === JSON.stringify(one);
  };
  return visit(schema) as Json;
}
