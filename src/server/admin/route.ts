import * as v from 'valibot';
import type { Catalog } from '../../catalog/catalog.ts';
import { described, type Input } from '../../contract/input.ts';
import { memberOf, rowOf, type ControlRow, type MemberName } from '../../controls/control-table.ts';
import type { MaybeLater } from '../../service/response.ts';
import type { Service } from '../../service/service.ts';

export interface Call<Query, Body> {
  catalog: Catalog;
  service: Service;
  /** When the server started, in milliseconds since 1970. */
  startedAt: number;
  /** The path below which the app is mounted; `''` if it is not. */
  mount: string;
  /** The name of a collection in the path, if the route has one. */
  name: string;
  /** The id in the path, if the route has one. */
  id: string;
  query: Query;
  /** The body as it was sent. The member of the catalog checks it, because its dialect matters. */
  body: Body;
  /** Aborts when the client has gone, or the server closes. */
  signal: AbortSignal;
  /** The catalog, or all catalogs if the request has no key. */
  catalogs: readonly Catalog[];
}

export type Tag = 'server' | 'state' | 'collections' | 'requests' | 'faults';

/** One route, with its texts in the OpenAPI document and the MCP tools. */
export interface AdminRoute<Query = unknown, Body = unknown, Value = unknown> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  operationId: string;
  tag: Tag;
  summary: string;
  description: string;
  /** Needs no token. */
  isOpen?: true;
  /** With isolation: a change that needs no key, because it is for all catalogs. */
  isForAll?: true;
  query?: Input<Query>;
  body?: Input<Body> & { readonly examples: Readonly<Record<string, NoInfer<Body>>> };
  /** A body may be left out. */
  isBodyOptional?: true;
  success: Success<Value>;
  /** Errors other than 400, 401 and 403: the reason of each, and its message if that differs. */
  failures?: Readonly<Record<number, readonly [why: string, message?: string]>> | undefined;
  /**
   * Returns the JSON of the response; `undefined` or `false` if nothing has that id. The event stream has
   * no `run`.
   */
  run?(call: Call<Query, Body>): MaybeLater<Value | undefined>;
}

interface Success<Value> {
  status: 200 | 201 | 204;
  meaning: string;
  /** The shape of the JSON body. */
  schema?: v.GenericSchema<unknown, Value>;
  example?: NoInfer<Value>;
  headers?: Readonly<Record<string, string>>;
}

/** A success with a body and an example of it. */
export const ok = <T>(schema: v.GenericSchema<unknown, T>, meaning: string, example: NoInfer<T>) =>
  ({ status: 200, schema, meaning, example }) as const;
export const noContent = { status: 204, meaning: 'Done' } as const;

/**
 * Returns a function that makes the routes of a tag. A route is for a member of the controls, which it
 * calls by default, or for another method and path (`GET /health`), which needs `run`.
 *
 * @param missing The message of the 404 if nothing has the id in the path.
 */
export const routesOf =
  (tag: Tag, missing = '') =>
  <Query, Body, Value>(
    target: MemberName | ControlRow['line'],
    operationId: string,
    details: Details<Query, Body, Value>,
  ): AdminRoute => {
    const row = isLine(target) ? { line: target } : rowOf(target);
    const [method, path] = row.line.split(' ') as [AdminRoute['method'], string];
    const ofRow = isLine(target) ? {} : { run: runOf(target, row) };
    const isForAll = 'isForAll' in row && row.isForAll && { isForAll: row.isForAll };
    const failures = {
      ...(path.includes('{id}') && { 404: [missing] as const }),
      ...details.failures,
    };
    return {
      method,
      path: `/__admin${path}`,
      operationId,
      tag,
      ...isForAll,
      ...ofRow,
      ...details,
      failures,
    };
  };

type Details<Query, Body, Value> = Omit<
  AdminRoute<Query, Body, Value>,
  'method' | 'path' | 'operationId' | 'tag' | 'isForAll'
>;

const isLine = (target: string): target is ControlRow['line'] => target.includes(' ');

/** Returns a function that calls the member of the catalog with the arguments that the client sent. */
function runOf(
  name: MemberName,
  { takes = [], gives, waits }: ControlRow,
): NonNullable<AdminRoute['run']> {
  return async ({ catalog, id, query, body, signal }) => {
    const { filter = query, options: others = query } = (query ?? {}) as FilterQuery;
    const options = waits ? { ...(others as object | undefined), signal } : others;
    const args = { id, number: toNumber(id), body, fault: body, name: body, filter, options };
    const value = await memberOf(catalog, name)(...takes.map((kind) => args[kind]));
    return typeof gives === 'string' ? { [gives]: value } : value;
  };
}

/** The filter in a query, and the options of the member apart from it. */
interface FilterQuery {
  readonly filter?: unknown;
  readonly options?: object;
}

/** Returns the number of a request; `0`, which no request has, for another text. */
const toNumber = (id: string) => (/^\d{1,15}$/.test(id) ? Number(id) : 0);

/** A shape that has a name in the OpenAPI document. A test compares it with the public type of that name. */
export function named<E extends v.ObjectEntries>(title: string, description: string, entries: E) {
  const shape = v.object(entries);
  type Shape = v.InferOutput<typeof shape>;
  return v.pipe(shape, v.title<Shape, string>(title), v.description<Shape, string>(description));
}

/** A field that may be absent. */
export const exactOptional = <S extends v.GenericSchema>(schema: S, description: string) =>
  v.exactOptional(described(schema, description));

export const text = (description: string) => described(v.string(), description);
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const currentScenario = described(
  v.nullable(v.string()),
  'The current scenario; null without one.',
);
