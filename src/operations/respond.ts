import type { RequestRecord } from '../catalog/journal.ts';
import { byteLength } from '../contract/byte-length.ts';
import type { Context } from './request.ts';
import { withHeader } from './headers.ts';
import { gone, isBodiless, type Result, type ServiceResponse } from './response.ts';

export function respond(
  context: Pick<Context, 'catalog' | 'record'>,
  result: Result,
  applied?: string,
): ServiceResponse {
  if (result === gone) return dropConnection(context);
  const { catalog, record } = context;
  const response = toResponse(result, record, applied);
  record.responseHeaders = response.headers;
  if (response.body !== null) record.responseBody = beginningOf(response.body);
  catalog.journal.end(record, response.status);
  return response;
}

/** Ends a request without a response; the host closes the connection. */
export function dropConnection(
  { catalog, record }: Pick<Context, 'catalog' | 'record'>,
  network: ServiceResponse['network'] = 'empty',
): ServiceResponse {
  catalog.journal.end(record, null);
  return { status: 503, headers: [], body: null, network, record };
}

/** Adds the length, the type and no caching to each body, and removes the body for `HEAD`. */
function toResponse(result: Result, record: RequestRecord, applied?: string): ServiceResponse {
  const { status, headers } = result;
  const body = isBodiless(status) ? null : result.body;
  const length = body === null ? 0 : typeof body === 'string' ? byteLength(body) : body.length;
  const hasLength = !isBodiless(status) || status === 205;
  let all = hasLength ? bodyHeaders(length, body) : [];
  for (const name in headers) all = withHeader(all, name, headers[name]!);
  if (applied !== undefined) all = withHeader(all, 'preference-applied', applied);
  const isHead = record.method === 'HEAD';
  if (body !== null && !isHead) record.responseBytes = length;
  return { status, headers: all, body: isHead ? null : body, record };
}

function bodyHeaders(length: number, body: Result['body']): string[] {
  if (body === null) return ['content-length', '0'];
  return [
    'cache-control',
    'no-store',
    'content-length',
    String(length),
    'content-type',
    'application/json',
  ];
}

/** As much of a body as the journal could keep. */
function beginningOf(body: NonNullable<ServiceResponse['body']>): string {
  if (typeof body === 'string') return body;
  for (const text of body) return text;
  return '';
}
