import {
  toJsonSchema,
  type ConversionConfig,
  type JsonSchema,
  type OverrideActionContext,
  type OverrideSchemaContext,
} from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { isObject, mapValues } from './values.ts';
import { decodeSegment } from './operation-path.ts';
import { ownVendor, type StandardSchema } from './standard-schema.ts';

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
    // A pipe may look at a value before its object schema does: the last schema is the one to describe.
    typeMode: 'output',
    overrideSchema: toPlainSchema,
    overrideAction: toUserSchema,
    // Every number in JSON is finite. JSON Schema cannot describe functions.
    ignoreActions: ['finite', 'raw_check', 'raw_transform'],
    ...config,
  });
  const { $schema: _, ...rest } = json;
  return rest;
}

/**
 * Returns the JSON Schema of any Standard Schema. A user's schema that has none becomes `{}`, any JSON.
 *
 * @throws if one of the mock's own schemas has none, so that the build fails.
 */
export function toDocumentSchema(schema: StandardSchema): Json {
  if (schema['~standard'].vendor === ownVendor) return convert(schema) ?? {};
  try {
    return convert(schema) ?? {};
  } catch {
    return {};
  }
}

/** Returns `undefined` if the library of the schema cannot describe it. */
function convert(schema: StandardSchema): Json | undefined {
  const { jsonSchema, vendor } = schema['~standard'];
  // zod describes a part that it cannot convert as any JSON, and keeps the rest.
  const options = { target: 'draft-2020-12', libraryOptions: { unrepresentable: 'any' } } as const;
  // A document cannot hold a cycle: `stringify` throws.
  const given = jsonSchema && (JSON.parse(JSON.stringify(jsonSchema.input(options))) as unknown);
  if (isObject(given)) return given;
  if (vendor === ownVendor) return toSchema(schema as never);
  return vendor === 'valibot' ? toSchema(schema as never, { typeMode: 'input' }) : undefined;
}

/** Returns the JSON Schema of a user's schema that `toValibot` has made a part of another. */
function toUserSchema({ valibotAction }: OverrideActionContext): JsonSchema | undefined {
  if (valibotAction.type !== 'metadata') return undefined;
  const { standard } = (valibotAction as v.MetadataAction<unknown, Record<string, unknown>>)
    .metadata;
  const { $schema: _, ...json } = toDocumentSchema(standard as StandardSchema);
  return json;
}

/** Chooses the form that more tools read, if several mean the same (decisions/operations.md). */
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

/** Stands for the schema itself among its definitions, if it refers to itself. */
const itself = '';

/**
 * Moves the named schemas within a schema (by `title`, or in `$defs`) to the components of the document.
 * If a component of another schema has the name, it tries again with `Pet2`.
 *
 * @param named The components. It gets the new ones.
 * @param owner A prefix for names that libraries make up.
 * @returns The schema with references to them; only a reference if the schema refers to itself.
 */
export function hoist(schema: Json, named: Json, owner = ''): Json {
  const { $schema: _dialect, $defs, ...root } = schema;
  const isRecursive = JSON.stringify(schema).includes('"$ref":"#"');
  const own: Record<string, Json> = {
    ...($defs as object),
    ...(isRecursive && { [itself]: root }),
  };
  const locals = Object.keys(own);
  /** The numbers after names that other schemas have. */
  const twins = new Map<string, number>();
  const nameOf = (local: string) => {
    const usual = isTypeName(root['title']) ? root['title'] : `${owner}.schema`;
    const chosen = /^[A-Za-z]/.test(local) ? local : `${owner}.${local}`;
    const name = local === itself ? usual : chosen.replaceAll(/[^\w.-]/g, '_');
    return `${name}${twins.get(local) ?? ''}`;
  };
  for (;;) {
    const next = { ...named };
    const toComponent = (one: Json) => hoistTitled(withRef(one, own, nameOf), next);
    const components = locals.map((local) =>
      withRef(mapWithin(own[local]!, toComponent), own, nameOf),
    );
    const names = locals.map(nameOf);
    const clash = locals.find(
      (_, index) =>
        names.indexOf(names[index]!) < index || !isFree(names[index]!, components[index]!, next),
    );
    if (clash === undefined) {
      const hoisted = isRecursive
        ? ref('schemas', nameOf(itself))
        : toComponent(mapWithin(root, toComponent));
      for (const [index, name] of names.entries()) next[name] = components[index];
      Object.assign(named, next);
      return hoisted;
    }
    twins.set(clash, (twins.get(clash) ?? 1) + 1);
  }
}

/** Points the reference of a schema to its component. Returns any other schema unchanged. */
function withRef(schema: Json, own: Json, nameOf: (local: string) => string): Json {
  const { $ref: given } = schema;
  if (typeof given !== 'string') return schema;
  const pointer = given.replace(/^#(?:\/\$defs\/)?/, '');
  const decoded = decodeSegment(pointer)?.replaceAll('~1', '/').replaceAll('~0', '~');
  // Some libraries do not escape references.
  const local = [pointer, decoded].find((name) => name !== undefined && Object.hasOwn(own, name));
  return local === undefined ? schema : { ...schema, ...ref('schemas', nameOf(local)) };
}

const isTypeName = (title: unknown) => typeof title === 'string' && /^[A-Z]\w*$/.test(title);

function hoistTitled(schema: Json, named: Json): Json {
  const title = String(schema['title']);
  if (!isTypeName(schema['title']) || !isFree(title, schema, named)) return schema;
  named[title] = schema;
  return ref('schemas', title);
}

function isFree(name: string, schema: Json, named: Json): boolean {
  return !named[name] || JSON.stringify(named[name]) === JSON.stringify(schema);
}

/** Keywords whose value is data, and keywords whose value is an object of schemas. */
const ofValues = new Set(['const', 'default', 'enum', 'examples']);
const ofNames = new Set(['$defs', 'dependentSchemas', 'patternProperties', 'properties']);

/** Maps each schema within a schema, the inner ones first. */
function mapWithin(schema: Json, map: (one: Json) => Json, isNames = false): Json {
  const visit = (value: unknown, areNames = false): unknown => {
    if (Array.isArray(value)) return value.map((one) => visit(one));
    if (typeof value !== 'object' || value === null) return value;
    const within = mapWithin(value as Json, map, areNames);
    return areNames ? within : map(within);
  };
  return mapValues(schema, (value, key) =>
    !isNames && ofValues.has(key) ? value : visit(value, !isNames && ofNames.has(key)),
  );
}
