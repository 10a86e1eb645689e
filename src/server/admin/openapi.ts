import type { ConversionConfig } from '@valibot/to-json-schema';
import * as v from 'valibot';
import {
  hoist,
  publisher,
  ref,
  toPlainSchema,
  toSchema,
  type Json,
} from '../../contract/json-schema.ts';
import { errorMessages } from '../../contract/error-messages.ts';
import { mapValues } from '../../contract/values.ts';
import { errorSchema, plainModel, type PetModel } from '../../contract/pet-model.ts';
import { snapshotSchema } from '../../controls/state.ts';
import { seededPets } from '../../contract/seeded-pets.ts';
import { version } from '../../version.ts';
import { messages } from './refusal.ts';
import { formOf } from './read-query.ts';
import type { AdminRoute, Tag } from './route.ts';
import { adminRoutes } from './routes/index.ts';

const tags: Readonly<Record<Tag, string>> = {
  server: 'The mock server itself.',
  state: 'The pets and the whole state of a catalog.',
  collections: 'Collections besides pets.',
  requests: 'The journal: requests to the service and its responses.',
  faults: 'Failures to inject into the service.',
};

/** The schemas that have a name. They become the components of the document. */
const named: Record<string, Json> = {};
const config: ConversionConfig = {
  errorMode: 'ignore',
  overrideSchema: (context) => ({
    ...toPlainSchema(context),
    // Fixtures are the one schema that is a function.
    ...(context.valibotSchema.type === 'custom' && {
      anyOf: [{ type: 'array', items: schemaOf(plainModel.fixture) }, schemaOf(snapshotSchema)],
    }),
  }),
};
const schemaOf = (schema: v.GenericSchema): Json => hoist(toSchema(schema, config), named);

/** The rules of a fault in JSON Schema. In the code they are functions. */
const faultRules = {
  anyOf: [
    ...['status', 'delay', 'network'].map((name) => ({ required: [name] })),
    { required: ['hold'], properties: { hold: { enum: [true] } } },
  ],
  dependentRequired: { error: ['status'], headers: ['status'], body: ['status'] },
  not: { required: ['error', 'body'], properties: { error: {}, body: {} } },
  if: { required: ['status'], properties: { status: { maximum: 399 } } },
  // oxlint-disable-next-line unicorn/no-thenable -- A keyword of JSON Schema. It is not awaited.
  then: { required: ['body'], properties: { body: {} } },
};
const rules: Readonly<Record<string, Json>> = { Fault: faultRules, SnapshotFault: faultRules };

/**
 * Creates the OpenAPI 3.1 document of the control plane from its routes.
 *
 * @param mount The path below which the app is mounted; `''` if it is not.
 */
export function createAdminOpenApi(model: PetModel, mount: string): object {
  const { stored, added, fixture, changes } = model;
  const pets = {
    Pet: stored,
    NewPet: added.schema,
    FixturePet: fixture,
    PetChanges: changes.schema,
  };
  const more = { ...rules, ...mapValues(pets, (schema) => toSchema(schema, config)) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pet catalog mock: control plane',
      version,
      summary: 'Seed, break and watch the mock.',
      description:
        'The same controls as the catalog object in a test. With isolation, a request uses the ' +
        'catalog of its `X-API-Key`. A refused request changes nothing.',
      ...publisher,
    },
    servers: [{ url: mount || '/', description: 'The mock' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{}, { Token: [] }],
    paths,
    components: {
      schemas: mapValues(named, (schema, name) => ({ ...schema, ...(more as typeof rules)[name] })),
      responses: Object.fromEntries(Object.values(commonErrors)),
      parameters: {
        CatalogNumber: {
          name: 'catalog',
          in: 'query',
          description:
            'With isolation: the number of the catalog to use, from `GET /__admin/catalogs`, instead ' +
            'of its key. `all` streams the events of all catalogs.',
          schema: { type: 'string', pattern: '^([0-9]{1,15}|all)$' },
          example: '0',
        },
        Catalog: {
          name: 'X-API-Key',
          in: 'header',
          description: 'With isolation by API key: the key of the catalog to use.',
          schema: { type: 'string' },
        },
        FaultId: idParameter('The id of a fault.', 'fault-1'),
        RequestId: idParameter('The id of a request in the journal.', '7'),
        PetId: idParameter('The id of a pet.', seededPets[0].id),
        ItemId: idParameter('The id of an item.', seededPets[1].id),
        CollectionName: { ...idParameter('The name of a collection.', 'photos'), name: 'name' },
      },
      securitySchemes: {
        Token: { type: 'http', scheme: 'bearer', description: 'Only when the server has a token.' },
      },
    },
  };
}

/** The parameter for an id in a path, by the tag of the route. */
const ids: Readonly<Record<Tag, string>> = {
  server: '',
  state: 'PetId',
  collections: 'ItemId',
  requests: 'RequestId',
  faults: 'FaultId',
};

function idParameter(description: string, example: string): Json {
  const schema = { type: 'string', minLength: 1 };
  return { name: 'id', in: 'path', required: true, description, schema, example };
}

const common = (name: string, description: string, error: string) =>
  [name, errorAnswer(description, error)] as const;

/** The errors of many routes. */
const commonErrors = {
  400: common(
    'Malformed',
    'The body or the query is not valid.',
    'The query has an unknown field "x". The fields are: offset, limit',
  ),
  401: common(
    'Unauthorized',
    'The token is missing or wrong, or the API key is not valid.',
    messages.needsToken,
  ),
  403: common('Forbidden', 'The request comes from another host or origin.', messages.otherOrigin),
  404: common('NoCatalog', 'There is no catalog with that number.', messages.noCatalog('7')),
  413: common('TooLarge', 'The body is longer than 64 MiB.', messages.tooLarge),
  415: common(
    'NotJson',
    'The body is compressed, or its content type is not JSON.',
    errorMessages.wrongType.json,
  ),
  503: common('Closing', 'The server is closing.', messages.closing),
};

function operationOf(route: AdminRoute): Json {
  const { operationId, tag, summary, description, failures = {}, isOpen, path } = route;
  const { status: done, meaning, schema, example } = route.success;
  const content = schema
    ? { 'application/json': { schema: schemaOf(schema), example } }
    : { 'text/event-stream': { schema: { type: 'string' }, example } };
  const refusals = Object.entries(commonErrors).filter(([status]) =>
    status === '401' ? !isOpen : Number(status) < 413 || route.body,
  );
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    ...(isOpen && { security: [{}] }),
    parameters: [
      ...(path.includes('{id}') ? [ref('parameters', ids[tag])] : []),
      ...(path.includes('{name}') ? [ref('parameters', 'CollectionName')] : []),
      ref('parameters', 'Catalog'),
      ref('parameters', 'CatalogNumber'),
      ...parametersOf(route.query?.schema.entries ?? {}),
    ],
    ...(route.body && {
      requestBody: {
        required: !route.isBodyOptional,
        description: v.getDescription(route.body.schema),
        content: {
          'application/json': {
            schema: schemaOf(route.body.schema),
            examples: mapValues(route.body.examples, (value) => ({ value })),
          },
        },
      },
    }),
    responses: {
      [done]: { description: meaning, ...(done !== 204 && { content }) },
      ...Object.fromEntries(refusals.map(([status, [name]]) => [status, ref('responses', name)])),
      ...mapValues(failures, ([why, message = why]) => errorAnswer(why, message)),
    },
  };
}

function errorAnswer(description: string, error: string): Json {
  const schema = ref('schemas', 'ErrorBody');
  return { description, content: { 'application/json': { schema, example: { error } } } };
}

/** Returns the schema and an example of a parameter. */
function valueOf(form: ReturnType<typeof formOf>, schema: Json): Json {
  if (form === 'json') {
    // A parameter with `content` says the same, and client generators do not read it.
    const text = { type: 'string', contentMediaType: 'application/json' };
    return { schema: text, example: '{"name":"Rex"}' };
  }
  const { maxProperties: maxItems, anyOf } = schema;
  if (form === 'pairs') {
    const items = { type: 'string', pattern: String.raw`^[^:]+:[\s\S]*$` };
    const array = { type: 'array', items, ...(maxItems !== undefined && { maxItems }) };
    // `explode` is the default, and some client generators take only what is written.
    return { schema: array, explode: true, example: ['X-Trace:a1'] };
  }
  // A value that may have several forms is written as a text.
  const isText = Array.isArray(anyOf) && anyOf.some((one: Json) => one['type'] === 'string');
  return { schema: isText ? { type: 'string' } : schema };
}

function parametersOf(query: v.ObjectEntries): Json[] {
  return Object.entries(query).map(([name, entry]) => {
    const { description, ...schema } = schemaOf(entry as v.GenericSchema);
    const form = formOf(entry as v.GenericSchema);
    const text = form === 'json' ? `${String(description)} Written as JSON text.` : description;
    const parameter = { name, in: 'query', description: text };
    return Object.assign(parameter, valueOf(form, schema));
  });
}

/** The paths do not change, so they are made once, with the components that they use. */
const paths: Record<string, Json> = {};
for (const route of adminRoutes) {
  (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route);
}
schemaOf(errorSchema);
