import { catalogOptions, defaultsOf } from '../controls/options.ts';
import type { Decisions } from '../contract/dialect.ts';
import { hoist, ref, toDocumentSchema, type Json } from '../contract/json-schema.ts';
import { mapValues } from '../contract/values.ts';
import type { DescribedResponse } from '../contract/operation.ts';
import { paramsOf } from '../contract/operation-path.ts';
import { petSchema, plainModel } from '../contract/pet-model.ts';
import { inWords, type StandardSchema } from '../contract/standard-schema.ts';
import { phraseOf } from '../contract/http.ts';
import type { Operation } from '../operations/define-operation.ts';
import { documentedError } from './fault-answer.ts';
import { kindOf } from './read-body.ts';
import { isBodiless } from './response.ts';

/**
 * Describes an operation for the OpenAPI document.
 *
 * @param named The components. Named schemas are added to them.
 */
export function describeOperation(
  operation: Operation,
  named: Record<string, Json>,
  dialect: Decisions,
  model = plainModel,
): Json {
  const { name, summary, description, path, params = {}, query, body, examples } = operation;
  // A pet of this service has the fields of its users, and its dialect.
  const meant = (schema: StandardSchema) =>
    schema === petSchema ? inWords('The pet', model.response) : schema;
  const schemaOf = (schema: StandardSchema) => hoist(toDocumentSchema(meant(schema)), named, name);
  const given: QuerySchema = query ? schemaOf(query) : {};
  const asked = (named[given.$ref?.split('/').at(-1) ?? ''] as QuerySchema | undefined) ?? given;
  return {
    operationId: name,
    tags: [tagOf(path)],
    summary,
    description,
    ...(operation.isOpen && { security: [] }),
    parameters: [
      ...paramsOf(path).map((one) => toParam('path', one, true, { ...someText, ...params[one] })),
      ...Object.entries(asked.properties ?? {}).map(([one, schema]) =>
        toParam('query', one, asked.required?.includes(one) === true, schema),
      ),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: {
          [bodyTypes[kindOf(operation)]]: {
            schema: typeof body === 'string' ? bodySchemas[body] : schemaOf(body),
            ...(examples && { examples: toExamples(examples) }),
          },
        },
      },
    }),
    responses: responsesOf(operation, schemaOf, dialect),
  };
}

/** Returns the tag that groups an operation with others: the first segment of its path that is fixed. */
export function tagOf(path: string): string {
  return path.split('/').find((part) => part !== '' && !part.startsWith('{')) ?? 'pets';
}

const bodyTypes = {
  json: 'application/json',
  text: 'text/plain',
  bytes: 'application/octet-stream',
  form: 'multipart/form-data',
} as const;
const bodySchemas = { text: { type: 'string' }, bytes: {}, form: { type: 'object' } } as const;

const someText = { type: 'string', minLength: 1 };

interface QuerySchema {
  /** The reference, if the schema has a name. */
  $ref?: string;
  properties?: Record<string, ParamSchema>;
  required?: readonly string[];
}

type ParamSchema = Json & { examples?: Json | undefined };

function toParam(place: string, name: string, required: boolean, given: ParamSchema): Json {
  const { description, examples, ...schema } = given;
  const shown = examples && toExamples(examples);
  return { name, in: place, required, description, schema, examples: shown };
}

const defaults = defaultsOf(catalogOptions);
const fullCatalog = { count: () => defaults.maxPets };

/** Describes the declared responses, and the implied ones: 400, 401, 413 and 415. */
function responsesOf(
  operation: Operation,
  schemaOf: (schema: StandardSchema) => Json,
  dialect: Decisions,
): Json {
  const { body, query, path, isOpen, responses = {} } = operation;
  const kind = kindOf(operation);
  const refused = [
    body && kind === 'json' && 'The body is not JSON in UTF-8, or not what the operation takes.',
    kind === 'text' && 'The body is not text in UTF-8.',
    kind === 'form' && 'The body is not a valid form.',
    query && !('refusesNothing' in query) && 'The query is not what the operation takes.',
    path.includes('{') && 'A parameter in the path has a malformed percent-escape.',
  ]
    .filter(Boolean)
    .join(' ');
  const saysNoSuccess = Object.keys(responses).every((status) => Number(status) >= 400);
  const implied: Record<number, string | DescribedResponse> = {
    ...(refused && { 400: refused }),
    ...(body && {
      413: 'The body is too large.',
      415:
        kind === 'bytes'
          ? 'The body is compressed.'
          : `The body is not declared as \`${bodyTypes[kind]}\`, or is compressed.`,
    }),
  };
  const toResponse = (status: number, response: string | DescribedResponse): Json => {
    const given = typeof response === 'string' ? { description: response } : response;
    const { description, schema, contentType, examples, headers = {} }: DescribedResponse = given;
    const own = mapValues(headers, (words) => header(words, someText, true));
    if (isBodiless(status)) return { description, headers: own };
    const error = exampleOf(operation, status, dialect);
    const shown = examples ?? (error !== undefined && { [exampleName(status)]: { error } });
    const content = {
      schema: schema ? schemaOf(schema) : status < 400 ? {} : ref('schemas', 'ErrorBody'),
      ...(shown && { examples: toExamples(shown) }),
    };
    return jsonResponse(description, content, own, contentType);
  };
  return {
    ...(isOpen ? {} : { [dialect.unauthorized]: ref('responses', keyRefusalIn(dialect)) }),
    ...(saysNoSuccess && { '2XX': jsonResponse('It succeeded.', { schema: {} }) }),
    ...mapValues({ ...implied, ...responses }, (one, status) => toResponse(Number(status), one)),
  };
}

/** Returns `undefined` if a function of the operation fails; its calls report that. */
function exampleOf(operation: Operation, status: number, dialect: Decisions): string | undefined {
  try {
    return documentedError(operation, status, { ...defaults, dialect }, fullCatalog);
  } catch {
    return undefined;
  }
}

/** `notFound`. */
function exampleName(status: number): string {
  const [first = '', ...rest] = phraseOf(status).split(/\W+/);
  return first.toLowerCase() + rest.join('');
}

const toExamples = (values: Readonly<Record<string, unknown>>) =>
  mapValues(values, (value) => ({ value }));

/**
 * Describes a response in JSON.
 *
 * @param content Its schema and its examples.
 * @param headers Its headers besides `Cache-Control`.
 */
export function jsonResponse(
  description: string,
  content: Json,
  headers: Json = {},
  type = 'application/json',
): Json {
  const all = { ...headers, 'Cache-Control': ref('headers', 'NoStore') };
  return { description, headers: all, content: { [type]: content } };
}

export function header(description: string, schema: Json, required?: true): Json {
  return { description, ...(required && { required }), schema };
}

/** Returns the name of the response that refuses a key. */
export const keyRefusalIn = ({ unauthorized }: Decisions) =>
  unauthorized === 401 ? 'Unauthorized' : 'Forbidden';
