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
import { errorSchema, plainModel, type PetModel } from '../../contract/pet.ts';
import { snapshotSchema } from '../../controls/state.ts';
import { seededPets } from '../../contract/seeded-pets.ts';
import { version } from '../../version.ts';
import { messages } from './refusal.ts';
import { formOf } from './read-query.ts';
import type { AdminRoute, Tag } from './route.ts';
import { adminRoutes } from './routes/index.ts';

const tags: Readonly<Record<Tag, string>> = {
  server: 'The mock server itself.',
  state: 'The pets of a catalog, and its whole state.',
  collections: 'What the service has besides pets.',
  requests: 'The journal: what the service was asked, and what it answered.',
  faults: 'Failures that are injected into the service.',
};

/** The components: the schemas that have a name. */
const named: Record<string, Json> = {};
const config: ConversionConfig = {
  errorMode: 'ignore',
  overrideSchema: (context) => ({
    ...toPlainSchema(context),
    // The one schema that is a function: what it takes is checked apart.
    ...(context.valibotSchema.type === 'custom' && {
      anyOf: [{ type: 'array', items: schemaOf(plainModel.fixture) }, schemaOf(snapshotSchema)],
    }),
  }),
};
const schemaOf = (schema: v.GenericSchema): Json => hoist(toSchema(schema, config), named);

/** What JSON Schema can say of the rules of a fault, which are functions. */
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
 * The OpenAPI 3.1 document of the control plane, made of its table of routes.
 *
 * @param mount The path below which the app is mounted; `''` where it is not.
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
        'Control of the mock, as the catalog object has it in a test. With isolation, a request ' +
        'acts on the catalog of its own `X-API-Key`. What is refused has changed nothing.',
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
            'With isolation: the number of the catalog that the request acts on, as ' +
            '`GET /__admin/catalogs` lists it, instead of its key; `all` for the events of all.',
          schema: { type: 'string', pattern: '^([0-9]{1,15}|all)$' },
          example: '0',
        },
        Catalog: {
          name: 'X-API-Key',
          in: 'header',
          description:
            'With isolation: the key of the catalog that the request acts on, if it is the key ' +
            'that tells catalogs apart.',
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

/** What an id in a path is of, by the tags of the routes. */
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

/** What many routes answer when they refuse. */
const commonErrors = {
  400: common(
    'Malformed',
    'The body or the query cannot be read, or done.',
    'The query has an unknown field "x"',
  ),
  401: common(
    'Unauthorized',
    'The token is missing or wrong, or the key has no catalog.',
    messages.needsToken,
  ),
  403: common('Forbidden', 'It comes from another host or origin.', messages.otherOrigin),
  404: common('NoCatalog', 'There is no catalog of that number.', messages.noCatalog('7')),
  413: common('TooLarge', 'The body is longer than 64 MiB.', messages.tooLarge),
  415: common(
    'NotJson',
    'The body is compressed, or not declared as JSON.',
    errorMessages.wrongType.json,
  ),
  503: common('Closing', 'The server closes.', messages.closing),
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

/** What a document says of the value of a parameter. */
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

/** Made once, with the components that they name: they are always the same. */
const paths: Record<string, Json> = {};
for (const route of adminRoutes) {
  (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route);
}
schemaOf(errorSchema);
