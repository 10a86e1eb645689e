import type { OperationDescription } from '../contract/operation.ts';
import type { StandardSchema } from '../contract/standard-schema.ts';
import type { Pets } from '../catalog/pets.ts';

/** An operation of the service: what it says of itself, and what it does. */
export interface OperationDefinition<
  Name extends string = string,
  Path extends string = string,
  Query = unknown,
  Body = unknown,
> extends OperationDescription<Name, Path> {
  readonly query?: StandardSchema<Query> | undefined;
  readonly body?: StandardSchema<Body> | undefined;
  /**
   * Answers one request, at once or later. What it throws is answered with 500 and a message that names
   * the operation, and logged. It has no state of its own: what it stores lies in `pets`, so that reset,
   * snapshot and isolation hold for it.
   */
  run(context: OperationContext<Path, Query, Body>): OperationResponse | Promise<OperationResponse>;
}

/** Any operation, whatever it takes. */
export type Operation = OperationDefinition;

/** What an operation is given of one request. */
export interface OperationContext<Path extends string = string, Query = unknown, Body = unknown> {
  /** Those of the path, decoded. */
  readonly params: Readonly<Record<ParamsOf<Path>, string>>;
  /** What the schema makes of the query; `URLSearchParams` without one. */
  readonly query: Query;
  /** What the schema makes of the JSON body; `undefined` without one. */
  readonly body: Body;
  readonly headers: Headers;
  /** The API key, without white space around it; `undefined` where `isOpen` and none was sent. */
  readonly apiKey: string | undefined;
  /** The path that was asked for, as it was sent, without a slash at its end: `/v2/pets`. */
  readonly path: string;
  /** The pets of the catalog; with `isolate`, of the caller's. After a reset of the catalog they throw. */
  readonly pets: Pets;
  /**
   * A failure in the service's own shape: `{"error": message}`, with a status from 400 to 599. It is to be
   * returned, or thrown: a run that answers with something else afterwards is a 500 that says so.
   */
  fail(status: number, message: string): OperationResponse;
}

/** What an operation answers. */
export interface OperationResponse {
  /** 200 to 599. */
  readonly status: number;
  /** A JSON value, or text where `headers` have a `Content-Type`; never `undefined`. Default: none. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The names of the parameters in a path: `'petId'` of `/pets/{petId}`. */
export type ParamsOf<Path extends string> = string extends Path
  ? string
  : Path extends `${string}{${infer Name}}${infer Rest}`
    ? Name | ParamsOf<Rest>
    : never;
