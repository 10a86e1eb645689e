import type { Dialect } from '../contract/dialect.ts';
import type { FixturePet } from '../contract/pet.ts';
import { createService, type Service } from '../operations/service.ts';
import type { ServiceHeaders } from '../operations/request.ts';
import { toAnswer, type ServiceAnswer } from './answer.ts';
import type { SentRequest } from './send.ts';

/** The mock beside a service: it holds the same pets, and knows the same key. */
export interface Mock {
  ask(request: SentRequest): Promise<ServiceAnswer>;
  /** What was created is gone. */
  reset(): void;
}

/**
 * @param basePath What the paths of the requests begin with.
 * @param pets In the order of the service's list.
 */
export function createMock(
  basePath: string,
  pets: readonly FixturePet[],
  apiKey: string | undefined,
  dialect: Dialect | undefined,
): Mock {
  const service = createService({
    baseUrl: basePath,
    // As they are created, so that it lists them as the service does.
    fixtures: dialect?.order === 'newest' ? pets.toReversed() : pets,
    journalSize: 0,
    dialect,
    ...(apiKey !== undefined && { apiKeys: [apiKey] }),
  });
  return {
    ask: (request) => ask(service, request),
    reset: () => service.catalogs.common.reset(),
  };
}

async function ask(service: Service, request: SentRequest): Promise<ServiceAnswer> {
  const [path, query = ''] = splitAt(request.path, '?');
  const route = service.matchRoute(path);
  if (!route) {
    const body = new TextEncoder().encode('{"error":"Not found"}');
    return toAnswer(404, { 'content-type': 'application/json; charset=utf-8' }, body);
  }
  const { body } = request;
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const response = await service.handle(
    {
      method: request.method,
      path,
      query,
      headers: toHeaders(request.headers, bytes?.byteLength),
      rawHeaders: [],
      readBody: async (limit) => ((bytes?.byteLength ?? 0) > limit ? undefined : (bytes ?? none)),
    },
    route,
  );
  const sent = response.body === null ? '' : [...asChunks(response.body)].join('');
  return toAnswer(response.status, toRecord(response.headers), new TextEncoder().encode(sent));
}

const none = new Uint8Array();

/** Trimmed, as HTTP does (RFC 9110, section 5.5). */
function toHeaders(sent: SentRequest['headers'], length: number | undefined): ServiceHeaders {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(sent)) {
    headers[name.toLowerCase()] = value.replaceAll(/^[\t ]+|[\t ]+$/g, '');
  }
  if (length !== undefined) headers['content-length'] = String(length);
  return headers;
}

function toRecord(headers: readonly string[]): Record<string, string> {
  const record: Record<string, string> = {};
  for (let at = 0; at < headers.length; at += 2) record[headers[at]!] = headers[at + 1]!;
  return record;
}

const asChunks = (body: string | Iterable<string>) => (typeof body === 'string' ? [body] : body);

function splitAt(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
