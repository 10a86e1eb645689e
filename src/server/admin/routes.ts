import * as v from 'valibot';
import type { Catalog } from '../../catalog/catalog.ts';
import {
  faultSchema,
  filterSchema,
  seedOptionsSchema,
  snapshotSchema,
  waitOptionsSchema,
  type Fault,
  type RequestFilter,
  type SeedOptions,
  type Snapshot,
  type WaitOptions,
} from '../../contract/control.ts';
import { newPetSchema, petSchema, type NewPet } from '../../contract/pet.ts';
import type { ChunkedBody } from '../../operations/response.ts';
import type { Service } from '../../operations/service.ts';
import { version } from '../../version.ts';
import { findPets, pageSchema } from './find-pets.ts';
import { streamRequests } from './stream-requests.ts';
import { streamSnapshot } from './stream-snapshot.ts';
import type { Change } from './turns.ts';

/** What a route is given. Nothing is checked yet: the members that it calls do that. */
export interface Call {
  /** The catalog that the request acts on. */
  catalog: Catalog;
  service: Service;
  /** When the server started, in milliseconds since 1970. */
  startedAt: number;
  /** The last part of the path, where the route has one. */
  id: string;
  /** Numbers where a parameter is one, everything else as strings. */
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  /** Aborts when the client has gone, or the server closes. */
  signal: AbortSignal;
  /**
   * Changes all of the catalog, or of each where the request brings no key, when those changes are
   * done that came before.
   */
  change(begin: Change): Promise<void>;
}

/** What a route answers: a value as JSON, streamed JSON, or nothing (`204`). */
export interface Outcome {
  status: number;
  value?: unknown;
  chunks?: ChunkedBody;
}

/** One request of the control plane. The table of these is all there is to it. */
export interface AdminRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  operationId: string;
  summary: string;
  /** Needs no token. */
  isOpen?: true;
  /** Changes what one catalog answers: where each key has its own, it must bring one. */
  needsKey?: true;
  query?: v.ObjectEntries;
  body?: v.GenericSchema;
  /** The success: its status and, unless it is 204, the shape of its body. */
  success: { status: 200 | 201 | 204; schema?: v.GenericSchema; description: string };
  /** Other statuses than 400, 401, 403 that it may answer, with why. */
  failures?: Readonly<Record<number, string>>;
  /** Absent for the event stream, which is no one answer. */
  run?(call: Call): Outcome | Promise<Outcome>;
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const entrySchema = v.object({
  id: count,
  at: v.string(),
  operation: v.nullable(v.string()),
  method: v.string(),
  path: v.string(),
  query: v.string(),
  status: v.nullable(count),
  durationMs: v.nullable(v.number()),
  requestHeaders: v.record(v.string(), v.string()),
  responseHeaders: v.optional(v.record(v.string(), v.string())),
  requestBody: v.optional(v.string()),
  requestBytes: v.optional(count),
  responseBody: v.optional(v.string()),
  responseBytes: v.optional(count),
  fault: v.optional(v.string()),
  apiKey: v.nullable(v.string()),
});
export const activeFaultSchema = v.object({ ...faultSchema.entries, id: v.string() });
/** A new pet as a document shows it: without the `id` that it must not bring. */
export const newPetBodySchema = v.object({
  name: newPetSchema.entries.name,
  tag: newPetSchema.entries.tag,
});
export const catalogSummarySchema = v.object({
  id: v.string(),
  apiKey: v.string(),
  pets: count,
  requests: count,
  faults: count,
});
const requestsSchema = v.object({ requests: v.array(entrySchema) });

const done: Outcome = { status: 204 };
const noContent = (description: string) => ({ status: 204 as const, description });

export const adminRoutes: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/__admin/health',
    operationId: 'health',
    summary: 'Whether the mock is up',
    isOpen: true,
    success: {
      status: 200,
      description: 'It is',
      schema: v.object({
        status: v.literal('ok'),
        version: v.string(),
        uptime: v.pipe(v.number(), v.description('Seconds since the start')),
        pets: count,
      }),
    },
    run: ({ catalog, startedAt }) => ({
      status: 200,
      value: {
        status: 'ok',
        version,
        uptime: Math.round((Date.now() - startedAt) / 10) / 100,
        pets: catalog.pets.count(),
      },
    }),
  },
  {
    method: 'GET',
    path: '/__admin/info',
    operationId: 'info',
    summary: 'How the mock is set up',
    success: {
      status: 200,
      description: 'The settings that a page needs to know',
      schema: v.object({
        version: v.string(),
        basePath: v.string(),
        isolate: v.union([v.boolean(), v.string()]),
        keysRequired: v.boolean(),
        maxPets: count,
        seed: count,
        catalog: v.pipe(
          v.string(),
          v.description('The id of the catalog that the request acts on; "common" without a key'),
        ),
      }),
    },
    run: ({ catalog, service: { catalogs, settings } }) => ({
      status: 200,
      value: {
        version,
        basePath: settings.baseUrl.path,
        isolate: settings.isolate,
        keysRequired: settings.apiKeys !== undefined,
        maxPets: settings.maxPets,
        seed: settings.seed,
        catalog: catalogs.idOf(catalog),
      },
    }),
  },
  {
    method: 'POST',
    path: '/__admin/reset',
    operationId: 'reset',
    summary: 'Back to how it was made: pets, ids, faults, journal',
    success: noContent('It is done'),
    async run({ change }) {
      await change((one) => void one.reset());
      return done;
    },
  },
  {
    method: 'POST',
    path: '/__admin/seed',
    operationId: 'seed',
    summary: 'Replaces the pets until the next reset; with nothing, by those of the start',
    needsKey: true,
    body: seedOptionsSchema,
    success: {
      status: 200,
      description: 'How many pets there are',
      schema: v.object({ pets: count }),
    },
    async run({ change, body }) {
      let pets = 0;
      await change(function* (one) {
        yield* one.seedInSteps(body as SeedOptions);
        pets = one.pets.count();
      });
      return { status: 200, value: { pets } };
    },
  },
  {
    method: 'GET',
    path: '/__admin/snapshot',
    operationId: 'getSnapshot',
    summary: 'The whole state as plain JSON; --fixtures reads the same',
    success: { status: 200, description: 'The snapshot', schema: snapshotSchema },
    run: async ({ catalog }) => ({ status: 200, chunks: await streamSnapshot(catalog) }),
  },
  {
    method: 'PUT',
    path: '/__admin/snapshot',
    operationId: 'putSnapshot',
    summary: 'Brings the state of a snapshot back',
    needsKey: true,
    body: snapshotSchema,
    success: noContent('It is done'),
    async run({ change, body }) {
      await change((one) => one.restoreInSteps(body as Snapshot));
      return done;
    },
  },
  {
    method: 'GET',
    path: '/__admin/pets',
    operationId: 'findPets',
    summary: 'A page of the pets, oldest first, searched by name and tag',
    query: pageSchema.entries,
    success: {
      status: 200,
      description: 'The page, and how many pets match',
      schema: v.object({ pets: v.array(petSchema), total: count }),
    },
    run: async ({ catalog, query }) => ({
      status: 200,
      value: await findPets(catalog.store, query),
    }),
  },
  {
    method: 'POST',
    path: '/__admin/pets',
    operationId: 'addPet',
    summary: 'Adds a pet, as another client would',
    needsKey: true,
    body: newPetBodySchema,
    success: { status: 201, description: 'The pet', schema: petSchema },
    failures: { 507: 'The catalog is full' },
    run: ({ catalog, body }) => ({ status: 201, value: catalog.pets.create(body as NewPet) }),
  },
  {
    method: 'GET',
    path: '/__admin/pets/{id}',
    operationId: 'readPet',
    summary: 'One pet by its id',
    success: { status: 200, description: 'The pet', schema: petSchema },
    failures: { 404: 'There is no pet of that id' },
    run({ catalog, id }) {
      const pet = catalog.pets.get(id);
      return pet
        ? { status: 200, value: pet }
        : { status: 404, value: { error: 'There is no pet of that id' } };
    },
  },
  {
    method: 'GET',
    path: '/__admin/requests',
    operationId: 'listRequests',
    summary: 'The requests in the journal, newest last',
    query: filterSchema.entries,
    success: {
      status: 200,
      description: 'Those that match; total counts them whatever the limit',
      schema: v.object({ requests: v.array(entrySchema), total: count }),
    },
    async run({ catalog, query }) {
      const filter = query as RequestFilter;
      const requests = catalog.requests.list(filter);
      const total = catalog.requests.count(filter);
      return { status: 200, chunks: await streamRequests(requests, { total }) };
    },
  },
  {
    method: 'DELETE',
    path: '/__admin/requests',
    operationId: 'clearRequests',
    summary: 'Forgets the requests',
    success: noContent('It is done'),
    run({ catalog }) {
      catalog.requests.clear();
      return done;
    },
  },
  {
    method: 'GET',
    path: '/__admin/requests/count',
    operationId: 'countRequests',
    summary: 'How many requests match',
    query: filterSchema.entries,
    success: { status: 200, description: 'The number', schema: v.object({ count }) },
    run: ({ catalog, query }) => ({
      status: 200,
      value: { count: catalog.requests.count(query as RequestFilter) },
    }),
  },
  {
    method: 'GET',
    path: '/__admin/requests/wait',
    operationId: 'waitForRequests',
    summary: 'The matching requests as soon as there are so many',
    query: { ...filterSchema.entries, ...waitOptionsSchema.entries },
    success: { status: 200, description: 'Those that match', schema: requestsSchema },
    failures: { 408: 'The time is up; the message says what was seen' },
    async run({ catalog, query, signal }) {
      const { count: wanted, timeout, ...filter } = query as RequestFilter & WaitOptions;
      const requests = await catalog.requests.waitFor(filter, { count: wanted, timeout, signal });
      return { status: 200, chunks: await streamRequests(requests) };
    },
  },
  {
    method: 'GET',
    path: '/__admin/events',
    operationId: 'events',
    summary: 'Server-sent events: one "request" for each journal entry, once it has ended',
    success: { status: 200, description: 'A stream of text/event-stream' },
  },
  {
    method: 'GET',
    path: '/__admin/faults',
    operationId: 'listFaults',
    summary: 'The active faults, oldest first',
    success: {
      status: 200,
      description: 'The faults',
      schema: v.object({ faults: v.array(activeFaultSchema) }),
    },
    run: ({ catalog }) => ({ status: 200, value: { faults: catalog.faults.list() } }),
  },
  {
    method: 'POST',
    path: '/__admin/faults',
    operationId: 'addFault',
    summary: 'Adds a fault',
    needsKey: true,
    body: faultSchema,
    success: { status: 201, description: 'The fault with its id', schema: activeFaultSchema },
    run({ catalog, body }) {
      const id = catalog.faults.add(body as Fault);
      return { status: 201, value: { id, ...(body as Fault) } };
    },
  },
  {
    method: 'DELETE',
    path: '/__admin/faults',
    operationId: 'clearFaults',
    summary: 'Removes all faults',
    needsKey: true,
    success: noContent('It is done'),
    run({ catalog }) {
      catalog.faults.clear();
      return done;
    },
  },
  {
    method: 'DELETE',
    path: '/__admin/faults/{id}',
    operationId: 'removeFault',
    summary: 'Removes a fault',
    needsKey: true,
    success: noContent('It is done'),
    failures: { 404: 'There is no fault of that id' },
    run: ({ catalog, id }) =>
      catalog.faults.remove(id)
        ? done
        : { status: 404, value: { error: 'There is no fault of that id' } },
  },
  {
    method: 'GET',
    path: '/__admin/catalogs',
    operationId: 'listCatalogs',
    summary: 'With isolation: the catalogs in memory, least recently used first',
    success: {
      status: 200,
      description: 'The catalogs',
      schema: v.object({ catalogs: v.array(catalogSummarySchema) }),
    },
    run: ({ service }) => ({ status: 200, value: { catalogs: service.catalogs.list() } }),
  },
  {
    method: 'GET',
    path: '/__admin/openapi.json',
    operationId: 'adminOpenApi',
    summary: 'The OpenAPI document of the control plane',
    success: {
      status: 200,
      description: 'The document',
      schema: v.looseObject({ openapi: v.string() }),
    },
    async run() {
      const { createAdminOpenApi } = await import('./openapi.ts');
      return { status: 200, value: createAdminOpenApi(adminRoutes) };
    },
  },
];
