import type { Operation } from '../catalog/operation.ts';
import type { Decisions } from '../contract/dialect.ts';
import {
  header,
  hoist,
  jsonResponse,
  keyRefusalIn,
  ref,
  toSchema,
  type Json,
} from '../contract/openapi-components.ts';
import { mapValues } from '../contract/map-values.ts';
import type { DescribedResponse } from '../contract/operation.ts';
import { paramsOf } from '../contract/operation-path.ts';
import { catalogOptions, defaultsOf } from '../contract/options.ts';
import type { OwnSchema, StandardSchema } from '../contract/standard-schema.ts';
import { phraseOf } from '../contract/status-phrases.ts';
import { documentedError } from './documented-error.ts';
import { isBodiless } from './response.ts';

const defaults = defaultsOf(catalogOptions);
const fullCatalog = { count: () => defaults.maxPets };

/** @param named The components, to which named schemas are added. */
export function describeOperation(operation: Operation, named: Json, dialect: Decisions): Json {
  const { name, summary, description, path, params = {}, body, examples } = operation;
  const schemaOf = (schema: StandardSchema) => hoist(toJson(schema), named);
  return {
    operationId: name,
    tags: ['pets'],
    summary,
    description,
    ...(operation.isOpen && { security: [] }),
    parameters: [
      ...paramsOf(path).map((one) => toParam('path', one, true, { ...someText, ...params[one] })),
      ...queryParams(operation, schemaOf),
      ref('parameters', 'Prefer'),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: schemaOf(body),
            ...(examples && { examples: toExamples(examples) }),
          },
        },
      },
    }),
    responses: responsesOf(operation, schemaOf, dialect),
  };
}

const someText = { type: 'string', minLength: 1 };

type Convert = (schema: StandardSchema) => Json;

function queryParams({ query }: Operation, schemaOf: Convert): Json[] {
  const { properties = {}, required = [] } = (query ? schemaOf(query) : {}) as {
    properties?: Readonly<Record<string, ParamSchema>>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) =>
    toParam('query', name, required.includes(name), schema),
  );
}

type ParamSchema = Json & { examples?: Json | undefined };

function toParam(place: string, name: string, required: boolean, given: ParamSchema): Json {
  const { description, examples, ...schema } = given;
  const shown = examples && toExamples(examples);
  return { name, in: place, required, description, schema, examples: shown };
}

/** What follows from the definition, and over it what that says itself. */
function responsesOf(operation: Operation, schemaOf: Convert, dialect: Decisions): Json {
  const { body, query, path, isOpen, responses = {} } = operation;
  const refused = body
    ? 'The body is not JSON in UTF-8, or not what the operation takes.'
    : query && !('refusesNothing' in query)
      ? 'The query is not what the operation takes.'
      : path.includes('{') && 'A parameter in the path has a malformed percent-escape.';
  const implied: Record<number, string | DescribedResponse> = {
    ...(refused && { 400: refused }),
    ...(body && {
      413: 'The body is too large.',
      415: 'The body is not declared as `application/json`, or is compressed.',
    }),
  };
  const toResponse = (status: number, response: string | DescribedResponse): Json => {
    const given = typeof response === 'string' ? { description: response } : response;
    const { description, schema, examples, headers = {} }: DescribedResponse = given;
    const own = mapValues(headers, (words) => header(words, someText, true));
    if (isBodiless(status)) return { description, headers: own };
    const error = documentedError(operation, status, { ...defaults, dialect }, fullCatalog);
    const shown = examples ?? (error !== undefined && { [exampleName(status)]: { error } });
    const content = {
      schema: schema ? schemaOf(schema) : status < 400 ? {} : ref('schemas', 'ErrorBody'),
      ...(shown && { examples: toExamples(shown) }),
    };
    return jsonResponse(description, content, own);
  };
  return {
    ...(isOpen ? {} : { [dialect.unauthorized]: ref('responses', keyRefusalIn(dialect)) }),
    405: ref('responses', 'MethodNotAllowed'),
    500: ref('responses', 'Failed'),
    503: ref('responses', 'CutOff'),
    ...mapValues({ ...implied, ...responses }, (one, status) => toResponse(Number(status), one)),
  };
}

/** `notFound`. */
function exampleName(status: number): string {
  const [first = '', ...rest] = phraseOf(status).split(/\W+/);
  return first.toLowerCase() + rest.join('');
}

const toExamples = (values: Readonly<Record<string, unknown>>) =>
  mapValues(values, (value) => ({ value }));

/** The JSON Schema of a schema, where it can tell one; else that of any JSON. */
function toJson(schema: StandardSchema): Json {
  if ('own' in schema) return toSchema((schema as OwnSchema).own);
  const { jsonSchema, vendor } = schema['~standard'];
  try {
    if (jsonSchema) return jsonSchema.input({ target: 'draft-2020-12' });
    if (vendor === 'valibot') return toSchema(schema as never);
  } catch {
    // It cannot tell all of what it checks.
  }
  return {};
}
