import type { RequestRecord } from '../catalog/record.ts';
import type { Operation } from '../operations/define-operation.ts';

/**
 * A request, as every host can describe it. It is not a `Request` of fetch, which costs more than the rest
 * of an operation.
 */
export interface ServiceRequest {
  readonly method: string;
  /** The path as it was sent, escapes and all, without the query. */
  readonly path: string;
  /** The path below which the host is mounted. */
  readonly mount?: string | undefined;
  /** The origin of its URL; `undefined` if only the `Host` header says it. */
  readonly origin?: string | undefined;
  /** The query as it was sent, without the question mark; `''` without a query. */
  readonly query: string;
  /** The headers that the service reads, by lower-case name. Repeated headers are joined by a comma. */
  readonly headers: ServiceHeaders;
  /** All headers, names and values in turn, for the journal. */
  readonly rawHeaders: readonly string[];
  /**
   * Reads the body, to the end or until it is longer than `limit` bytes.
   *
   * @returns The bytes; `undefined` when there are more.
   * @throws Any error, when the client has gone before the end.
   */
  readBody(limit: number): Promise<Uint8Array | undefined>;
  /** Returns a signal that aborts when the client goes. Only calls that wait ask for it. */
  signal?(): AbortSignal;
  /** Whether the client has gone, if the host knows it without a signal. */
  isGone?(): boolean;
  /** The record in the journal, if the host has begun one. */
  readonly record?: RequestRecord | undefined;
}

export interface ServiceHeaders {
  /** The header that `isolate` may name. */
  readonly [name: string]: string | string[] | undefined;
  readonly 'x-api-key'?: string | string[] | undefined;
  readonly 'content-type'?: string | undefined;
  readonly 'content-encoding'?: string | undefined;
  readonly 'content-length'?: string | undefined;
  readonly prefer?: string | string[] | undefined;
}

/** A path with its operations, and the values of its parameters. */
export interface Route {
  readonly resource: Resource;
  /** The values as they were sent, not decoded, in the order of the path. */
  readonly values: readonly string[];
}

export interface Resource {
  /** By method. `HEAD` is there if `GET` is (RFC 9110, section 9.3.2). */
  readonly operations: Readonly<Record<string, RoutedOperation>>;
  /** The `Allow` header (RFC 9110, section 10.2.1). */
  readonly allow: string;
}

export interface RoutedOperation {
  readonly operation: Operation;
  /** The names of the parameters, in the order of the path. */
  readonly params: readonly string[];
}
