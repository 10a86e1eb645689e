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
  summary: text('Empty where it has none.'),
});

const petField = v.object({
  name: v.string(),
  type: text('The type of its JSON.'),
  isRequired: described(v.boolean(), 'Whether a new pet must have it.'),
  description: v.string(),
});

export const collectionSchema = v.object({ name: v.string(), count });

export const infoSchema = v.object({
  version: v.string(),
  basePath: v.string(),
  isolate: v.union([v.boolean(), v.string()]),
  keysRequired: v.boolean(),
  operations: described(v.array(operation), "Those of the service, and its users' own."),
  petFields: described(v.array(petField), 'What a pet has besides its id, in order.'),
  collections: described(v.array(collectionSchema), 'What there is besides pets.'),
  dialect: dialectSchema,
  maxPets: count,
  maxBodyBytes: count,
  journalSize: count,
  seed: count,
  problems: described(v.array(v.string()), 'What is wrong with watched files, a sentence each.'),
  catalog: described(count, 'The number of the catalog that the request acts on; 0 without a key.'),
  scenario: currentScenario,
  isChanged: described(
    v.boolean(),
    'Whether its faults or its delay are others since, or it was seeded; false without a scenario.',
  ),
  delay: delaySchema,
});

export const catalogSummarySchema = named('CatalogSummary', 'A catalog in memory.', {
  number: described(count, 'The number that `?catalog=` takes.'),
  apiKey: text('Its key, or the value of the header that tells catalogs apart.'),
  pets: described(count, 'How many pets it holds.'),
  requests: described(count, 'How many requests its journal holds.'),
  faults: described(count, 'How many faults are active.'),
});

export const serverRoutes = [
  route('GET /health', 'health', {
    summary: 'Whether the mock is up',
    description: 'Answers as soon as the mock is up. Needs neither key nor token.',
    isOpen: true,
    success: ok(healthSchema, 'It is', { status: 'ok', version: '1.0.0', uptime: 12.34, pets: 25 }),
    run: ({ catalog, startedAt }) => ({
      status: 'ok' as const,
      version,
      uptime: Math.round((Date.now() - startedAt) / 10) / 100,
      pets: catalog.pets.count(),
    }),
  }),
  route('GET /info', 'info', {
    summary: 'How the mock is set up',
    description: 'The settings that the dashboard shows.',
    success: ok(infoSchema, 'The settings that a page needs to know', {
      version: '1.0.0',
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
    summary: 'With isolation: the catalogs in memory, least recently used first',
    description: 'The least recently used go first when there are more than 1000.',
    success: ok(v.object({ catalogs: v.array(catalogSummarySchema) }), 'The catalogs', {
      catalogs: [{ number: 1, apiKey: 'test-key-01', pets: 25, requests: 3, faults: 0 }],
    }),
    run: ({ service }) => ({ catalogs: service.catalogs.list() }),
  }),
  route('GET /openapi.json', 'adminOpenApi', {
    summary: 'The OpenAPI document of the control plane',
    description: 'This document.',
    success: ok(v.looseObject({ openapi: v.string() }), 'The document', { openapi: '3.1.0' }),
    async run({ service, mount }) {
      const { createAdminOpenApi } = await import('../openapi.ts');
      return createAdminOpenApi(service.settings.model, mount);
    },
  }),
];
