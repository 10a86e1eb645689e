import * as v from 'valibot';
import { delaySchema, faultEntries, faultIdSchema } from '../../contract/faults.ts';
import { described, optional } from '../../contract/input.ts';
import { petSchema } from '../../contract/pet.ts';

// A test holds each shape to the public type of the same name.

const text = (description: string) => described(v.string(), description);
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const headers = v.record(v.string(), v.string());
const currentScenario = described(
  v.nullable(v.string()),
  'The scenario that was chosen last, or that of the start; null for none.',
);

export const healthSchema = v.object({
  status: v.literal('ok'),
  version: v.string(),
  uptime: described(v.number(), 'Seconds since the start'),
  pets: count,
});

export const catalogStateSchema = v.object({
  scenario: currentScenario,
  isChanged: described(
    v.boolean(),
    'Whether its faults or its delay are others since, or it was seeded; false without a scenario.',
  ),
  delay: delaySchema,
});

export const infoSchema = v.object({
  version: v.string(),
  basePath: v.string(),
  isolate: v.union([v.boolean(), v.string()]),
  keysRequired: v.boolean(),
  operations: described(
    v.array(
      v.object({ name: v.string(), method: v.string(), path: v.string(), summary: v.string() }),
    ),
    "Those of the service, and its users' own; `summary` is empty where there is none.",
  ),
  maxPets: count,
  seed: count,
  catalog: described(count, 'The number of the catalog that the request acts on; 0 without a key.'),
  ...catalogStateSchema.entries,
});

export const petPageSchema = v.object({ pets: v.array(petSchema), total: count });

export const entrySchema = v.pipe(
  v.object({
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
    requestHeaders: described(
      headers,
      'The headers that were sent, names in lower case, secrets redacted.',
    ),
    responseHeaders: v.exactOptional(
      described(headers, 'The headers of the answer; absent until there is one.'),
    ),
    requestBody: v.exactOptional(text('The body that was sent, as text, truncated at 16 KiB.')),
    requestBytes: v.exactOptional(described(count, 'How long that body was, in bytes.')),
    responseBody: v.exactOptional(text('The body of the answer, as text, truncated at 16 KiB.')),
    responseBytes: v.exactOptional(described(count, 'How long that body was, in bytes.')),
    fault: v.exactOptional(
      text('The id of the fault that hit it, or `prefer` when the request asked for it.'),
    ),
    faultText: v.exactOptional(text('That fault in words, as it was: `503, once`.')),
    apiKey: described(v.nullable(v.string()), 'The key, redacted; null when none was sent.'),
    catalog: v.exactOptional(
      described(count, 'In a stream of all catalogs: the number of its own.'),
    ),
  }),
  v.title('JournalEntry'),
  v.description('A request that the catalog has seen.'),
);

const harPairs = v.array(v.object({ name: v.string(), value: v.string() }));
const harBytes = described(
  v.pipe(v.number(), v.integer(), v.minValue(-1)),
  'Bytes; -1 where they are not known.',
);
const harComment = v.exactOptional(text('What else there is to say.'));

export const harSchema = v.pipe(
  v.object({
    log: described(
      v.object({
        version: v.literal('1.2'),
        creator: v.object({ name: v.string(), version: v.string() }),
        entries: v.array(
          v.object({
            startedDateTime: v.pipe(v.string(), v.isoTimestamp()),
            time: v.number(),
            request: v.object({
              method: v.string(),
              url: v.string(),
              httpVersion: v.string(),
              cookies: harPairs,
              headers: harPairs,
              queryString: harPairs,
              postData: v.exactOptional(
                v.object({ mimeType: v.string(), text: v.string(), comment: harComment }),
              ),
              headersSize: harBytes,
              bodySize: harBytes,
            }),
            response: v.object({
              status: count,
              statusText: v.string(),
              httpVersion: v.string(),
              cookies: harPairs,
              headers: harPairs,
              content: v.object({
                size: harBytes,
                mimeType: v.string(),
                text: v.exactOptional(v.string()),
                comment: harComment,
              }),
              redirectURL: v.string(),
              headersSize: harBytes,
              bodySize: harBytes,
              _error: v.exactOptional(text('Why there is no response.')),
            }),
            cache: v.object({}),
            timings: v.object({ send: v.number(), wait: v.number(), receive: v.number() }),
            comment: harComment,
            _fault: v.exactOptional(text('The id of the fault that hit it, or `prefer`.')),
          }),
        ),
      }),
      'The archive.',
    ),
  }),
  v.title('Har'),
  v.description('An HTTP Archive, version 1.2.'),
);

export const requestsSchema = v.object({ requests: v.array(entrySchema) });
export const requestPageSchema = v.object({ requests: v.array(entrySchema), total: count });
export const requestCountSchema = v.object({ count });
export const petCountSchema = v.object({ pets: count });

export const scenarioSummarySchema = v.pipe(
  v.object({
    name: text('What `use` takes.'),
    description: text('A sentence for the people who choose it; empty where it has none.'),
  }),
  v.title('ScenarioSummary'),
  v.description('A named starting point.'),
);
export const scenariosSchema = v.object({
  scenarios: v.array(scenarioSummarySchema),
  current: currentScenario,
});

export const activeFaultSchema = v.pipe(
  v.object({
    ...faultEntries,
    id: faultIdSchema,
    hits: described(count, 'How many calls it has hit.'),
    remaining: optional(count, 'How many more it will hit, where it has `times`.'),
  }),
  v.title('ActiveFault'),
  v.description('A fault as the catalog lists it.'),
);

export const faultsSchema = v.object({ faults: v.array(activeFaultSchema) });

export const catalogSummarySchema = v.pipe(
  v.object({
    number: described(count, 'Its own, where redacted keys look the same.'),
    apiKey: text('Its key, redacted.'),
    pets: described(count, 'How many pets it holds.'),
    requests: described(count, 'How many requests its journal holds.'),
    faults: described(count, 'How many faults are active.'),
  }),
  v.title('CatalogSummary'),
  v.description('A catalog in memory.'),
);

export const catalogsSchema = v.object({ catalogs: v.array(catalogSummarySchema) });
export const documentSchema = v.looseObject({ openapi: v.string() });
