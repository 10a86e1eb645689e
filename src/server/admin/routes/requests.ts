import * as v from 'valibot';
import { described, type Input } from '../../../contract/input.ts';
import {
  filterInput,
  verifyInput,
  waitInput,
  type JournalEntry,
  type RequestFilter,
} from '../../../controls/requests.ts';
import { count, exactOptional, named, noContent, ok, routesOf, text } from '../route.ts';

const route = routesOf('requests', 'The journal has no request of that id');

const headers = v.record(v.string(), v.string());

export const entrySchema = named('JournalEntry', 'A request that the catalog has seen.', {
  id: described(count, 'Grows by one with each request.'),
  at: described(v.pipe(v.string(), v.isoTimestamp()), 'When it arrived, in UTC.'),
  operation: described(v.nullable(v.string()), 'The operation; null for a request that is none.'),
  method: text('The method.'),
  path: text('The path as it was sent.'),
  query: text('The query as it was sent, without the question mark.'),
  status: described(v.nullable(count), 'The status of the answer; null until there is one.'),
  durationMs: described(
    v.nullable(v.number()),
    'Milliseconds from arrival to answer; null until then.',
  ),
  requestHeaders: described(headers, 'As they were sent, names in lower case.'),
  responseHeaders: exactOptional(headers, 'Those of the answer; absent until there is one.'),
  requestBody: exactOptional(v.string(), 'What was sent, as text, truncated at 16 KiB.'),
  requestBytes: exactOptional(count, 'How long that body was, in bytes.'),
  responseBody: exactOptional(v.string(), 'What was answered, as text, truncated at 16 KiB.'),
  responseBytes: exactOptional(count, 'How long that body was, in bytes.'),
  fault: exactOptional(v.string(), 'The id of its fault; `prefer` when the request asked for it.'),
  faultText: exactOptional(v.string(), 'That fault in words, as it was: `503, next call only`.'),
  happened: exactOptional(v.string(), 'What the operation did, if a fault replaced its answer.'),
  apiKey: described(v.nullable(v.string()), 'The key that was sent; null for none.'),
  why: exactOptional(v.string(), 'Why it got its answer. Only in the answer for one request.'),
  catalog: exactOptional(count, 'In a stream of all catalogs: the number of its own.'),
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

export const harSchema = named('Har', 'An HTTP Archive, version 1.2.', {
  log: described(
    v.object({
      version: v.literal('1.2'),
      creator: v.object({ name: v.string(), version: v.string() }),
      // The HAR specification describes them.
      entries: v.array(v.any()),
    }),
    'The archive (http://www.softwareishard.com/blog/har-12-spec/).',
  ),
});

const requestCountSchema = v.object({ count });

/** A filter, and the other options of the member. */
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
    summary: 'The requests in the journal, newest last',
    description: 'A request is there from its arrival, with no status until it is answered.',
    query: filterInput,
    success: ok(
      v.object({ requests: v.array(entrySchema), total: count }),
      'Those that match; total counts them whatever the limit',
      { requests: [entry], total: 1 },
    ),
    run: ({ catalog: { requests }, query }) => ({
      requests: requests.list(query),
      total: requests.count(query),
    }),
  }),
  route('requests.clear', 'clearRequests', {
    summary: 'Forgets the requests',
    description: 'Empties the journal; ids go on.',
    success: noContent,
  }),
  route('requests.count', 'countRequests', {
    summary: 'How many requests match',
    description: 'Counts those in the journal.',
    query: filterInput,
    success: ok(requestCountSchema, 'The number', { count: 1 }),
  }),
  route('requests.waitFor', 'waitForRequests', {
    summary: 'The matching requests as soon as there are so many',
    description: 'Those that are in the journal count, so that nothing is missed.',
    query: filterWith(waitInput),
    success: ok(v.object({ requests: v.array(entrySchema) }), 'Those that match', {
      requests: [entry],
    }),
    failures: {
      408: [
        'The time is up; the message says what was seen',
        'Expected 1 request (operation createPet) within 2000 ms, but saw 0. ' +
          'No request at all has been seen.',
      ],
    },
  }),
  route('requests.verify', 'verifyRequests', {
    summary: 'Whether as many requests match as are expected',
    description:
      'At least one, `count` exactly, or from `atLeast` to `atMost`. A request counts once all of it ' +
      'has come; nothing is waited for.',
    query: filterWith(verifyInput),
    success: ok(requestCountSchema, 'How many match', { count: 1 }),
    failures: {
      409: [
        'They are too few or too many; the message says what was seen',
        'Expected at least 1 request (operation createPet, body {"name":"Rex"}), but saw 0. ' +
          'The closest that did not match:\n  POST /v2/pets -> 201: body.name is "Max", not "Rex"',
      ],
    },
  }),
  route('requests.get', 'readRequest', {
    summary: 'One request, with why it got its answer',
    description: 'A fault, the key, a rule that it broke, or what became of the pet in its path.',
    success: ok(entrySchema, 'The entry', {
      ...entry,
      why: 'Your fault answered: 503 “Back in a minute”, 2 times.',
    }),
  }),
  route('requests.replay', 'replayRequest', {
    summary: 'Sends a call to its operation again',
    description: 'It has the same headers, key and body. Faults apply to it as to any call.',
    success: ok(entrySchema, 'The new entry', { ...entry, id: 2 }),
    failures: {
      409: [
        'It was not a call of an operation, or the journal does not have its whole body',
        'Cannot replay request 1: it was not a call of an operation',
      ],
    },
  }),
  route('requests.toHar', 'exportRequests', {
    summary: 'The matching requests as an HTTP Archive (HAR 1.2)',
    description:
      'For the developer tools of browsers and other tools. Keys, Authorization and cookies are ' +
      'redacted, and bodies are truncated as in the list.',
    query: filterInput,
    success: {
      ...ok(harSchema, 'The archive', {
        log: {
          version: '1.2',
          creator: { name: 'pet-catalog-mock', version: '1.0.0' },
          entries: [],
        },
      }),
      headers: { 'content-disposition': 'attachment; filename="requests.har"' },
    },
  }),
  route('GET /events', 'events', {
    summary: 'Server-sent events: one for each request that has ended, and what changes',
    description:
      'One `request` event for each entry, with the entry as JSON; `waiting` when one begins to wait, ' +
      '`cleared` when the requests were cleared, `reset` when the catalog was reset. `pets` and `faults` ' +
      'say how many there are, and `state` which scenario and which delay, when those have changed, at ' +
      'most ten times a second each. `Last-Event-ID` resumes where a stream has ended.',
    success: {
      status: 200,
      meaning: 'A stream of text/event-stream',
      example: `id: 1\nevent: request\ndata: ${JSON.stringify(entry)}\n\n`,
    },
  }),
];
