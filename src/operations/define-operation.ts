import type { BodyKind, OperationDescription } from '../contract/operation.ts';
import type { OutputOf, StandardSchema } from '../contract/standard-schema.ts';
import type { Pets } from '../catalog/items.ts';
import type { Store } from '../catalog/store.ts';
import type { NewPet, Pet } from '../contract/pet.ts';
import type { FindCollection } from './define-collection.ts';

/** An operation of the service: its description, and the function that answers its requests. */
export interface OperationDefinition<
  Name extends string = string,
  Path extends string = string,
  Query = unknown,
  Body extends BodyInput = BodyInput,
> extends OperationDescription<Name, Path> {
  readonly query?: StandardSchema<Query> | undefined;
  /** A schema of the JSON body, or `'text'`, `'bytes'` or `'form'`. */
  readonly body?: Body;
  /**
   * Answers one request, at once or with a promise. An error that it throws is logged, and becomes a 500
   * with a message that names the operation. It stores everything in `pets` and collections, so that reset, snapshot and
   * isolation work.
   */
  run(
    context: OperationContext<Path, Query, BodyOf<Body>>,
  ): OperationResult | Promise<OperationResult>;
}

type BodyInput = StandardSchema | BodyKind | undefined;
type BodyOf<Body> = Body extends StandardSchema
  ? OutputOf<Body>
  : Body extends BodyKind
    ? { text: string; bytes: Uint8Array; form: FormData }[Body]
    : undefined;

/** Any operation. */
export type Operation = OperationDefinition;

/** The request, and the catalog, as an operation sees them. */
export interface OperationContext<Path extends string = string, Query = unknown, Body = unknown> {
  /** The parameters in the path, decoded. */
  readonly params: Readonly<Record<ParamsOf<Path>, string>>;
  /** The query as its schema returns it; `URLSearchParams` without a schema. */
  readonly query: Query;
  /**
   * The JSON body as its schema returns it; a string, a `Uint8Array` or `FormData` for `'text'`, `'bytes'`
   * or `'form'`; `undefined` without `body`.
   */
  readonly body: Body;
  readonly headers: Headers;
  /** The API key, trimmed; `undefined` if the operation `isOpen` and no key was sent. */
  readonly apiKey: string | undefined;
  /** The path as it was sent, without a slash at the end: `/v2/pets`. */
  readonly path: string;
  /** The pets of the catalog; with `isolate`, of the caller's catalog. They throw after a reset. */
  readonly pets: Pets;
  /** Finds a collection of the same catalog. Its members throw after a reset, too. */
  readonly collection: FindCollection;
  /**
   * Makes a failure, `{"error": message}`, with a status from 400 to 599. Return it, or throw it: a run
   * that answers with something else becomes a 500.
   */
  fail(status: number, message: string): OperationResponse;
}

/** The context of the service's own operations. */
export interface OwnContext<Query = unknown, Body = undefined> extends OperationContext<
  string,
  Query,
  Body
> {
  /** The catalog itself. Unlike `pets`, it does not copy pets or check them again. */
  readonly catalog: OwnCatalog;
}

interface OwnCatalog {
  readonly store: Store<Pet>;
  readonly pets: Pets;
  /** Adds a pet that was checked. Returns `undefined` if the catalog is full. */
  add(newPet: NewPet): Pet | undefined;
}

/** The result of an operation: a response in parts, or a `Response` of fetch. */
export type OperationResult = OperationResponse | Response;

/** The response of an operation. */
export interface OperationResponse {
  /** 200 to 599. */
  readonly status: number;
  /**
   * A JSON value. If `headers` have a `Content-Type`: text, a `Uint8Array` or a `ReadableStream`, which is read
   * to its end before it is sent. Never `undefined`. Default: no body.
   */
  readonly body?: unknown;
  /** A list is sent as several headers: `Set-Cookie`. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined;
}

/** The names of the parameters in a path: `'petId'` of `/pets/{petId}`. */
export type ParamsOf<Path extends string> = string extends Path
  ? string
  : Path extends `${string}{${infer Name}}${infer Rest}`
    ? Name | ParamsOf<Rest>
    : never;

/**
 * Defines an operation of the service. Its route, checks, faults, journal, OpenAPI document and dashboard
 * follow from it. Returns its argument, with the types of `params`, `query` and `body` inferred. A plain
 * object of the same shape works too.
 *
 * @example
 * const deletePet = defineOperation({
 *   name: 'deletePet',
 *   method: 'DELETE',
 *   path: '/pets/{petId}',
 *   summary: 'Delete a pet',
 *   responses: { 204: 'The pet is gone', 404: 'No pet has that id' },
 *   run: ({ params, pets, fail }) =>
 *     pets.remove(params.petId) ? { status: 204 } : fail(404, 'Pet not found'),
 * });
 * const catalog = createPetCatalog({ operations: [deletePet] });
 */
export function defineOperation<
  const Name extends string,
  const Path extends string,
  Query = URLSearchParams,
  const Body extends BodyInput = undefined,
>(
  operation: OperationDefinition<Name, Path, Query, Body>,
): OperationDefinition<Name, Path, Query, Body> {
  return operation;
}
