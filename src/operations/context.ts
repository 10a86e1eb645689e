import type { Catalog } from '../catalog/catalog.ts';
import type { RequestRecord } from '../catalog/journal.ts';
import { complete, type Result } from './response.ts';
import type { ServiceRequest } from './request.ts';
import type { ServiceResponse } from './response.ts';

/** A request on its way through the service. */
export interface Context {
  readonly request: ServiceRequest;
  readonly catalog: Catalog;
  readonly record: RequestRecord;
}

/**
 * Responds to a request, and notes that in the journal.
 *
 * @param applied The value of `Preference-Applied`.
 */
export function end(
  { catalog, record }: Context,
  answer: Result,
  applied?: string,
): ServiceResponse {
  const response = complete(answer, record, applied);
  record.responseHeaders = response.headers;
  if (response.body !== null) record.responseBody = answer.pet ?? beginning(response.body);
  catalog.journal.end(record, response.status);
  return response;
}

/** Ends a request without a response; the host closes the connection. */
export function dropConnection(
  { catalog, record }: Context,
  network: ServiceResponse['network'] = 'empty',
): ServiceResponse {
  catalog.journal.end(record, null);
  return { status: 503, headers: [], body: null, encoding: 'utf8', network, record };
}

/** As much of a body as the journal could keep. */
function beginning(body: NonNullable<ServiceResponse['body']>): string {
  if (typeof body === 'string') return body;
  for (const text of body) return text;
  return '';
}
