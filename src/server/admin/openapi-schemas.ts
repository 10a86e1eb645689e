import type { GenericSchema } from 'valibot';
import {
  delaySchema,
  faultSchema,
  fixturePetSchema,
  seedOptionsSchema,
  snapshotSchema,
} from '../../contract/control.ts';
import { seededPets, type Json } from '../../contract/openapi-components.ts';
import { errorSchema, petSchema } from '../../contract/pet.ts';
import {
  activeFaultSchema,
  catalogSummarySchema,
  entrySchema,
  newPetBodySchema,
} from './routes.ts';

const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

interface DescribedSchema {
  schema: GenericSchema;
  description: string;
  /** What each field means, or what JSON Schema says of it beside what is read from the schema. */
  fields?: Readonly<Record<string, string | Json>>;
  /** What JSON Schema can say of a rule that is a function. */
  rules?: Json;
}

const faultFields = {
  operation: 'The operation that it hits. All when left out.',
  status: 'Answered instead of the real answer.',
  error: 'The message of that answer.',
  network:
    '`reset`: the connection is reset; `empty`: closed with no answer; `truncate`: half an answer, ' +
    'then closed; `hang`: no answer until the client gives up.',
  rate: 'The share of calls that it hits, decided from the seed. All when left out.',
  times: 'How many calls it hits before it is gone. No end when left out.',
};

const faultRules = {
  anyOf: ['status', 'delay', 'network'].map((name) => ({ required: [name] })),
  dependentRequired: { error: ['status'] },
};

const faultId = { description: 'The number of the fault.', pattern: '^fault-[1-9][0-9]{0,9}$' };

/** The schemas that have a name in the document, and what they do not say themselves. */
export const namedSchemas: Readonly<Record<string, DescribedSchema>> = {
  Pet: { schema: petSchema, description: 'A pet, as the service answers it.' },
  NewPet: {
    schema: newPetBodySchema,
    description: 'A pet to be created. The catalog assigns its id: one that is brought is refused.',
  },
  FixturePet: {
    schema: fixturePetSchema,
    description: 'An exact pet, which may bring its id.',
    fields: {
      tag: 'The empty string when left out.',
      id: "Unique among the pets. The catalog's next one when left out.",
    },
  },
  Delay: {
    schema: delaySchema,
    description:
      'Milliseconds of waiting before the answer: always the same, or drawn evenly from `min` to `max`.',
  },
  Fault: {
    schema: faultSchema,
    description: 'A failure that is injected into calls of the service.',
    fields: faultFields,
    rules: faultRules,
  },
  ActiveFault: {
    schema: activeFaultSchema,
    description: 'A fault as the catalog lists it.',
    fields: { ...faultFields, id: faultId },
  },
  SnapshotFault: {
    schema: snapshotSchema.entries.faults.item,
    description: 'A fault, and where its random draws stand.',
    fields: {
      ...faultFields,
      id: faultId,
      calls: "The position of the fault's next random number.",
      hits: 'How many calls it has hit; fewer than `times`.',
    },
    rules: faultRules,
  },
  Snapshot: {
    schema: snapshotSchema,
    description: 'The whole state of a catalog, without its journal.',
    fields: {
      version: 'The form of the snapshot.',
      seed: 'The seed from which ids and chaos are drawn.',
      nextId: 'The position of the next id.',
      nextFault: 'The number of the last fault that was added.',
      pets: 'The pets, oldest first. Their ids are unique.',
      faults: 'The active faults, oldest first.',
      calls: 'The position of the next random delay.',
    },
  },
  SeedOptions: {
    schema: seedOptionsSchema,
    description: 'The pets that a catalog gets.',
    fields: {
      pets: 'How many are generated, at most `maxPets`. Not beside `fixtures`.',
      seed: 'Same seed, same pets, ids and injected chaos.',
      fixtures: {
        description: 'Exact pets instead of generated ones: a list of them, or a snapshot.',
        anyOf: [{ type: 'array', items: reference('FixturePet') }, reference('Snapshot')],
      },
    },
  },
  JournalEntry: {
    schema: entrySchema,
    description: 'A request that the catalog has seen.',
    fields: {
      id: 'Grows by one with each request.',
      at: { description: 'When it arrived, in UTC.', format: 'date-time' },
      operation: 'The operation; null for a request that is none of the three.',
      method: 'The method.',
      path: 'The path as it was sent.',
      query: 'The query as it was sent, without the question mark.',
      status: 'The status of the answer; null until there is one.',
      durationMs: 'Milliseconds from arrival to answer; null until then.',
      requestHeaders: 'The headers that were sent, names in lower case, secrets masked.',
      responseHeaders: 'The headers of the answer; absent until there is one.',
      requestBody: 'The body that was sent, as text, truncated at 16 KiB.',
      requestBytes: 'How long that body was, in bytes.',
      responseBody: 'The body of the answer, as text, truncated at 16 KiB.',
      responseBytes: 'How long that body was, in bytes.',
      fault: 'The id of the fault that hit it, or `prefer` when the request asked for it.',
      apiKey: 'The key, masked; null when none was sent.',
    },
  },
  CatalogSummary: {
    schema: catalogSummarySchema,
    description: 'A catalog in memory.',
    fields: {
      id: 'Its own, where masked keys look the same; another after a restart.',
      apiKey: 'Its key, masked.',
      pets: 'How many pets it holds.',
      requests: 'How many requests its journal holds.',
      faults: 'How many faults are active.',
    },
  },
  ErrorBody: { schema: errorSchema, description: 'What every answer that is not a success holds.' },
};

/** What the parameters of queries mean, by their names. */
export const describedParameters: Readonly<Record<string, string>> = {
  offset: 'How many of the pets that match are left out first.',
  search: 'Found in the name or the tag, in any letter case.',
  tag: 'The exact tag.',
  operation: 'An operation, or `null` for requests that were none.',
  method: 'The method, in any letter case.',
  path: 'The whole path as it was sent, without the query.',
  status: 'The status of the answer.',
  limit: 'At most so many: of pets the first, of requests the newest.',
  count: 'How many requests are waited for. One when left out.',
  timeout: 'Milliseconds until the wait is over. 2000 when left out.',
};

const fault = { operation: 'listPets', status: 503, error: 'Back in a minute', times: 2 };
const activeFault = { id: 'fault-1', ...fault };
const entry = {
  id: 1,
  at: '2026-01-31T12:00:00.000Z',
  operation: 'listPets',
  method: 'GET',
  path: '/v2/pets',
  query: 'limit=2',
  status: 503,
  durationMs: 1.5,
  requestHeaders: { host: '127.0.0.1:4020', 'x-api-key': 'te…01' },
  responseHeaders: { 'content-length': '28', 'content-type': 'application/json' },
  responseBody: '{"error":"Back in a minute"}',
  responseBytes: 28,
  fault: 'fault-1',
  apiKey: 'te…01',
};
const snapshot = {
  version: 1,
  seed: 42,
  nextId: 2,
  nextFault: 1,
  pets: seededPets,
  faults: [{ ...activeFault, calls: 1, hits: 1 }],
  calls: 0,
};

export interface DescribedRoute {
  tag: 'server' | 'state' | 'requests' | 'faults';
  description: string;
  /** Examples of the body that is sent, by name. */
  request?: Readonly<Record<string, unknown>>;
  /** An example of the body that a success answers. */
  response?: unknown;
  /** The messages of the failures that only this route has. */
  errors?: Readonly<Record<number, string>>;
}

export const tags: Readonly<Record<DescribedRoute['tag'], string>> = {
  server: 'The mock server itself.',
  state: 'The pets of a catalog, and its whole state.',
  requests: 'The journal: what the service was asked, and what it answered.',
  faults: 'Failures that are injected into the service.',
};

/** What the table of routes does not say, by operation. */
export const describedRoutes: Readonly<Record<string, DescribedRoute>> = {
  health: {
    tag: 'server',
    description: 'Answers as soon as the mock is up. Needs neither key nor token.',
    response: { status: 'ok', version: '1.0.0', uptime: 12.34, pets: 25 },
  },
  info: {
    tag: 'server',
    description: 'The settings that the dashboard shows.',
    response: {
      version: '1.0.0',
      basePath: '/v2',
      isolate: false,
      keysRequired: false,
      maxPets: 1_000_000,
      seed: 42,
      catalog: 'common',
    },
  },
  listCatalogs: {
    tag: 'server',
    description: 'The least recently used go first when there are more than 1000.',
    response: {
      catalogs: [{ id: 'm1abc2de-1', apiKey: 'te…01', pets: 25, requests: 3, faults: 0 }],
    },
  },
  adminOpenApi: {
    tag: 'server',
    description: 'This document.',
    response: { openapi: '3.1.0' },
  },
  reset: {
    tag: 'state',
    description:
      'Pets, ids, faults and journal are as they were when the catalog was made. Requests in ' +
      'flight are cut off.',
  },
  seed: {
    tag: 'state',
    description:
      'Replaces the pets; with no body, by those of the start. Requests in flight are cut off.',
    request: {
      generated: { pets: 3, seed: 7 },
      exact: { fixtures: [{ name: 'Rex', tag: 'dog', id: 'rex' }, { name: 'Biscuit' }] },
    },
    response: { pets: 3 },
  },
  getSnapshot: {
    tag: 'state',
    description: 'What `PUT` on the same path takes, and `--fixtures` reads.',
    response: snapshot,
  },
  putSnapshot: {
    tag: 'state',
    description: 'Replaces pets, ids and faults. Requests in flight are cut off.',
    request: { whole: snapshot },
  },
  findPets: {
    tag: 'state',
    description: 'For pages that show the pets: `total` counts those that match, not the page.',
    response: { pets: seededPets, total: 25 },
  },
  addPet: {
    tag: 'state',
    description: 'No request of the service: no fault hits it, and it is not in the journal.',
    request: { tagged: { name: 'Rex', tag: 'dog' } },
    response: { ...seededPets[0], name: 'Rex', tag: 'dog' },
    errors: { 507: 'The catalog is full: it holds 1000000 pets, its "maxPets"' },
  },
  readPet: {
    tag: 'state',
    description: 'No request of the service: no fault hits it, and it is not in the journal.',
    response: seededPets[0],
    errors: { 404: 'There is no pet of that id' },
  },
  listRequests: {
    tag: 'requests',
    description: 'A request is there from its arrival, with no status until it is answered.',
    response: { requests: [entry], total: 1 },
  },
  clearRequests: { tag: 'requests', description: 'Empties the journal; ids go on.' },
  countRequests: {
    tag: 'requests',
    description: 'Counts those in the journal.',
    response: { count: 1 },
  },
  waitForRequests: {
    tag: 'requests',
    description: 'Those that are in the journal count, so that nothing is missed.',
    response: { requests: [entry] },
    errors: { 408: 'Waited 2000 ms for 1 request, and saw none that matches' },
  },
  events: {
    tag: 'requests',
    description:
      'One `request` event for each entry, with the entry as JSON; `cleared` when the requests were ' +
      'cleared, `reset` when the catalog was reset. `Last-Event-ID` resumes where a stream has ended.',
    response: `id: 1\nevent: request\ndata: ${JSON.stringify(entry)}\n\n`,
  },
  listFaults: {
    tag: 'faults',
    description: 'The newest that matches a call wins.',
    response: { faults: [activeFault] },
  },
  addFault: {
    tag: 'faults',
    description: 'It acts from the next call on.',
    request: {
      unavailable: fault,
      slow: { delay: { min: 100, max: 900 } },
      broken: { operation: 'getPet', network: 'reset', rate: 0.5 },
    },
    response: activeFault,
  },
  clearFaults: { tag: 'faults', description: 'No call is hit any more.' },
  removeFault: {
    tag: 'faults',
    description: 'The others stay.',
    errors: { 404: 'There is no fault of that id' },
  },
};
