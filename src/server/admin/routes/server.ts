import * as v from 'valibot';
import { delaySchema } from '../../../controls/delay.ts';
import { dialectSchema } from '../../../contract/dialect.ts';
import { described } from '../../../contract/input.ts';
import { infoOf } from '../../../service/info.ts';
import { version } from '../../../version.ts';
import { count, currentScenario, named, ok, routesOf, text } from '../route.ts';

const route = routesOf('server');

export const healthSchema = v.object({
  status: v.literal('ok'),
  version: v.string(),
  uptime: described(v.number(), 'Seconds since the start'),
  pets: count,
});

const operation = v.object({
  name: v.string(),
  method: v.string(),
  path: v.string(),
  summary: text('Empty without a summary.'),
});

const petField = v.object({
  name: v.string(),
  type: text('The JSON type, such as `string`.'),
  isRequired: described(v.boolean(), 'Whether a new pet must have it.'),
  description: v.string(),
});

export const collectionSchema = v.object({ name: v.string(), count });

export const infoSchema = v.object({
  version: v.string(),
  basePath: v.string(),
  isolate: v.union([v.boolean(), v.string()]),
  keysRequired: v.boolean(),
  operations: described(v.array(operation), 'The operations of the service, with the added ones.'),
  petFields: described(v.array(petField), 'The fields of a pet besides its id, in order.'),
  collections: described(v.array(collectionSchema), 'The collections besides pets.'),
  dialect: dialectSchema,
  maxPets: count,
  maxBodyBytes: count,
  journalSize: count,
  seed: count,
  problems: described(v.array(v.string()), 'The problems in watched files, one sentence each.'),
  catalog: described(count, 'The number of the catalog that the request uses; 0 without a key.'),
  scenario: currentScenario,
  isChanged: described(
    v.boolean(),
    'Whether faults, delay or seed have changed since the scenario was chosen. False without one.',
  ),
  delay: delaySchema,
});

export const catalogSummarySchema = named('CatalogSummary', 'A catalog in memory.', {
  number: described(count, 'The number that `?catalog=` takes.'),
  apiKey: text('The API key, or the value of the header that `isolate` names.'),
  pets: described(count, 'The number of pets.'),
  requests: described(count, 'The number of requests in its journal.'),
  faults: described(count, 'The number of active faults.'),
});

export const serverRoutes = [
  route('GET /health', 'health', {
    summary: 'Check that the mock is up',
    description: 'Needs no key and no token.',
    isOpen: true,
    success: ok(healthSchema, 'The mock is up', {
      status: 'ok',
      version,
      uptime: 12.34,
      pets: 25,
    }),
    run: ({ catalog, startedAt }) => ({
      status: 'ok' as const,
      version,
      uptime: Math.round((Date.now() - startedAt) / 10) / 100,
      pets: catalog.pets.count(),
    }),
  }),
  route('GET /info', 'info', {
    summary: 'Get the settings and the state of the mock',
    description: 'The dashboard shows them.',
    success: ok(infoSchema, 'The settings and the state', {
      version,
      basePath: '/v2',
      isolate: false,
      keysRequired: false,
      operations: [{ name: 'listPets', method: 'GET', path: '/pets', summary: 'List all pets' }],
      petFields: [
        {
          name: 'name',
          type: 'string',
          isRequired: true,
          description: 'Name of the pet.',
        },
        { name: 'tag', type: 'string', isRequired: false, description: 'Free-text label.' },
      ],
      collections: [{ name: 'photos', count: 25 }],
      dialect: { createStatus: 200 },
      maxPets: 100_000,
      maxBodyBytes: 1_048_576,
      journalSize: 1000,
      seed: 42,
      problems: [],
      catalog: 0,
      scenario: 'slow',
      isChanged: false,
      delay: { p50: 300, p99: 3000 },
    }),
    run: ({ catalog, mount, service }) => ({ version, ...infoOf(service, catalog, mount) }),
  }),
  route('GET /catalogs', 'listCatalogs', {
    summary: 'List the catalogs in memory, least recently used first',
    description:
      'For a server with isolation. Above 1000 catalogs, the least recently used are discarded.',
    success: ok(v.object({ catalogs: v.array(catalogSummarySchema) }), 'The catalogs', {
      catalogs: [{ number: 1, apiKey: 'test-key-01', pets: 25, requests: 3, faults: 0 }],
    }),
    run: ({ service }) => ({ catalogs: service.catalogs.list() }),
  }),
  route('GET /openapi.json', 'adminOpenApi', {
    summary: 'Get the OpenAPI document of the control plane',
    description: 'Returns this document.',
    success: ok(v.looseObject({ openapi: v.string() }), 'The document', { openapi: '3.1.0' }),
    async run({ service, mount }) {
      const { createAdminOpenApi } = await import('../openapi.ts');
      return createAdminOpenApi(service.settings.model, mount);
    },
  }),
];
