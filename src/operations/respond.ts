import type { RequestRecord } from '../catalog/journal.ts';
import { byteLength } from '../catalog/truncate.ts';
import type { Context } from './request.ts';
import type { Result, ServiceResponse } from './response.ts';

/** @param applied The value of `Preference-Applied`. */
export function respond(
  { catalog, record }: Pick<Context, 'catalog' | 'record'>,
  result: Result,
  applied?: string,
): ServiceResponse {
  const response = toResponse(result, record, applied);
  record.responseHeaders = response.headers;
  if (response.body !== null) record.responseBody = beginningOf(response.body);
  catalog.journal.end(record, response.status);
  return response;
}

/** Ends a request without a response; the host closes the connection. */
export function dropConnection(
  { catalog, record }: Context,
  network: ServiceResponse['network'] = 'empty',
): ServiceResponse {
  catalog.journal.end(record, null);
  return { status: 503, headers: [], body: null, network, record };
}

/** Adds the length, the type and no caching to each JSON body, and removes the body for `HEAD`. */
function toResponse(
  { status, body, headers }: Result,
  record: RequestRecord,
  applied?: string,
): ServiceResponse {
  const length = body === null ? 0 : typeof body === 'string' ? byteLength(body) : body.length;
  const all = body === null ? [] : bodyHeaders(length);
  // In alphabetical order, whichever there are.
  if (headers !== undefined || applied !== undefined) {
    const challenge = headers?.['www-authenticate'];
    if (headers?.allow !== undefined) all.unshift('allow', headers.allow);
    if (headers?.location !== undefined) all.push('location', headers.location);
    if (applied !== undefined) all.push('preference-applied', applied);
    if (challenge !== undefined) all.push('www-authenticate', challenge);
  }
  if (body !== null && record.method !== 'HEAD') record.responseBytes = length;
  return {
    status,
    headers: all,
    body: record.method === 'HEAD' ? null : body,
    record,
  };
}

function bodyHeaders(length: number): string[] {
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
