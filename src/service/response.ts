import type { RequestRecord } from '../catalog/journal.ts';
import { errorMessages } from '../contract/error-messages.ts';
import { parseJson } from '../contract/parse-json.ts';
import type { NetworkFault } from '../controls/faults.ts';

export interface ServiceResponse {
  readonly status: number;
  /**
   * Names and values in turn, as `node:http` takes them: lower-case names in alphabetical order, so
   * that every host sends the same bytes.
   */
  readonly headers: readonly string[];
  /** `null` for none, as in `204` or for `HEAD`. */
  readonly body: Body;
  /** What the host does to the connection instead of answering. */
  readonly network?: Exclude<NetworkFault, 'hang'> | undefined;
  /** The body in pieces, each at its time, where the response is to dribble. @internal */
  readonly dribble?: Dribble | undefined;
  readonly record: RequestRecord;
}

/**
 * The bytes of a body, bit by bit. It ends before all have come when the client has gone, which
 * aborts the signal.
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

/** Stands for no answer, because the client has gone. */
export const gone: Result = { status: 0, body: null };

/** Every error has one shape (docs/service.md, Resources). */
export function errorResult(status: number, error: string, headers?: Result['headers']): Result {
  return { status, body: JSON.stringify({ error }), headers };
}

/** The response to a call that was in flight when its catalog was reset. */
export const cancelled = errorResult(503, errorMessages.cutOff);

/** Says what an operation did whose answer is lost: `createPet created "rex"`. */
export function whatHappened(operation: string, { status, body }: Result): string {
  const made = status === 201 && typeof body === 'string' ? parseJson(body) : undefined;
  const { id } = (made ?? {}) as { id?: unknown };
  return id === undefined
    ? `${operation} answered ${status}`
    : `${operation} created ${JSON.stringify(id)}`;
}
