import { seededPets } from '../../contract/examples.ts';

const fault = { operation: 'listPets', status: 503, error: 'Back in a minute', times: 2 };
const activeFault = { id: 'fault-1', ...fault, hits: 0, remaining: 2 };
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
  faultText: '503 “Back in a minute”, 2 times',
  apiKey: 'te…01',
};
const snapshot = {
  version: 1,
  seed: 42,
  nextId: 2,
  nextFault: 1,
  pets: seededPets,
  faults: [{ id: 'fault-1', ...fault, calls: 1, hits: 1 }],
  calls: 0,
};

interface RouteTexts {
  tag: 'server' | 'state' | 'requests' | 'faults';
  summary: string;
  description: string;
  success?: string;
  request?: Readonly<Record<string, unknown>>;
  response?: unknown;
  /** The messages of the failures that only this route has. */
  errors?: Readonly<Record<number, string>>;
}

export const tags: Readonly<Record<RouteTexts['tag'], string>> = {
  server: 'The mock server itself.',
  state: 'The pets of a catalog, and its whole state.',
  requests: 'The journal: what the service was asked, and what it answered.',
  faults: 'Failures that are injected into the service.',
};

/** What the table of routes does not say, by operation. */
export const textsOf: Readonly<Record<string, RouteTexts>> = {
  health: {
    tag: 'server',
    summary: 'Whether the mock is up',
    success: 'It is',
    description: 'Answers as soon as the mock is up. Needs neither key nor token.',
    response: { status: 'ok', version: '1.0.0', uptime: 12.34, pets: 25 },
  },
  info: {
    tag: 'server',
    summary: 'How the mock is set up',
    success: 'The settings that a page needs to know',
    description: 'The settings that the dashboard shows.',
    response: {
      version: '1.0.0',
      basePath: '/v2',
      isolate: false,
      keysRequired: false,
      operations: [{ name: 'listPets', method: 'GET', path: '/pets', summary: 'List all pets' }],
      maxPets: 1_000_000,
      seed: 42,
      catalog: 0,
      scenario: 'slow',
      isChanged: false,
      delay: { p50: 300, p99: 3000 },
    },
  },
  listCatalogs: {
    tag: 'server',
    summary: 'With isolation: the catalogs in memory, least recently used first',
    success: 'The catalogs',
    description: 'The least recently used go first when there are more than 1000.',
    response: {
      catalogs: [{ number: 1, apiKey: 'te…01', pets: 25, requests: 3, faults: 0 }],
    },
  },
  adminOpenApi: {
    tag: 'server',
    summary: 'The OpenAPI document of the control plane',
    success: 'The document',
    description: 'This document.',
    response: { openapi: '3.1.0' },
  },
  reset: {
    tag: 'state',
    summary: 'Back to how it was made: pets, ids, faults, delay, journal',
    description:
      'Pets, ids, faults, delay and journal are as they were when the catalog was made. Requests in ' +
      'flight are cancelled.',
  },
  seed: {
    tag: 'state',
    summary: 'Replaces the pets until the next reset; with nothing, by those of the start',
    success: 'How many pets there are',
    description:
      'Replaces the pets; with no body, by those of the start. Requests in flight are cancelled.',
    request: {
      generated: { pets: 3, seed: 7 },
      exact: { fixtures: [{ name: 'Rex', tag: 'dog', id: 'rex' }, { name: 'Biscuit' }] },
    },
    response: { pets: 3 },
  },
  listScenarios: {
    tag: 'state',
    summary: 'The scenarios: named starting points',
    success: 'The scenarios, and which was chosen last',
    description: 'The built-in ones, and those of `--scenarios`.',
    response: {
      scenarios: [{ name: 'shelter', description: 'A shelter with 200 pets.' }],
      current: null,
    },
  },
  useScenario: {
    tag: 'state',
    summary: 'Begins anew with a scenario',
    description:
      'Replaces pets, ids, faults and delay at once, until the next reset; what the scenario leaves ' +
      'out is as the options have it. The journal stays. Requests in flight are cancelled.',
    request: { shelter: { name: 'shelter' } },
    errors: { 404: 'There is no scenario "x": the name must be one of "empty", "shelter"' },
  },
  getSnapshot: {
    tag: 'state',
    summary: 'The whole state as plain JSON; --fixtures reads the same',
    success: 'The snapshot',
    description: 'What `PUT` on the same path takes, and `--fixtures` reads.',
    response: snapshot,
  },
  putSnapshot: {
    tag: 'state',
    summary: 'Brings the state of a snapshot back',
    description: 'Replaces pets, ids, faults and delay. Requests in flight are cancelled.',
    request: { whole: snapshot },
  },
  findPets: {
    tag: 'state',
    summary: 'A page of the pets, oldest first, searched by name and tag',
    success: 'The page, and how many pets match',
    description: 'For pages that show the pets: `total` counts those that match, not the page.',
    response: { pets: seededPets, total: 25 },
  },
  addPet: {
    tag: 'state',
    summary: 'Adds a pet, as another client would',
    success: 'The pet',
    description: 'No request of the service: no fault hits it, and it is not in the journal.',
    request: { tagged: { name: 'Rex', tag: 'dog' } },
    response: { ...seededPets[0], name: 'Rex', tag: 'dog' },
    errors: { 507: 'The catalog is full: it holds 1000000 pets, its "maxPets"' },
  },
  readPet: {
    tag: 'state',
    summary: 'One pet by its id',
    success: 'The pet',
    description: 'No request of the service: no fault hits it, and it is not in the journal.',
    response: seededPets[0],
  },
  changePet: {
    tag: 'state',
    summary: 'Changes the name or the tag of a pet',
    success: 'The pet as it is now',
    description:
      'What is left out stays. No request of the service: no fault hits it, and it is not in the journal.',
    request: { renamed: { name: 'Max' }, untagged: { tag: '' } },
    response: { ...seededPets[0], name: 'Max' },
  },
  removePet: {
    tag: 'state',
    summary: 'Removes a pet',
    description:
      'An id that the catalog gave is not given again. No request of the service: no fault hits it, and it is not in the journal.',
  },
  listRequests: {
    tag: 'requests',
    summary: 'The requests in the journal, newest last',
    success: 'Those that match; total counts them whatever the limit',
    description: 'A request is there from its arrival, with no status until it is answered.',
    response: { requests: [entry], total: 1 },
  },
  clearRequests: {
    tag: 'requests',
    summary: 'Forgets the requests',
    description: 'Empties the journal; ids go on.',
  },
  countRequests: {
    tag: 'requests',
    summary: 'How many requests match',
    success: 'The number',
    description: 'Counts those in the journal.',
    response: { count: 1 },
  },
  waitForRequests: {
    tag: 'requests',
    summary: 'The matching requests as soon as there are so many',
    success: 'Those that match',
    description: 'Those that are in the journal count, so that nothing is missed.',
    response: { requests: [entry] },
    errors: {
      408:
        'Expected 1 request (operation createPet) within 2000 ms, but saw 0. ' +
        'No request at all has been seen.',
    },
  },
  verifyRequests: {
    tag: 'requests',
    summary: 'Whether as many requests match as are expected',
    success: 'How many match',
    description:
      'At least one, `count` exactly, or from `atLeast` to `atMost`. A request counts once all of it ' +
      'has come; nothing is waited for.',
    response: { count: 1 },
    errors: {
      409:
        'Expected at least 1 request (operation createPet, body {"name":"Rex"}), but saw 0. ' +
        'The closest that did not match:\n  POST /v2/pets -> 201: body.name is "Max", not "Rex"',
    },
  },
  exportRequests: {
    tag: 'requests',
    summary: 'The matching requests as an HTTP Archive (HAR 1.2)',
    success: 'The archive',
    description:
      'For the developer tools of browsers and others that read such files. Redacted and truncated ' +
      'as in the list.',
    response: {
      log: {
        version: '1.2',
        creator: { name: 'pet-catalog-mock', version: '1.0.0' },
        entries: [],
      },
    },
  },
  events: {
    tag: 'requests',
    summary: 'Server-sent events: one for each request that has ended, and what changes',
    success: 'A stream of text/event-stream',
    description:
      'One `request` event for each entry, with the entry as JSON; `waiting` when one begins to wait, ' +
      '`cleared` when the requests were cleared, `reset` when the catalog was reset. `pets` and `faults` ' +
      'say how many there are, and `state` which scenario and which delay, when those have changed, at ' +
      'most ten times a second each. `Last-Event-ID` resumes where a stream has ended.',
    response: `id: 1\nevent: request\ndata: ${JSON.stringify(entry)}\n\n`,
  },
  listFaults: {
    tag: 'faults',
    summary: 'The active faults, oldest first',
    success: 'The faults',
    description: 'The newest that matches a call wins.',
    response: { faults: [activeFault] },
  },
  addFault: {
    tag: 'faults',
    summary: 'Adds a fault',
    success: 'The fault with its id',
    description: 'It acts from the next call on.',
    request: {
      unavailable: fault,
      slow: { delay: { min: 100, max: 900 } },
      broken: { operation: 'getPet', network: 'reset', rate: 0.5 },
      gateway: {
        match: { body: { name: 'Rex' } },
        status: 502,
        headers: { 'Content-Type': 'text/html' },
        body: '<h1>Bad gateway</h1>',
      },
    },
    response: activeFault,
  },
  updateFault: {
    tag: 'faults',
    summary: 'Changes a fault where it stands',
    success: 'The fault as it then is',
    description:
      '`null` takes a field away, and what is left out stays. With `times`, its hits are counted ' +
      'anew. What the fault then is, is checked as a fault.',
    request: {
      off: { enabled: false },
      other: { status: 429, headers: { 'Retry-After': '2' }, error: null },
    },
    response: { ...activeFault, enabled: false },
  },
  clearFaults: {
    tag: 'faults',
    summary: 'Removes all faults',
    description: 'No call is hit any more.',
  },
  removeFault: {
    tag: 'faults',
    summary: 'Removes a fault',
    description: 'The others stay.',
  },
};
