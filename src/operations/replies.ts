import { byteLength } from '../catalog/bytes.ts';
import type { RequestRecord } from '../catalog/journal.ts';
import type { PetRecord } from '../catalog/store.ts';
import type { BodyPieces, Reply } from './request.ts';

/** What an operation answers, before it is known whom. */
export interface Answer {
  readonly status: number;
  readonly body: string | BodyPieces | null;
  readonly headers?: ExtraHeaders | undefined;
  /** The pet that the body is the JSON of. */
  readonly pet?: PetRecord;
}

/** Headers besides those that every answer of its kind carries. */
export interface ExtraHeaders {
  readonly allow?: string;
  readonly location?: string;
  readonly 'www-authenticate'?: string;
}

/** Every error has one shape (service document, section 2). */
export function problem(status: number, error: string, headers?: ExtraHeaders): Answer {
  return { status, body: JSON.stringify({ error }), headers };
}

/**
 * Makes an answer complete: length, type and no caching for each JSON body, and none for `HEAD`.
 *
 * @param applied The value of `Preference-Applied`.
 */
export function complete(
  { status, body, headers }: Answer,
  record: RequestRecord,
  applied?: string,
): Reply {
  const length = body === null ? 0 : typeof body === 'string' ? byteLength(body) : body.length;
  const all = body === null ? [] : bodyHeaders(length);
  // In alphabetical order, whatever there is.
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
    encoding: typeof body === 'string' && length === body.length ? 'latin1' : 'utf8',
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
