import type { GenericSchema } from 'valibot';
import { faultChangesInput, faultInput } from '../../contract/faults.ts';
import {
  filterInput,
  verifyInput,
  waitInput,
  type RequestFilter,
} from '../../contract/requests.ts';
import {
  newPetInput,
  petChangesInput,
  petPlaceInput,
  scenarioChoiceInput,
  seedInput,
  snapshotInput,
  snapshotSchema,
} from '../../contract/state.ts';
import type { Input } from '../../contract/input.ts';
import { petSchema } from '../../contract/pet.ts';
import { version } from '../../version.ts';
import { lazyPart } from '../lazy-part.ts';
import { findPets, pageInput } from './find-pets.ts';
import * as responses from './responses.ts';
import { AdminError, type AdminRoute } from './route.ts';
import { streamFaults, streamHar, streamPets, streamRequests, streamSnapshot } from './stream.ts';

type Details<Query, Body, Value> = Omit<
  AdminRoute<Query, Body, Value>,
  'method' | 'path' | 'operationId'
>;

function route<Query, Body, Value>(
  line: `${AdminRoute['method']} ${string}`,
  operationId: string,
  details: Details<Query, Body, Value>,
): AdminRoute {
  const [method, path] = line.split(' ') as [AdminRoute['method'], string];
  return { method, path, operationId, ...details };
}

const ok = <T>(schema: GenericSchema<unknown, T>) => ({ status: 200, schema }) as const;
const created = <T>(schema: GenericSchema<unknown, T>) => ({ status: 201, schema }) as const;
const noContent = { status: 204 } as const;

const loadDocument = lazyPart(() => import('./openapi-document.ts'));

const noSuchPet = 'There is no pet of that id';
const noSuchFault = 'There is no fault of that id';

/** A filter, and the options of the member beside it. */
function filterWith<Options>(options: Input<Options>): Input<{
  filter: RequestFilter;
  options: Options;
}> {
  const names = Object.keys(options.schema.entries);
  return {
    schema: {
      ...filterInput.schema,
      entries: { ...filterInput.schema.entries, ...options.schema.entries },
    },
    check(value) {
      const given = Object.entries(value as object);
      const pick = (wanted: boolean) =>
        Object.fromEntries(given.filter(([name]) => names.includes(name) === wanted));
      return { filter: filterInput.check(pick(false)), options: options.check(pick(true)) };
    },
  };
}

export const adminRoutes: readonly AdminRoute[] = [
  route('GET /__admin/health', 'health', {
    isOpen: true,
    success: ok(responses.healthSchema),
    run: ({ catalog, startedAt }) => ({
      status: 'ok' as const,
      version,
      uptime: Math.round((Date.now() - startedAt) / 10) / 100,
      pets: catalog.pets.count(),
    }),
  }),
  route('GET /__admin/info', 'info', {
    success: ok(responses.infoSchema),
    run: ({ catalog, mount, service: { catalogs, operations, settings } }) => ({
      version,
      basePath: mount + settings.baseUrl.path,
      isolate: settings.isolate,
      keysRequired: settings.apiKeys !== undefined,
      operations: operations.all.map(({ name, method, path, summary = '' }) => ({
        name,
        method,
        path,
        summary,
      })),
      maxPets: settings.maxPets,
      seed: settings.seed,
      catalog: catalogs.numberOf(catalog),
      ...catalog.state(),
    }),
  }),
  route('POST /__admin/reset', 'reset', {
    success: noContent,
    run: ({ change }) => change((one) => void one.reset()),
  }),
  route('POST /__admin/seed', 'seed', {
    needsKey: true,
    body: seedInput,
    isBodyOptional: true,
    success: ok(responses.petCountSchema),
    async run({ change, body }) {
      let pets = 0;
      await change(function* (one) {
        yield* one.seedInSteps(body);
        pets = one.pets.count();
      });
      return { pets };
    },
  }),
  route('GET /__admin/scenarios', 'listScenarios', {
    success: ok(responses.scenariosSchema),
    run: ({ catalog: { scenarios } }) => ({
      scenarios: scenarios.list(),
      current: scenarios.current(),
    }),
  }),
  route('PUT /__admin/scenarios/current', 'useScenario', {
    needsKey: true,
    body: scenarioChoiceInput,
    success: noContent,
    failures: { 404: 'There is no scenario of that name' },
    run: ({ change, body: { name } }) => change((one) => one.useInSteps(name)),
  }),
  route('GET /__admin/snapshot', 'getSnapshot', {
    success: ok(snapshotSchema),
    run: ({ catalog }) => streamSnapshot(catalog),
  }),
  route('PUT /__admin/snapshot', 'putSnapshot', {
    needsKey: true,
    body: snapshotInput,
    success: noContent,
    run: ({ change, body }) => change((one) => one.restoreInSteps(body)),
  }),
  route('GET /__admin/pets', 'findPets', {
    query: pageInput,
    success: ok(responses.petPageSchema),
    run: async ({ catalog, query }) => {
      const { pets, total } = await findPets(catalog.store, query);
      return streamPets(pets, total);
    },
  }),
  route('POST /__admin/pets', 'addPet', {
    needsKey: true,
    body: newPetInput,
    query: petPlaceInput,
    success: created(petSchema),
    failures: { 507: 'The catalog is full' },
    run: ({ catalog, body, query }) => catalog.pets.create(body, query),
  }),
  route('GET /__admin/pets/{id}', 'readPet', {
    success: ok(petSchema),
    failures: { 404: noSuchPet },
    run: ({ catalog, id }) => catalog.pets.get(id) ?? refuse(404, noSuchPet),
  }),
  route('PATCH /__admin/pets/{id}', 'changePet', {
    needsKey: true,
    body: petChangesInput,
    success: ok(petSchema),
    failures: { 404: noSuchPet },
    run: ({ catalog, id, body }) => catalog.pets.update(id, body) ?? refuse(404, noSuchPet),
  }),
  route('DELETE /__admin/pets/{id}', 'removePet', {
    needsKey: true,
    success: noContent,
    failures: { 404: noSuchPet },
    run: ({ catalog, id }) => void (catalog.pets.remove(id) || refuse(404, noSuchPet)),
  }),
  route('GET /__admin/requests', 'listRequests', {
    query: filterInput,
    success: ok(responses.requestPageSchema),
    run: ({ catalog: { requests }, query }) =>
      streamRequests(requests.list(query), requests.count(query)),
  }),
  route('DELETE /__admin/requests', 'clearRequests', {
    success: noContent,
    run: ({ catalog }) => catalog.requests.clear(),
  }),
  route('GET /__admin/requests/count', 'countRequests', {
    query: filterInput,
    success: ok(responses.requestCountSchema),
    run: ({ catalog, query }) => ({ count: catalog.requests.count(query) }),
  }),
  route('GET /__admin/requests/wait', 'waitForRequests', {
    query: filterWith(waitInput),
    success: ok(responses.requestsSchema),
    failures: { 408: 'The time is up; the message says what was seen' },
    run: async ({ catalog, query: { filter, options }, signal }) =>
      streamRequests(await catalog.requests.waitFor(filter, { ...options, signal })),
  }),
  route('GET /__admin/requests/verify', 'verifyRequests', {
    query: filterWith(verifyInput),
    success: ok(responses.requestCountSchema),
    failures: { 409: 'They are too few or too many; the message says what was seen' },
    run: ({ catalog, query: { filter, options } }) => ({
      count: catalog.requests.verify(filter, options),
    }),
  }),
  route('GET /__admin/requests.har', 'exportRequests', {
    query: filterInput,
    success: {
      ...ok(responses.harSchema),
      headers: { 'content-disposition': 'attachment; filename="requests.har"' },
    },
    run: ({ catalog: { requests, origin }, query }) => streamHar(requests.list(query), origin),
  }),
  route('GET /__admin/events', 'events', { success: { status: 200 } }),
  route('GET /__admin/faults', 'listFaults', {
    success: ok(responses.faultsSchema),
    run: ({ catalog }) => streamFaults(catalog.faults.list()),
  }),
  route('POST /__admin/faults', 'addFault', {
    needsKey: true,
    body: faultInput,
    success: created(responses.activeFaultSchema),
    run: ({ catalog: { faults }, body }) => faults.get(faults.add(body))!,
  }),
  route('DELETE /__admin/faults', 'clearFaults', {
    needsKey: true,
    success: noContent,
    run: ({ catalog }) => catalog.faults.clear(),
  }),
  route('PATCH /__admin/faults/{id}', 'updateFault', {
    needsKey: true,
    body: faultChangesInput,
    success: ok(responses.activeFaultSchema),
    failures: { 404: noSuchFault },
    run: ({ catalog, id, body }) => catalog.faults.update(id, body) ?? refuse(404, noSuchFault),
  }),
  route('DELETE /__admin/faults/{id}', 'removeFault', {
    needsKey: true,
    success: noContent,
    failures: { 404: noSuchFault },
    run: ({ catalog, id }) => void (catalog.faults.remove(id) || refuse(404, noSuchFault)),
  }),
  route('GET /__admin/catalogs', 'listCatalogs', {
    success: ok(responses.catalogsSchema),
    run: ({ service }) => ({ catalogs: service.catalogs.list() }),
  }),
  route('GET /__admin/openapi.json', 'adminOpenApi', {
    success: ok(responses.documentSchema),
    async run() {
      const { adminOpenApi } = await loadDocument();
      return adminOpenApi;
    },
  }),
];

function refuse(status: number, message: string): never {
  throw new AdminError(status, message);
}
