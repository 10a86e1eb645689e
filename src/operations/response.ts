import { byteLength } from '../catalog/truncate.ts';
import type { RequestRecord } from '../catalog/journal.ts';
import type { PetRecord } from '../catalog/store.ts';
import type { NetworkFault } from '../contract/control.ts';

/** A long body, made while it is sent. */
export interface ChunkedBody {
  /** In bytes of UTF-8. */
  readonly length: number;
  [Symbol.iterator](): Iterator<string>;
}

/** The answer to a request. */
export interface ServiceResponse {
  readonly status: number;
  /**
   * Names and values in turn, as `node:http` takes them: lower-case names in alphabetical order, so
   * that every host sends the same bytes.
   */
  readonly headers: readonly string[];
  /** `null` for none, as in `204` or for `HEAD`. */
  readonly body: string | ChunkedBody | null;
  /** What Node may write the body in: `latin1`, which is the faster, when all of it is ASCII. */
  readonly encoding: 'latin1' | 'utf8';
  /** What the host does to the connection instead of answering. */
  readonly network?: Exclude<NetworkFault, 'hang'> | undefined;
  readonly record: RequestRecord;
}

/** What an operation answers, before it is known whom. */
export interface Result {
  readonly status: number;
  readonly body: string | ChunkedBody | null;
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
export function errorResult(status: number, error: string, headers?: ExtraHeaders): Result {
  return { status, body: JSON.stringify({ error }), headers };
}

/**
 * Makes an answer complete: length, type and no caching for each JSON body, and none for `HEAD`.
 *
 * @param applied The value of `Preference-Applied`.
 */
export function complete(
  { status, body, headers }: Result,
  record: RequestRecord,
  applied?: string,
): ServiceResponse {
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
