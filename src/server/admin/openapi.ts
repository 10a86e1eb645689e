import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema, ObjectEntries } from 'valibot';
import { errorSchema } from '../../contract/pet.ts';
import { version } from '../../version.ts';
import type { AdminRoute } from './routes.ts';

/** The OpenAPI 3.1 document of the control plane, made of its table of routes. */
export function createAdminOpenApi(routes: readonly AdminRoute[]): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pet catalog mock: control plane',
      version,
      description:
        'Control of the mock, as the catalog object has it in a test. With isolation, a request acts on the catalog of its own X-API-Key.',
    },
    servers: [{ url: '/' }],
    security: [{}, { Token: [] }],
    paths,
    components: {
      schemas: { ErrorBody: toSchema(errorSchema) },
      securitySchemes: {
        Token: { type: 'http', scheme: 'bearer', description: 'Only when the server has a token.' },
      },
    },
  };
}

function operationOf(route: AdminRoute): object {
  const { success, failures = {}, isOpen } = route;
  const hasInput = route.body !== undefined || route.query !== undefined;
  const errors: Record<number, string> = {
    ...(hasInput && { 400: 'The body or the query is not well-formed; nothing has changed' }),
    ...(!isOpen && { 401: 'The token is missing or wrong' }),
    403: 'The request comes from another host or origin',
    ...(route.body && { 413: 'The body is too large', 415: 'The body is not JSON' }),
    ...failures,
  };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(isOpen && { security: [{}] }),
    parameters: [...(route.path.endsWith('{id}') ? [id] : []), ...parametersOf(route.query ?? {})],
    ...(route.body && {
      requestBody: {
        required: route.operationId !== 'seed',
        content: { 'application/json': { schema: toSchema(route.body) } },
      },
    }),
    responses: {
      [success.status]: {
        description: success.description,
        ...(success.schema && {
          content: { 'application/json': { schema: toSchema(success.schema) } },
        }),
        ...(!success.schema &&
          success.status === 200 && {
            content: { 'text/event-stream': { schema: { type: 'string' } } },
          }),
      },
      ...Object.fromEntries(
        Object.entries(errors).map(([status, description]) => [
          status,
          {
            description,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
          },
        ]),
      ),
    },
  };
}

function parametersOf(query: ObjectEntries): object[] {
  return Object.entries(query).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: toSchema(schema as GenericSchema),
  }));
}

/** Rules that JSON Schema cannot say are checked by the mock all the same. */
function toSchema(schema: GenericSchema): object {
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, {
    errorMode: 'ignore',
    typeMode: 'input',
  });
  return rest;
}
