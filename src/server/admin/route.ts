import type { GenericSchema } from 'valibot';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Input } from '../../contract/input.ts';
import type { ChunkedBody } from '../../operations/response.ts';
import type { Service } from '../../operations/service.ts';
import type { Change } from './turns.ts';

export interface Call<Query, Body> {
  catalog: Catalog;
  service: Service;
  /** When the server started, in milliseconds since 1970. */
  startedAt: number;
  /** The path below which the app is mounted; `''` where it is not. */
  mount: string;
  /** The last part of the path, where the route has one. */
  id: string;
  query: Query;
  body: Body;
  /** Aborts when the client has gone, or the server closes. */
  signal: AbortSignal;
  /** Changes the catalog, or all catalogs where the request brings no key, after earlier changes. */
  change(begin: Change): Promise<void>;
}

/** One row of the table of routes. */
export interface AdminRoute<Query = unknown, Body = unknown, Value = unknown> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  operationId: string;
  /** Needs no token. */
  isOpen?: true;
  /** Changes what one catalog answers: where each key has its own, it must bring one. */
  needsKey?: true;
  query?: Input<Query>;
  body?: Input<Body>;
  /** A body may be left out: it is then an empty object. */
  isBodyOptional?: true;
  /** The success: its status and, unless it is 204, the shape of its body in JSON. */
  success: {
    status: 200 | 201 | 204;
    schema?: GenericSchema<unknown, Value>;
    headers?: Readonly<Record<string, string>>;
  };
  /** Other statuses than 400, 401, 403 that it may answer, with why. */
  failures?: Readonly<Record<number, string>>;
  /** What is answered: JSON, at once or streamed. Absent for the event stream, which is no single response. */
  run?(call: Call<Query, Body>): Value | ChunkedBody | Promise<Value | ChunkedBody>;
}

/** A refusal by the control plane itself, not by a member that it calls. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(status: number, message: string, headers?: Readonly<Record<string, string>>) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}
