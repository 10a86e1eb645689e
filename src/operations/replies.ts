import type { RequestRecord } from '../catalog/journal.ts';
import { byteLength } from './bytes.ts';
import type { BodyPieces, Reply } from './request.ts';

/** What an operation answers, before it is known whom. */
export interface Answer {
  readonly status: number;
  readonly body: string | BodyPieces | null;
  readonly headers?: ExtraHeaders | undefined;
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
  // In alphabetical order, whatever there is.
  const all: string[] = headers?.allow === undefined ? [] : ['allow', headers.allow];
  if (body !== null) {
    const length = typeof body === 'string' ? byteLength(body) : body.length;
    all.push('cache-control', 'no-store', 'content-length', String(length));
    all.push('content-type', 'application/json');
  }
  if (headers?.location !== undefined) all.push('location', headers.location);
  if (applied !== undefined) all.push('preference-applied', applied);
  const challenge = headers?.['www-authenticate'];
  if (challenge !== undefined) all.push('www-authenticate', challenge);
  return { status, headers: all, body: record.method === 'HEAD' ? null : body, record };
}
