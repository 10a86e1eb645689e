import { mapValues } from '../contract/values.ts';

/** How a member of the controls travels over HTTP. */
export interface ControlRow {
  /** The method, and the path below `/__admin`. */
  readonly line: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  /**
   * How the arguments travel, in order: `id` and `number` in the path, `body`, `fault` and `name`
   * (`{"name"}`) as the body, `filter` and `options` in the query.
   */
  readonly takes?: readonly ('id' | 'number' | 'body' | 'fault' | 'name' | 'filter' | 'options')[];
  /** The field of the answer that the member returns; `null` if it returns nothing. Default: all. */
  readonly gives?: string | null;
  /** It may wait: its options have a `signal`. */
  readonly waits?: true;
  /** A change that may come without a key if each key has its own catalog. */
  readonly isForAll?: true;
}

/** One row for each member of a catalog's controls. The client and the admin routes are made from it. */
export const controlTable = {
  reset: { line: 'POST /reset', isForAll: true },
  seed: { line: 'POST /seed', takes: ['body'], gives: null },
  snapshot: { line: 'GET /snapshot' },
  restore: { line: 'PUT /snapshot', takes: ['body'] },
  scenarios: {
    list: { line: 'GET /scenarios', gives: 'scenarios' },
    current: { line: 'GET /scenarios', gives: 'current' },
    use: { line: 'PUT /scenarios/current', takes: ['name'] },
  },
  pets: {
    create: { line: 'POST /pets', takes: ['body', 'options'] },
    get: { line: 'GET /pets/{id}', takes: ['id'] },
    list: { line: 'GET /pets', takes: ['options'], gives: 'pets' },
    count: { line: 'GET /pets', gives: 'total' },
    update: { line: 'PATCH /pets/{id}', takes: ['id', 'body'] },
    remove: { line: 'DELETE /pets/{id}', takes: ['id'] },
  },
  faults: {
    add: { line: 'POST /faults', takes: ['fault'], gives: 'id' },
    update: { line: 'PATCH /faults/{id}', takes: ['id', 'fault'] },
    list: { line: 'GET /faults', gives: 'faults' },
    remove: { line: 'DELETE /faults/{id}', takes: ['id'] },
    clear: { line: 'DELETE /faults' },
  },
  requests: {
    list: { line: 'GET /requests', takes: ['filter'], gives: 'requests' },
    count: { line: 'GET /requests/count', takes: ['filter'], gives: 'count' },
    bodies: { line: 'GET /requests', takes: ['filter'], gives: 'requests' },
    waitFor: {
      line: 'GET /requests/wait',
      takes: ['filter', 'options'],
      gives: 'requests',
      waits: true,
    },
    verify: { line: 'GET /requests/verify', takes: ['filter', 'options'], gives: 'count' },
    toHar: { line: 'GET /requests.har', takes: ['filter'] },
    get: { line: 'GET /requests/{id}', takes: ['number'] },
    replay: {
      line: 'POST /requests/{id}/replay',
      takes: ['number', 'options'],
      waits: true,
      isForAll: true,
    },
    clear: { line: 'DELETE /requests', isForAll: true },
  },
} as const satisfies ControlTable;

/** The rows of the members of a collection, as those of `pets`. `{name}` is the name of the collection. */
export const collectionTable = {
  create: { line: 'POST /collections/{name}', takes: ['body', 'options'] },
  get: { line: 'GET /collections/{name}/{id}', takes: ['id'] },
  list: { line: 'GET /collections/{name}', takes: ['options'], gives: 'items' },
  count: { line: 'GET /collections/{name}', gives: 'total' },
  update: { line: 'PATCH /collections/{name}/{id}', takes: ['id', 'body'] },
  remove: { line: 'DELETE /collections/{name}/{id}', takes: ['id'] },
} as const satisfies ControlTable;

/** A collection by its definition or by its name. */
export type CollectionName = string | { readonly name: string };

/** Makes the members of a collection that `make` returns for each row. */
export function makeCollection<T>(
  of: CollectionName,
  make: (row: ControlRow, name: keyof typeof collectionTable) => Member,
): T {
  const name = encodeURIComponent(nameOf(of));
  return mapValues<keyof typeof collectionTable, ControlRow, Member>(
    collectionTable,
    ({ line, ...row }, member) =>
      make(
        { ...row, line: line.replace('{name}', name) as ControlRow['line'] },
        member as keyof typeof collectionTable,
      ),
  ) as T;
}

/** Returns the name of a collection. */
export const nameOf = (of: CollectionName) => (typeof of === 'string' ? of : String(of?.name));

/** The rows of controls: a row for each member, and a table for each group of members. */
type ControlTable = { readonly [name: string]: ControlRow | ControlTable };

/** The table of an interface of controls. */
export type TableOf<T> = {
  readonly [K in keyof T]: T[K] extends (...args: never[]) => unknown ? ControlRow : TableOf<T[K]>;
};

/** The name of a member: `pets.create`. */
export type MemberName = NamesIn<typeof controlTable>;
type NamesIn<T> = {
  [K in keyof T & string]: T[K] extends ControlRow ? K : `${K}.${NamesIn<T[K]>}`;
}[keyof T & string];

export type Member = (...args: unknown[]) => unknown;

/** Makes controls with the members that `make` returns for each row. */
export function makeControls<T>(make: (row: ControlRow, name: MemberName) => Member): T {
  const makeGroup = (table: ControlTable, prefix: string): object =>
    Object.fromEntries(
      Object.entries(table).map(([name, value]) => [
        name,
        isRow(value) ? make(value, `${prefix}${name}` as MemberName) : makeGroup(value, `${name}.`),
      ]),
    );
  return makeGroup(controlTable, '') as T;
}

const isRow = (value: ControlRow | ControlTable): value is ControlRow =>
  typeof value.line === 'string';

/** Finds the row of a member. */
export function rowOf(name: MemberName): ControlRow {
  return find(controlTable, name) as ControlRow;
}

/** Finds a member of controls by its name. */
export function memberOf(controls: object, name: string): Member {
  return find(controls, name) as Member;
}

function find(among: object, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>((found, part) => (found as Record<string, unknown>)[part], among);
}
