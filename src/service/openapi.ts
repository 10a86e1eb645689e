import { stringify } from 'yaml';
import type { Operation } from '../operations/define-operation.ts';
import { plainDialect, type Decisions } from '../contract/dialect.ts';
import { errorMessages } from '../contract/error-messages.ts';
import { isObject } from '../contract/is-object.ts';
import { hoist, publisher, ref, toSchema, type Json } from '../contract/json-schema.ts';
import { mapValues } from '../contract/map-values.ts';
import type { DescribedResponse } from '../contract/operation.ts';
import { paramsOf, shapeOf } from '../contract/operation-path.ts';
import { catalogOptions, defaultsOf } from '../controls/options.ts';
import { errorSchema } from '../contract/pet.ts';
import { ownVendor, type StandardSchema } from '../contract/standard-schema.ts';
import { phraseOf } from '../contract/status-phrases.ts';
import { version } from '../version.ts';
import { documentedError } from './documented-error.ts';
import { isBodiless } from './response.ts';
import { ownOperations } from './table.ts';

export type OpenApiDocument = ReturnType<typeof createOpenApi>;

export interface OpenApiOptions {
  /** Where the service lives: `http://127.0.0.1:4020/v2`, or a path (`/v2`) beside the document. */
  readonly serverUrl: string;
  /** What it decides. Default: as the mock does by itself. */
  readonly dialect?: Decisions | undefined;
  /** Default: the service's own. */
  readonly operations?: readonly Operation[] | undefined;
}

/**
 * The service in OpenAPI 3.1, made from the operations and the schemas by which they check
 * requests: what the document says is what the mock does.
 */
export function createOpenApi(options: OpenApiOptions) {
  const { serverUrl, dialect = plainDialect, operations = ownOperations(dialect) } = options;
  const schemas: Record<string, Json> = { ErrorBody: toSchema(errorSchema) };
  const paths: Record<string, Record<string, Json>> = {};
  // Paths that differ in the names of their parameters alone are one: the first has named them.
  const pathOf = new Map<string, string>();
  for (const operation of operations) {
    const shape = shapeOf(operation.path);
    const path = pathOf.get(shape) ?? operation.path;
    pathOf.set(shape, path);
    const named = { ...operation, path, params: renamed(operation, path) };
    const described = describeOperation(named, schemas, dialect);
    (paths[path] ??= {})[operation.method.toLowerCase()] = described;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pet Catalog',
      version,
      summary: 'A catalog of pets.',
      description:
        'The Pet Catalog service as `pet-catalog-mock` answers it. Every request brings an API ' +
        'key in the header `X-API-Key`. Every response that is not a success is JSON with exactly ' +
        'one field, `error`.\n\n' +
        'Each operation lists the statuses that it answers by itself. A fault that has been ' +
        'injected, or the header `Prefer`, may bring any other from 400 to 599, in the same form; a ' +
        'fault that has a body of its own, any from 200 to 599, in any form.\n\n' +
        'Besides the methods below, all paths take `HEAD` where they ' +
        'take `GET`, and `OPTIONS`, which needs no key.',
      ...publisher,
    },
    servers: [{ url: serverUrl, description: 'The mock' }],
    tags: [{ name: 'pets', description: 'The pets of the catalog.' }],
    security: [{ ApiKey: [] }],
    paths,
    components: componentsIn(dialect, schemas),
  };
}

/** A document as YAML, with no line folded. */
export function toYaml(document: object): string {
  return stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
}

const keyRefusalIn = ({ unauthorized }: Decisions) =>
  unauthorized === 401 ? 'Unauthorized' : 'Forbidden';

function componentsIn(
  dialect: Decisions,
  { ErrorBody, ...schemas }: Record<string, Json>,
): Record<string, Record<string, Json>> {
  // The challenge belongs to 401 (RFC 9110, section 11.6.1).
  const challenges = dialect.unauthorized === 401;
  const scheme = { type: 'string', enum: ['ApiKey'] };
  return {
    securitySchemes: {
      ApiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description: 'Any key that is not empty, unless the mock was told which ones to accept.',
      },
    },
    schemas: { ...schemas, ErrorBody: ErrorBody! },
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
      ...(challenges && {
        Challenge: header('The scheme that is wanted: a key in `X-API-Key`.', scheme, true),
      }),
      Allow: header('The methods that the path takes.', { type: 'string' }, true),
    },
    responses: {
      [keyRefusalIn(dialect)]: errorResponse(
        'The API key is missing, empty, or not one of those that are accepted.',
        { missing: errorMessages.missingKey, invalid: errorMessages.invalidKey },
        challenges ? { 'WWW-Authenticate': ref('headers', 'Challenge') } : {},
      ),
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
  };
}

function header(description: string, schema: Json, required?: true): Json {
  return { description, ...(required && { required }), schema };
}

/** An error, with its messages by the name of the example. */
function errorResponse(
  description: string,
  messages: Readonly<Record<string, string>>,
  headers?: Json,
): Json {
  const examples = mapValues(messages, (error) => ({ value: { error } }));
  return jsonResponse(description, { schema: ref('schemas', 'ErrorBody'), examples }, headers);
}

/**
 * A response in JSON, with the headers that each carries, or may. What it may is no reference:
 * generators of types take those for required.
 *
 * @param content Its schema and its examples.
 */
export function jsonResponse(description: string, content: Json, headers: Json = {}): Json {
  const applied = header('What was done of what `Prefer` asked for.', { type: 'string' });
  const always = { 'Cache-Control': ref('headers', 'NoStore'), 'Preference-Applied': applied };
  const all = { ...headers, ...always };
  return { description, headers: all, content: { 'application/json': content } };
}

/** What is said of the parameters of an operation, by their names in another path of the same shape. */
function renamed({ path: own, params = {} }: Operation, path: string): Operation['params'] {
  const names = paramsOf(own);
  return Object.fromEntries(
    paramsOf(path).flatMap((name, index) => {
      const param = params[names[index]!];
      return param ? [[name, param]] : [];
    }),
  );
}

/** @param named The components, to which named schemas are added. */
export function describeOperation(
  operation: Operation,
  named: Record<string, Json>,
  dialect: Decisions,
): Json {
  const { name, summary, description, path, params = {}, query, body, examples } = operation;
  const schemaOf = (schema: StandardSchema) => hoist(toJson(schema), named, name);
  const given: QuerySchema = query ? schemaOf(query) : {};
  const asked = (named[given.$ref?.split('/').at(-1) ?? ''] as QuerySchema | undefined) ?? given;
  return {
    operationId: name,
    tags: ['pets'],
    summary,
    description,
    ...(operation.isOpen && { security: [] }),
    parameters: [
      ...paramsOf(path).map((one) => toParam('path', one, true, { ...someText, ...params[one] })),
      ...Object.entries(asked.properties ?? {}).map(([one, schema]) =>
        toParam('query', one, asked.required?.includes(one) === true, schema),
      ),
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

interface QuerySchema {
  /** Where the schema has a name. */
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

/** What follows from the definition, and over it what that says itself. */
function responsesOf(
  operation: Operation,
  schemaOf: (schema: StandardSchema) => Json,
  dialect: Decisions,
): Json {
  const { body, query, path, isOpen, responses = {} } = operation;
  const refused = [
    body && 'The body is not JSON in UTF-8, or not what the operation takes.',
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
      415: 'The body is not declared as `application/json`, or is compressed.',
    }),
  };
  const toResponse = (status: number, response: string | DescribedResponse): Json => {
    const given = typeof response === 'string' ? { description: response } : response;
    const { description, schema, examples, headers = {} }: DescribedResponse = given;
    const own = mapValues(headers, (words) => header(words, someText, true));
    if (isBodiless(status)) return { description, headers: own };
    const error = exampleOf(operation, status, dialect);
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
    ...(saysNoSuccess && { '2XX': jsonResponse('It succeeded.', { schema: {} }) }),
    ...mapValues({ ...implied, ...responses }, (one, status) => toResponse(Number(status), one)),
  };
}

/** `undefined` also where a function of the operation's own fails, which its calls say. */
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

/** The JSON Schema of a schema, where it can tell one; else that of any JSON. */
function toJson(schema: StandardSchema): Json {
  const { jsonSchema, vendor } = schema['~standard'];
  // A part that zod has no JSON Schema for is any JSON, and so is that part alone.
  const options = { target: 'draft-2020-12', libraryOptions: { unrepresentable: 'any' } } as const;
  try {
    // What a document cannot hold, such as a cycle, is refused here.
    const told = jsonSchema && (JSON.parse(JSON.stringify(jsonSchema.input(options))) as unknown);
    if (isObject(told)) return told;
    if (vendor === 'valibot' || vendor === ownVendor) return toSchema(schema as never);
  } catch {
    // It cannot tell all of what it checks.
  }
  return {};
}
