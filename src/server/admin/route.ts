import type { GenericSchema } from 'valibot';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Input } from '../../contract/input.ts';
import type { ChunkedBody } from '../../operations/response.ts';
import type { Service } from '../../operations/service.ts';

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
  /** As it was sent: the member of the catalog checks it, in its dialect. */
  body: Body;
  /** Aborts when the client has gone, or the server closes. */
  signal: AbortSignal;
  /** The catalog; all catalogs where the request brings no key. */
  catalogs: readonly Catalog[];
}

export type Tag = 'server' | 'state' | 'requests' | 'faults';

/** One row of the table of routes, with what its OpenAPI document and the MCP tools say of it. */
export interface AdminRoute<Query = unknown, Body = unknown, Value = unknown> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  operationId: string;
  tag: Tag;
  summary: string;
  description: string;
  /** Needs no token. */
  isOpen?: true;
  /** A change that may come without a key where each key has a catalog of its own. */
  isForAll?: true;
  query?: Input<Query>;
  body?: Input<Body> & { readonly examples: Readonly<Record<string, NoInfer<Body>>> };
  /** A body may be left out. */
  isBodyOptional?: true;
  success: Success<Value>;
  /** Other statuses than 400, 401, 403 that it may answer, with why, and a message where that is another. */
  failures?: Readonly<Record<number, readonly [why: string, message?: string]>>;
  /** What is answered: JSON, at once or streamed. Absent for the event stream, which is no single response. */
  run?(call: Call<Query, Body>): Value | ChunkedBody | Promise<Value | ChunkedBody>;
}

interface Success<Value> {
  status: 200 | 201 | 204;
  meaning: string;
  /** The shape of its body in JSON. */
  schema?: GenericSchema<unknown, Value>;
  example?: NoInfer<Value>;
  headers?: Readonly<Record<string, string>>;
}

/** A success with a body, of which the document has an example. */
const withBody =
  <Status extends 200 | 201>(status: Status) =>
  <T>(schema: GenericSchema<unknown, T>, meaning: string, example: NoInfer<T>) => ({
    status,
    schema,
    meaning,
    example,
  });
export const ok = withBody(200);
export const created = withBody(201);
export const noContent = { status: 204, meaning: 'It is done' } as const;

/** Gives what makes the routes of a tag. */
export const routesOf =
  (tag: Tag) =>
  <Query, Body, Value>(
    line: `${AdminRoute['method']} ${string}`,
    operationId: string,
    details: Omit<AdminRoute<Query, Body, Value>, 'method' | 'path' | 'operationId' | 'tag'>,
  ): AdminRoute => {
    const [method, path] = line.split(' ') as [AdminRoute['method'], string];
    return { method, path, operationId, tag, ...details };
  };

export function refuse(status: number, message: string): never {
  throw new AdminError(status, message);
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
