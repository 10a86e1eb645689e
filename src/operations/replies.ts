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
  const all = body === null ? [] : bodyHeaders(body);
  // In alphabetical order, whatever there is.
  if (headers !== undefined || applied !== undefined) {
    const challenge = headers?.['www-authenticate'];
    if (headers?.allow !== undefined) all.unshift('allow', headers.allow);
    if (headers?.location !== undefined) all.push('location', headers.location);
    if (applied !== undefined) all.push('preference-applied', applied);
    if (challenge !== undefined) all.push('www-authenticate', challenge);
  }
  return { status, headers: all, body: record.method === 'HEAD' ? null : body, record };
}

function bodyHeaders(body: string | BodyPieces): string[] {
  const length = typeof body === 'string' ? byteLength(body) : body.length;
  return [
    'cache-control',
    'no-store',
    'content-length',
    String(length),
    'content-type',
    'application/json',
  ];
}
