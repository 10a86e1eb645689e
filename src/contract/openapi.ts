import { stringify } from 'yaml';
import { components, publisher, type Json } from './openapi-components.ts';
import { describedOperations } from './openapi-operations.ts';
import { operationNames, operations } from './operations.ts';

export interface OpenApiOptions {
  /** Where the service lives: `http://127.0.0.1:4020/v2`, or a path (`/v2`) beside the document. */
  serverUrl: string;
  version: string;
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
 * The service in OpenAPI 3.1, made from the table of operations and from the schemas by which
 * requests are checked: what the document says is what the mock does.
 */
export function createOpenApi({ serverUrl, version }: OpenApiOptions): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const name of operationNames) {
    const { method, path } = operations[name];
    (paths[path] ??= {})[method.toLowerCase()] = {
      operationId: name,
      tags: ['pets'],
      ...describedOperations[name],
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pet Catalog',
      version,
      summary: 'Create pets, fetch them and list them.',
      description:
        'The Pet Catalog service as `pet-catalog-mock` answers it. Every request brings an API ' +
        'key in the header `X-API-Key`. Every answer that is not a success is JSON with exactly ' +
        'one field, `error`.\n\n' +
        'Each operation lists the statuses that it answers by itself. A fault that has been ' +
        'injected, or the header `Prefer`, may bring any other from 400 to 599, in the same form; a ' +
        'fault that has a body of its own, any from 200 to 599, in any form.\n\n' +
        'Besides the methods below, both paths take `HEAD` where they ' +
        'take `GET`, and `OPTIONS`, which needs no key.',
      ...publisher,
    },
    servers: [{ url: serverUrl, description: 'The mock' }],
    tags: [{ name: 'pets', description: 'The pets of the catalog.' }],
    security: [{ ApiKey: [] }],
    paths,
    components,
  };
}

/** A document as YAML, with no line folded. */
export function toYaml(document: object): string {
  return stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
}
