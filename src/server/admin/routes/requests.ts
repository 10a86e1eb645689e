import * as v from 'valibot';
import { described, type Input } from '../../../contract/input.ts';
import {
  filterInput,
  verifyInput,
  waitInput,
  type JournalEntry,
  type RequestFilter,
} from '../../../controls/requests.ts';
import { version } from '../../../version.ts';
import { count, exactOptional, named, noContent, ok, routesOf, text } from '../route.ts';

const route = routesOf('requests', 'The journal has no request with that id');

const headers = v.record(v.string(), v.string());

export const entrySchema = named('JournalEntry', 'A request that the catalog has seen.', {
  id: described(count, 'Grows by one with each request.'),
  at: described(v.pipe(v.string(), v.isoTimestamp()), 'When it arrived, in UTC.'),
  operation: described(
    v.nullable(v.string()),
    'The name of the operation; null if the request calls none.',
  ),
  method: text('The HTTP method.'),
  path: text('The path as it was sent.'),
  query: text('The query as it was sent, without the question mark.'),
  status: described(v.nullable(count), 'The status of the response; null until there is one.'),
  durationMs: described(
    v.nullable(v.number()),
    'Milliseconds from arrival to response; null until the response.',
  ),
  requestHeaders: described(headers, 'The headers as they were sent, with names in lower case.'),
  responseHeaders: exactOptional(
    headers,
    'The headers of the response; absent until there is one.',
  ),
  requestBody: exactOptional(v.string(), 'The body that was sent, as text, truncated at 16 KiB.'),
  requestBytes: exactOptional(count, 'The length of the whole body that was sent, in bytes.'),
  responseBody: exactOptional(
    v.string(),
    'The body of the response, as text, truncated at 16 KiB.',
  ),
  responseBytes: exactOptional(count, 'The length of the whole body of the response, in bytes.'),
  fault: exactOptional(
    v.string(),
    'The id of the fault that hit it; `prefer` if a Prefer header asked for it.',
  ),
  faultText: exactOptional(v.string(), 'The fault in words: `503, next call only`.'),
  happened: exactOptional(v.string(), 'What the operation did, if a fault replaced its answer.'),
  apiKey: described(v.nullable(v.string()), 'The API key that was sent; null without one.'),
  why: exactOptional(
    v.string(),
    'An explanation of the response. Only `GET /__admin/requests/{id}` has it.',
  ),
  catalog: exactOptional(count, 'The number of its catalog, in a stream of all catalogs.'),
});

const entry: JournalEntry = {
  id: 1,
  at: '2026-01-31T12:00:00.000Z',
  operation: 'listPets',
  method: 'GET',
  path: '/v2/pets',
  query: 'limit=2',
  status: 503,
  durationMs: 1.5,
  requestHeaders: { host: '127.0.0.1:4020', 'x-api-key': 'test-key-01' },
  responseHeaders: { 'content-length': '28', 'content-type': 'application/json' },
  responseBody: '{"error":"Back in a minute"}',
  responseBytes: 28,
  fault: 'fault-1',
  faultText: '503 “Back in a minute”, 2 times',
  apiKey: 'test-key-01',
};

export const harSchema = named('Har', 'An HTTP Archive (HAR 1.2).', {
  log: described(
    v.object({
      version: v.literal('1.2'),
      creator: v.object({ name: v.string(), version: v.string() }),
      entries: v.array(v.any()),
    }),
    'The archive (http://www.softwareishard.com/blog/har-12-spec/).',
  ),
});

const requestCountSchema = v.object({ count });

/** Splits the parameters of a query into a filter and the other options of the member. */
function filterWith<T>(options: Input<T>): Input<{ filter: RequestFilter; options: T }> {
  const entries = { ...filterInput.schema.entries, ...options.schema.entries };
  return {
    schema: { ...filterInput.schema, entries },
    check(value) {
      const given = Object.entries(value as object);
      const isOption = ([name]: [string, unknown]) => Object.hasOwn(options.schema.entries, name);
      const filter = Object.fromEntries(given.filter((pair) => !isOption(pair)));
      const others = Object.fromEntries(given.filter(isOption));
      return { filter: filterInput.check(filter), options: options.check(others) };
    },
  };
}

export const requestRoutes = [
  route('requests.list', 'listRequests', {
    summary: 'List the requests in the journal, newest last',
    description: 'A request is listed when it arrives. It has no status until it is answered.',
    query: filterInput,
    success: ok(
      v.object({ requests: v.array(entrySchema), total: count }),
      'The requests that match; `total` ignores `limit`',
      { requests: [entry], total: 1 },
    ),
    run: ({ catalog: { requests }, query }) => ({
      requests: requests.list(query),
      total: requests.count(query),
    }),
  }),
  route('requests.clear', 'clearRequests', {
    summary: 'Clear the journal',
    description: 'The ids of requests do not start again.',
    success: noContent,
  }),
  route('requests.count', 'countRequests', {
    summary: 'Count the requests that match',
    description: 'Counts the requests in the journal.',
    query: filterInput,
    success: ok(requestCountSchema, 'The number of requests', { count: 1 }),
  }),
  route('requests.waitFor', 'waitForRequests', {
    summary: 'Wait until enough requests match',
    description: 'Requests that are in the journal already count, too.',
    query: filterWith(waitInput),
    success: ok(v.object({ requests: v.array(entrySchema) }), 'The requests that match', {
      requests: [entry],
    }),
    failures: {
      408: [
        'The time ran out; the message says what was seen',
        'Expected 1 request (operation createPet) within 2000 ms, but saw 0. ' +
          'No request at all has been seen.',
      ],
    },
  }),
  route('requests.verify', 'verifyRequests', {
    summary: 'Verify how many requests match',
    description:
      'Expects at least one request, exactly `count`, or `atLeast` to `atMost`. It does not wait. A ' +
      'request counts when its whole body has arrived.',
    query: filterWith(verifyInput),
    success: ok(requestCountSchema, 'The number of requests that match', { count: 1 }),
    failures: {
      409: [
        'Too few or too many requests match; the message says what was seen',
        'Expected at least 1 request (operation createPet, body {"name":"Rex"}), but saw 0. ' +
          'The closest that did not match:\n  POST /v2/pets -> 201: body.name is "Max", not "Rex"',
      ],
    },
  }),
  route('requests.get', 'readRequest', {
    summary: 'Get a request with an explanation of its response',
    description:
      'The explanation names a fault, the key, a rule that the request broke, or what happened to the ' +
      'pet in its path.',
    success: ok(entrySchema, 'The entry', {
      ...entry,
      why: 'Your fault answered: 503 “Back in a minute”, 2 times.',
    }),
  }),
  route('requests.replay', 'replayRequest', {
    summary: 'Send a call again',
    description: 'The new call has the same headers, key and body. Faults apply to it.',
    success: ok(entrySchema, 'The new entry', { ...entry, id: 2 }),
    failures: {
      409: [
        'The request called no operation, or the journal does not have its whole body',
        'Cannot replay request 1: it was not a call of an operation',
      ],
    },
  }),
  route('requests.toHar', 'exportRequests', {
    summary: 'Export the matching requests as an HTTP Archive (HAR 1.2)',
    description:
      'Developer tools of browsers can open it. Keys, Authorization and cookies are redacted. Bodies ' +
      'are truncated as in the list.',
    query: filterInput,
    success: {
      ...ok(harSchema, 'The archive', {
        log: {
          version: '1.2',
          creator: { name: 'pet-catalog-mock', version },
          entries: [],
        },
      }),
      headers: { 'content-disposition': 'attachment; filename="requests.har"' },
    },
  }),
  route('GET /events', 'events', {
    summary: 'Stream requests and changes as server-sent events',
    description:
      'Sends `request` with each entry that ends, `waiting` when a call begins to wait, `cleared` when ' +
      'the journal is cleared, and `reset` when the catalog is reset. `pets`, `collection` and `faults` ' +
      'say how many there are after a change, and `state` which scenario and delay: each at most ten ' +
      'times a second. `Last-Event-ID` resumes a stream.',
    success: {
      status: 200,
      meaning: 'A stream of text/event-stream',
      example: `id: 1\nevent: request\ndata: ${JSON.stringify(entry)}\n\n`,
    },
  }),
];
