import type { RequestRecord } from '../catalog/journal.ts';
import { byteLength } from '../contract/byte-length.ts';
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

/** Statuses whose responses have no body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5). */
const isBodiless = (status: number) => status === 204 || status === 205 || status === 304;

/** Adds the length, the type and no caching to each JSON body, and removes the body for `HEAD`. */
function toResponse(result: Result, record: RequestRecord, applied?: string): ServiceResponse {
  const { status, headers, overrides } = result;
  const body = isBodiless(status) ? null : result.body;
  const length = body === null ? 0 : typeof body === 'string' ? byteLength(body) : body.length;
  const all = body === null ? [] : bodyHeaders(length);
  if (status === 205) all.push('content-length', '0');
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
    headers: overrides === undefined ? all : merge(all, overrides),
    body: record.method === 'HEAD' ? null : body,
    record,
  };
}

/** Headers with others over them, in alphabetical order of their names. */
function merge(list: readonly string[], overrides: Readonly<Record<string, string>>): string[] {
  const merged = new Map<string, string>();
  for (let index = 0; index < list.length; index += 2) merged.set(list[index]!, list[index + 1]!);
  for (const [name, value] of Object.entries(overrides)) merged.set(name, value);
  return [...merged].toSorted(([one], [other]) => (one < other ? -1 : 1)).flat();
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
