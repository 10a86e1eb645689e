import {
  toJsonSchema,
  type ConversionConfig,
  type JsonSchema,
  type OverrideSchemaContext,
} from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { Decisions } from './dialect.ts';
import { errorMessages } from './error-messages.ts';
import { mapValues } from './map-values.ts';
import { errorSchema } from './pet.ts';

export type Json = Record<string, unknown>;

export const publisher = {
  contact: { name: 'The pet-catalog-mock contributors' },
  license: { name: 'MIT', identifier: 'MIT' },
};

export function ref(kind: 'headers' | 'parameters' | 'responses' | 'schemas', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

/**
 * The headers that every JSON response carries, or may. What it may is no reference: generators of
 * types take those for required.
 */
const jsonHeaders = {
  'Cache-Control': ref('headers', 'NoStore'),
  'Preference-Applied': header('What was done of what `Prefer` asked for.', { type: 'string' }),
};

/** A response in JSON. `content` is its schema and its examples. */
export function jsonResponse(description: string, content: Json, headers: Json = {}): Json {
  return {
    description,
    headers: { ...headers, ...jsonHeaders },
    content: { 'application/json': content },
  };
}

/** An error, with its messages by the name of the example. */
export function errorResponse(
  description: string,
  messages: Readonly<Record<string, string>>,
  headers?: Json,
): Json {
  const examples = mapValues(messages, (error) => ({ value: { error } }));
  return jsonResponse(description, { schema: ref('schemas', 'ErrorBody'), examples }, headers);
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

export function header(description: string, schema: Json, required?: true): Json {
  return { description, ...(required && { required }), schema };
}

const keyRefused = 'The API key is missing, empty, or not one of those that are accepted.';
const keyMessages = { missing: errorMessages.missingKey, invalid: errorMessages.invalidKey };

const components = {
  securitySchemes: {
    ApiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description: 'Any key that is not empty, unless the mock was told which ones to accept.',
    },
  },
  schemas: { ErrorBody: toSchema(errorSchema) },
  parameters: {
    Prefer: {
      name: 'Prefer',
      in: 'header',
      required: false,
      description:
        'What this one call asks of the mock (RFC 7240): `code=503` to fail with that status ' +
        '(400 to 599), `delay=250` to be answered so many milliseconds later, or both.',
      schema: { type: 'string' },
    },
  },
  headers: {
    NoStore: header('No response is to be cached.', { type: 'string', enum: ['no-store'] }, true),
    Challenge: header(
      'The scheme that is wanted: a key in `X-API-Key`.',
      { type: 'string', enum: ['ApiKey'] },
      true,
    ),
    Allow: header('The methods that the path takes.', { type: 'string' }, true),
  },
  responses: {
    Unauthorized: errorResponse(keyRefused, keyMessages, {
      'WWW-Authenticate': ref('headers', 'Challenge'),
    }),
    MethodNotAllowed: errorResponse(
      'The path does not take the method; `Allow` has those that it takes.',
      { notAllowed: errorMessages.notAllowed('DELETE') },
      { Allow: ref('headers', 'Allow') },
    ),
    Failed: errorResponse(
      'An operation or a handler failed that the mock was given beside its own.',
      { handler: 'A handler failed; the log of the mock server says why' },
    ),
    CutOff: errorResponse('The catalog was reset while the request was in flight.', {
      reset: errorMessages.cutOff,
    }),
  },
} satisfies Record<string, Record<string, Json>>;

export function keyRefusalIn({ unauthorized }: Decisions): string {
  return unauthorized === 401 ? 'Unauthorized' : 'Forbidden';
}

/** The components of a dialect. The challenge belongs to 401 (RFC 9110, section 11.6.1). */
export function componentsIn(dialect: Decisions) {
  if (dialect.unauthorized === 401) return components;
  const { Challenge: _challenge, ...headers } = components.headers;
  const { Unauthorized: _unauthorized, ...responses } = components.responses;
  const refused = { [keyRefusalIn(dialect)]: errorResponse(keyRefused, keyMessages) };
  return { ...components, headers, responses: { ...refused, ...responses } };
}
