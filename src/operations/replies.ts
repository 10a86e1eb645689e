import type { RequestRecord } from '../catalog/journal.ts';
import { byteLength } from './bytes.ts';
import type { BodyPieces, Reply } from './request.ts';

/** What an operation answers, before it is known whom. */
export interface Answer {
  readonly status: number;
  readonly body: string | BodyPieces | null;
  /** Headers besides those that every answer of its kind carries; names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Every error has one shape (service document, section 2). */
export function problem(
  status: number,
  error: string,
  headers?: Readonly<Record<string, string>>,
): Answer {
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
  const { allow, location, 'www-authenticate': authenticate } = headers ?? {};
  // In alphabetical order, whatever there is.
  const all: Record<string, string> = {};
  if (allow !== undefined) all['allow'] = allow;
  if (body !== null) {
    all['cache-control'] = 'no-store';
    all['content-length'] = String(typeof body === 'string' ? byteLength(body) : body.length);
    all['content-type'] = 'application/json';
  }
  if (location !== undefined) all['location'] = location;
  if (applied !== undefined) all['preference-applied'] = applied;
  if (authenticate !== undefined) all['www-authenticate'] = authenticate;
  return { status, headers: all, body: record.method === 'HEAD' ? null : body, record };
}
