import type { Catalog } from '../catalog/catalog.ts';
import type { RequestRecord } from '../catalog/journal.ts';
import { complete, type Answer } from './replies.ts';
import type { Reply, ServiceRequest } from './request.ts';

/** A request on its way through the service. */
export interface Visit {
  readonly request: ServiceRequest;
  readonly catalog: Catalog;
  readonly record: RequestRecord;
}

/**
 * Ends a visit with an answer, and notes it in the journal.
 *
 * @param applied The value of `Preference-Applied`.
 */
export function end({ catalog, record }: Visit, answer: Answer, applied?: string): Reply {
  const reply = complete(answer, record, applied);
  record.responseHeaders = reply.headers;
  if (reply.body !== null) record.responseBody = answer.pet ?? beginning(reply.body);
  catalog.journal.end(record, reply.status);
  return reply;
}

/** Ends a visit without one: there is nobody to answer, or nothing. The connection is closed. */
export function vanish({ catalog, record }: Visit, network: Reply['network'] = 'empty'): Reply {
  catalog.journal.end(record, null);
  return { status: 503, headers: [], body: null, encoding: 'utf8', network, record };
}

/** As much of a body as the journal could keep. */
function beginning(body: NonNullable<Reply['body']>): string {
  if (typeof body === 'string') return body;
  for (const text of body) return text;
  return '';
}
