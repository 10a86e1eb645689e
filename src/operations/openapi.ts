import { stringify } from 'yaml';
import type { Operation } from '../catalog/operation.ts';
import { plainDialect, type Decisions } from '../contract/dialect.ts';
import { componentsIn, publisher, type Json } from '../contract/openapi-components.ts';
import { describeOperation } from './describe-operation.ts';
import { shapeOf } from '../contract/operation-path.ts';
import { ownOperations } from './table.ts';

export interface OpenApiOptions {
  /** Where the service lives: `http://127.0.0.1:4020/v2`, or a path (`/v2`) beside the document. */
  serverUrl: string;
  version: string;
  /** What it decides. Default: as the mock does by itself. */
  dialect?: Decisions | undefined;
  /** Default: the service's own. */
  operations?: readonly Operation[] | undefined;
}

export interface OpenApiDocument {
  openapi: string;
  info: Json;
  servers: Json[];
  tags: Json[];
  security: Json[];
  paths: Record<string, Record<string, Json>>;
  components: Record<string, Record<string, Json>>;
}

/**
 * The service in OpenAPI 3.1, made from the operations and the schemas by which they check
 * requests: what the document says is what the mock does.
 */
export function createOpenApi(options: OpenApiOptions): OpenApiDocument {
  const { serverUrl, version, dialect = plainDialect } = options;
  const schemas: Json = {};
  const paths: OpenApiDocument['paths'] = {};
  // Paths that differ in the names of their parameters alone are one: the first has named them.
  const pathOf = new Map<string, string>();
  for (const operation of options.operations ?? ownOperations(dialect)) {
    const shape = shapeOf(operation.path);
    const path = pathOf.get(shape) ?? operation.path;
    pathOf.set(shape, path);
    const { method } = operation;
    (paths[path] ??= {})[method.toLowerCase()] = describeOperation(
      { ...operation, path },
      schemas,
      dialect,
    );
  }
  const components = componentsIn(dialect);
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
    components: { ...components, schemas: { ...schemas, ...components.schemas } },
  };
}

/** A document as YAML, with no line folded. */
export function toYaml(document: object): string {
  return stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
}
