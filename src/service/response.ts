import type { RequestRecord } from '../catalog/record.ts';
import { errorMessages } from '../contract/error-messages.ts';
import { parseJson } from '../contract/values.ts';
import type { NetworkFault } from '../controls/faults.ts';
import { byteLength } from '../contract/text.ts';
import type { Arrived } from './call.ts';
import { withHeader } from '../contract/http.ts';
import { show } from '../contract/errors.ts';

export interface ServiceResponse {
  readonly status: number;
  /**
   * Names and values in turn, as `node:http` takes them: lower-case names in alphabetical order, so
   * that every host sends the same bytes.
   */
  readonly headers: readonly string[];
  /** `null` for none, as in `204` or for `HEAD`. */
  readonly body: Body;
  /** The network fault that the host carries out instead of answering. */
  readonly network?: Exclude<NetworkFault, 'hang'> | undefined;
  /** The body in pieces, if the response dribbles. @internal */
  readonly dribble?: Dribble | undefined;
  readonly record: RequestRecord;
}

/**
 * The bytes of a body in small pieces. It ends early when the signal aborts, because the client has gone.
 *
 * @throws Error when the catalog is reset meanwhile.
 * @internal TypeScript before 5.7 does not know its type.
 */
export type Dribble = (gone: AbortSignal) => AsyncIterableIterator<Uint8Array<ArrayBuffer>>;

/** Statuses whose responses have no body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5). */
export const isBodiless = (status: number) => status === 204 || status === 205 || status === 304;

/** Text, or bytes; `null` for no body. */
export type Body = string | Uint8Array | null;

/** A value, or a promise if something has to be waited for. */
export type MaybeLater<T> = T | Promise<T>;

/** The result of a step that ends a call. */
export interface Result {
  readonly status: number;
  readonly body: Body;
  /** By lower-case names; a list is sent as several headers. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined;
}

/** No answer, because the client has gone. */
export const gone: Result = { status: 0, body: null };

/** Every error has one shape (docs/service.md, Resources). */
export function errorResult(status: number, error: string, headers?: Result['headers']): Result {
  return { status, body: JSON.stringify({ error }), headers };
}

/** The response to a call that was in flight when its catalog was reset. */
export const cancelled = errorResult(503, errorMessages.cutOff);

/** Says what an operation did if its answer is lost: `createPet created "rex"`. */
export function whatHappened(operation: string, { status, body }: Result): string {
  const made = status === 201 && typeof body === 'string' ? parseJson(body) : undefined;
  const { id } = (made ?? {}) as { id?: unknown };
  return id === undefined
    ? `${operation} answered ${status}`
    : `${operation} created ${JSON.stringify(id)}`;
}

/** Makes the response of a call, and writes it to the journal. */
export function respond(
  call: Pick<Arrived, 'catalog' | 'record'>,
  result: Result,
  applied?: string,
): ServiceResponse {
  if (result === gone) return withoutResponse(call);
  const { catalog, record } = call;
  const { status } = result;
  const body = isBodiless(status) ? null : result.body;
  const length = typeof body === 'string' ? byteLength(body) : (body?.byteLength ?? 0);
  let headers: string[];
  if (body !== null)
    headers = [
      'cache-control',
      'no-store',
      'content-length',
      String(length),
      'content-type',
      'application/json',
    ];
  else headers = isBodiless(status) && status !== 205 ? [] : ['content-length', '0'];
  for (const name in result.headers) headers = withHeader(headers, name, result.headers[name]!);
  if (applied !== undefined) headers = withHeader(headers, 'preference-applied', applied);
  record.responseHeaders = headers;
  const sent = record.method === 'HEAD' ? null : body;
  if (sent !== null) {
    record.responseBytes = length;
    record.responseBody = typeof sent === 'string' ? sent : decode(sent);
  }
  catalog.journal.end(record, status);
  return { status, headers, body: sent, record };
}

/** Returns `undefined` for bytes that are not text in UTF-8. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Ends a request without a response; the host closes the connection. */
export function withoutResponse(
  { catalog, record }: Pick<Arrived, 'catalog' | 'record'>,
  network: ServiceResponse['network'] = 'empty',
): ServiceResponse {
  catalog.journal.end(record, null);
  return { status: 503, headers: [], body: null, network, record };
}

/** The kinds of objects that JSON can show even if they are empty. */
const plain = /^\[object (?:Object|Array|String|Number|Boolean|Module|Arguments)\]$/;

/** @throws TypeError if a value is not JSON, even if `JSON.stringify` would turn it into `{}`. */
export function jsonOfBody(body: unknown): string {
  const text = JSON.stringify(body, refuseOdd);
  if (text === undefined) throw new TypeError(`its "body" must be a JSON value, not ${show(body)}`);
  return text;
}

/** A replacer of `JSON.stringify`. `this` has the value before its `toJSON`. */
function refuseOdd(this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
  const given = this[name];
  const isStream = typeof (given as { pipe?: unknown } | null | undefined)?.pipe === 'function';
  const kind = isStream ? 'a stream' : Object.prototype.toString.call(given);
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  if (!isStream && !ArrayBuffer.isView(given) && (!isEmpty || plain.test(kind))) return value;
  throw new TypeError(`its "body" must be a JSON value, not ${kind}`);
}
