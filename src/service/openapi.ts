import { stringify } from 'yaml';
import type { Operation } from '../operations/define-operation.ts';
import type { Decisions } from '../contract/dialect.ts';
import { errorMessages } from '../contract/error-messages.ts';
import { publisher, ref, toSchema, type Json } from '../contract/json-schema.ts';
import { mapValues } from '../contract/values.ts';
import { paramsOf, shapeOf } from '../contract/operation-path.ts';
import { createPetModel, errorSchema, type PetModel } from '../contract/pet-model.ts';
import { version } from '../version.ts';
import {
  describeOperation,
  tagOf,
  header,
  jsonResponse,
  keyRefusalIn,
} from './describe-operation.ts';
import { ownOperations } from './table.ts';

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Json;
  readonly servers: readonly [{ readonly url: string; readonly description: string }];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** The key that each operation needs, unless it is open. */
  readonly security: readonly Json[];
  /** The operations by path and lower-case method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  /** Shared schemas, headers and responses, by kind and name. */
  readonly components: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

export interface OpenApiOptions {
  /** Where the service lives: `http://127.0.0.1:4020/v2`, or a path (`/v2`) on the document's host. */
  readonly serverUrl: string;
  /** The dialect. Default: the mock's own. */
  readonly dialect?: Decisions | undefined;
  /** The model of a pet. Default: the dialect's. */
  readonly model?: PetModel | undefined;
  /** Default: the service's own. */
  readonly operations?: readonly Operation[] | undefined;
}

/**
 * Describes the service in OpenAPI 3.1. The document comes from the operations and from the schemas that
 * check their requests. It leaves out faults, `Prefer` and everything else that only the mock does.
 *
 * @throws if one of the mock's own schemas has no JSON Schema.
 */
export function createOpenApi(options: OpenApiOptions): OpenApiDocument {
  const { serverUrl, model = createPetModel(options.dialect), dialect = model.dialect } = options;
  const { operations = ownOperations(model) } = options;
  const schemas: Record<string, Json> = { ErrorBody: toSchema(errorSchema) };
  const paths: Record<string, Record<string, Json>> = {};
  // Paths that differ only in the names of their parameters are one: the first has named them.
  const pathOf = new Map<string, string>();
  for (const operation of operations) {
    const shape = shapeOf(operation.path);
    const path = pathOf.get(shape) ?? operation.path;
    pathOf.set(shape, path);
    const named = { ...operation, path, params: renamed(operation, path) };
    const described = describeOperation(named, schemas, dialect, model);
    (paths[path] ??= {})[operation.method.toLowerCase()] = described;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pet Catalog',
      version,
      summary: 'A catalog of pets.',
      description:
        'Send an API key in `X-API-Key`. Errors are JSON: `{"error": "…"}`.\n\n' +
        'HEAD works wherever GET does. OPTIONS needs no key.',
      ...publisher,
    },
    servers: [{ url: serverUrl, description: 'The mock' }],
    tags: [...new Set(operations.map(({ path }) => tagOf(path)))].map((name) => ({
      name,
      description: name === 'pets' ? 'The pets of the catalog.' : `Operations below /${name}.`,
    })),
    security: [{ ApiKey: [] }],
    paths,
    components: componentsIn(dialect, schemas),
  };
}

/** A document as YAML, with no line folded. */
export function toYaml(document: object): string {
  return stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
}

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
        description: 'The API key of the caller.',
      },
    },
    schemas: { ...schemas, ErrorBody: ErrorBody! },
    headers: {
      NoStore: header(
        'Responses must not be cached.',
        { type: 'string', enum: ['no-store'] },
        true,
      ),
      ...(challenges && {
        Challenge: header('The expected scheme: a key in `X-API-Key`.', scheme, true),
      }),
    },
    responses: {
      [keyRefusalIn(dialect)]: errorResponse(
        'The API key is missing, empty or not accepted.',
        { missing: errorMessages.missingKey, invalid: errorMessages.invalidKey },
        challenges ? { 'WWW-Authenticate': ref('headers', 'Challenge') } : {},
      ),
    },
  };
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

/** Returns the descriptions of an operation's parameters, by their names in another path of the same shape. */
function renamed({ path: own, params = {} }: Operation, path: string): Operation['params'] {
  const names = paramsOf(own);
  return Object.fromEntries(
    paramsOf(path).flatMap((name, index) => {
      const param = params[names[index]!];
      return param ? [[name, param]] : [];
    }),
  );
}
