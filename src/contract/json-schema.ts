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
  const { $schema: _, ...rest } = json;
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

/**
 * A schema with those in it that have a name (`title`, or in `$defs`) as components of the document, and
 * itself where it refers to itself.
 *
 * @param owner What comes before the names that libraries make up.
 */
export function hoist(schema: Json, named: Json, owner = ''): Json {
  const { $schema: _dialect, $defs, ...root } = schema;
  const isRecursive = JSON.stringify(schema).includes('"$ref":"#"');
  const own: Json = { ...($defs as Json), ...(isRecursive && { schema: root }) };
  // Another schema may have one of the names.
  for (let twin = 1; ; twin++) {
    const nameOf = (local: string) => {
      const name = /^[A-Z]/.test(local) ? local : `${owner}.${local}`;
      return name.replaceAll(/[^\w.-]/g, '_') + (twin === 1 ? '' : twin);
    };
    const toComponent = (key: string, value: unknown) => {
      const path = key === '$ref' && (value === '#' ? '#/$defs/schema' : value);
      const [, local] = /^#\/\$defs\/(.+)/.exec(String(path)) ?? [];
      return local === undefined ? value : `#/components/schemas/${nameOf(local)}`;
    };
    const withRefs = (one: unknown) => JSON.parse(JSON.stringify(one), toComponent) as Json;
    const components = Object.entries(own).map(
      ([local, one]) => [nameOf(local), withRefs(one)] as const,
    );
    if (!components.every(([name, one]) => isFree(name, one, named))) continue;
    Object.assign(named, Object.fromEntries(components));
    return isRecursive
      ? ref('schemas', nameOf('schema'))
      : (hoistTitled(withRefs(root), named) as Json);
  }
}

function isFree(name: string, schema: Json, named: Json): boolean {
  return !named[name] || JSON.stringify(named[name]) === JSON.stringify(schema);
}

/** What they hold is values, and no schemas. */
const ofValues = new Set(['const', 'default', 'enum', 'examples']);

function hoistTitled(value: unknown, named: Json): unknown {
  if (Array.isArray(value)) return value.map((one) => hoistTitled(one, named));
  if (typeof value !== 'object' || value === null) return value;
  const schema = mapValues(value as Json, (one, key) =>
    ofValues.has(key) ? one : hoistTitled(one, named),
  );
  const { title } = schema;
  const isNamed = typeof title === 'string' && /^[A-Z]\w*$/.test(title);
  if (!isNamed || !isFree(title, schema, named)) return schema;
  named[title] = schema;
  return ref('schemas', title);
}
