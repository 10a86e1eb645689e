import { randomUUID } from 'node:crypto';

const petSchema = {
  type: 'object',
  required: ['name', 'tag', 'id'],
  properties: { name: { type: 'string' }, tag: { type: 'string' }, id: { type: 'string' } },
};
const newPetSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, tag: { type: 'string' } },
};
const petId = { name: 'petId', in: 'path', required: true, schema: { type: 'string' } };
const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } };

function answer(description, schema, example) {
  const media = example === undefined ? { schema } : { schema, example };
  return { description, content: { 'application/json': media } };
}

/**
 * The service as an OpenAPI document whose examples are real pets, for a server that answers with
 * examples.
 *
 * @param {object[]} pets
 */
export function examplesDocument(pets) {
  const list = { type: 'array', items: petSchema };
  return {
    openapi: '3.1.0',
    info: { title: 'Pet catalog', version: '2.0.0' },
    paths: {
      '/v2/pets': {
        get: {
          parameters: [limit],
          responses: { 200: answer('Pets', list, pets.slice(0, 20)) },
        },
        post: {
          requestBody: { content: { 'application/json': { schema: newPetSchema } } },
          responses: { 201: answer('Created', petSchema, pets[0]) },
        },
      },
      '/v2/pets/{petId}': {
        get: { parameters: [petId], responses: { 200: answer('A pet', petSchema, pets[0]) } },
      },
    },
  };
}

/** The service for Scalar's mock server, whose `x-handler` code keeps the pets in its own store. */
export function scalarDocument() {
  const list = { type: 'array', items: petSchema };
  return {
    openapi: '3.1.0',
    info: { title: 'Pet catalog', version: '2.0.0' },
    paths: {
      '/v2/pets': {
        get: {
          parameters: [limit],
          responses: { 200: answer('Pets', list) },
          'x-handler':
            "const all = store.list('Pet'); return req.query.limit === undefined ? all : all.slice(0, Number(req.query.limit));",
        },
        post: {
          requestBody: { content: { 'application/json': { schema: newPetSchema } } },
          responses: { 201: answer('Created', petSchema) },
          'x-handler':
            "return store.create('Pet', { name: req.body.name, tag: req.body.tag ?? '' });",
        },
      },
      '/v2/pets/{petId}': {
        get: {
          parameters: [petId],
          responses: { 200: answer('A pet', petSchema), 404: { description: 'Not found' } },
          'x-handler': "return store.get('Pet', req.params.petId);",
        },
      },
      '/seed': {
        post: {
          requestBody: { content: { 'application/json': { schema: list } } },
          responses: { 200: answer('Count', { type: 'object' }) },
          'x-handler':
            "for (const pet of req.body) store.create('Pet', pet); return { pets: req.body.length };",
        },
      },
    },
  };
}

/**
 * A Mockoon environment: one data bucket and a CRUD route over it.
 *
 * @param {object[]} pets
 */
export function mockoonEnvironment(pets) {
  const bucket = { uuid: randomUUID(), id: 'pets', name: 'pets', documentation: '' };
  const route = randomUUID();
  return {
    uuid: randomUUID(),
    lastMigration: 33,
    name: 'Pet catalog',
    endpointPrefix: '',
    latency: 0,
    port: 3000,
    hostname: '127.0.0.1',
    folders: [],
    routes: [
      {
        uuid: route,
        type: 'crud',
        documentation: '',
        method: '',
        endpoint: 'v2/pets',
        responses: [
          {
            uuid: randomUUID(),
            body: '{}',
            latency: 0,
            statusCode: 200,
            label: '',
            headers: [],
            bodyType: 'DATABUCKET',
            filePath: '',
            databucketID: bucket.id,
            sendFileAsBody: false,
            rules: [],
            rulesOperator: 'OR',
            disableTemplating: true,
            fallbackTo404: false,
            default: true,
            crudKey: 'id',
            callbacks: [],
          },
        ],
        responseMode: null,
        streamingMode: null,
        streamingInterval: 0,
      },
    ],
    rootChildren: [{ type: 'route', uuid: route }],
    proxyMode: false,
    proxyHost: '',
    proxyRemovePrefix: false,
    tlsOptions: {
      enabled: false,
      type: 'CERT',
      pfxPath: '',
      certPath: '',
      keyPath: '',
      caPath: '',
      passphrase: '',
    },
    cors: true,
    headers: [{ key: 'Content-Type', value: 'application/json' }],
    proxyReqHeaders: [],
    proxyResHeaders: [],
    data: [{ ...bucket, value: JSON.stringify(pets) }],
    callbacks: [],
  };
}

/**
 * Fixed answers for WireMock, one mapping for each operation.
 *
 * @param {object[]} pets
 */
export function wiremockMappings(pets) {
  const headers = { 'Content-Type': 'application/json' };
  const respond = (status, jsonBody) => ({ status, headers, jsonBody });
  return {
    mappings: [
      {
        request: { method: 'GET', urlPathPattern: '/v2/pets/[^/]+' },
        response: respond(200, pets[0]),
      },
      {
        request: { method: 'GET', urlPath: '/v2/pets' },
        response: respond(200, pets.slice(0, 20)),
      },
      { request: { method: 'POST', urlPath: '/v2/pets' }, response: respond(201, pets[0]) },
    ],
  };
}
