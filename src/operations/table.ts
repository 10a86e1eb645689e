import type { Operation } from '../catalog/operation.ts';
import { plainDialect, type Decisions } from '../contract/dialect.ts';
import { InvalidInputError, OptionError, show } from '../contract/errors.ts';
import { checkDefinitions } from '../contract/operation.ts';
import { paramsOf } from '../contract/operation-path.ts';
import { createPetIn } from './create-pet.ts';
import { getPetIn } from './get-pet.ts';
import { listPetsIn } from './list-pets.ts';
import type { Resource, Route, RoutedOperation } from './route.ts';

const inDialect = (dialect: Decisions): readonly Operation[] => [
  createPetIn(dialect),
  getPetIn(dialect),
  listPetsIn(dialect),
];

/** Those without a dialect: all services share them. */
const plain = inDialect(plainDialect);

/** The service's own operations (service document, section 4), in a dialect. */
export function ownOperations(dialect: Decisions = plainDialect): readonly Operation[] {
  return dialect === plainDialect ? plain : inDialect(dialect);
}

/** The operations of a service, and the way to them. */
export interface OperationTable {
  readonly all: readonly Operation[];
  readonly names: readonly string[];
  /** Of all operations, and `HEAD` and `OPTIONS`. */
  readonly methods: readonly string[];
  find(name: string): Operation | undefined;
  /**
   * `undefined` for a path that is none of theirs. One slash at its end is tolerated.
   *
   * @param start What all paths begin with: the base path and a slash.
   */
  match(path: string, start: string): Route | undefined;
}

/** A part of a path: what comes next, literally or as a parameter, and what ends here. */
interface Place {
  readonly literals: Map<string, Place>;
  param: Place | undefined;
  resource: Resource | undefined;
}

const dotSegment = /^(?:\.|%2e){1,2}$/i;

/**
 * The service's own operations and others; one that has the name of an earlier one replaces it.
 *
 * @throws OptionError that names the operation, the member and what is expected.
 */
export function createOperationTable(
  given: unknown = [],
  dialect: Decisions = plainDialect,
): OperationTable {
  try {
    checkDefinitions(given);
    return toTable(replaceNamesakes([...ownOperations(dialect), ...(given as Operation[])]));
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    const { message } = error;
    const expected = 'operations that are well-formed';
    throw new OptionError({ option: 'operations', value: given, expected, explain: () => message });
  }
}

/**
 * @param basePath Below which all paths are: one that begins with it would be there twice.
 * @throws OptionError
 */
export function refuseBasePath({ all }: OperationTable, basePath: string): void {
  const repeats = ({ path }: Operation) => `${path}/`.startsWith(`${basePath}/`);
  // Where those of the service begin so, it is no mistake; and all do without a base path.
  const one = plain.some(repeats) ? undefined : all.find(repeats);
  if (!one) return;
  const message =
    `Operation ${show(one.name)}: "path" must leave out the base path ${basePath}, ` +
    'below which it is';
  const expected = 'operations that are well-formed';
  throw new OptionError({ option: 'operations', value: all, expected, explain: () => message });
}

function replaceNamesakes(operations: readonly Operation[]): Operation[] {
  return [...new Map(operations.map((operation) => [operation.name, operation])).values()];
}

function toTable(all: readonly Operation[]): OperationTable {
  const root = createPlace();
  for (const operation of all) addTo(placeOf(root, operation.path), operation);
  const byName = new Map(all.map((operation) => [operation.name, operation]));
  return {
    all,
    names: [...byName.keys()],
    methods: methodsOf(all.map(({ method }) => method)),
    find: (name) => byName.get(name),
    match(path, start) {
      if (!path.startsWith(start)) return undefined;
      const end = path.endsWith('/') ? path.length - 1 : path.length;
      const values: string[] = [];
      const resource = walk(root, path, start.length, end, values);
      return resource && { resource, values };
    },
  };
}

const createPlace = (): Place => ({ literals: new Map(), param: undefined, resource: undefined });

function placeOf(root: Place, path: string): Place {
  let place = root;
  for (const segment of path.slice(1).split('/')) {
    if (segment.startsWith('{')) place = place.param ??= createPlace();
    else {
      const next = place.literals.get(segment) ?? createPlace();
      place.literals.set(segment, next);
      place = next;
    }
  }
  return place;
}

function addTo(place: Place, operation: Operation): void {
  const { name, method, path } = operation;
  const before = place.resource?.operations[method]?.operation;
  if (before) {
    throw new InvalidInputError(
      `Operation ${show(name)}: ${method} ${path} matches the same paths as ${show(before.name)}; ` +
        `to replace that one, give it the name ${show(before.name)}`,
    );
  }
  // No prototype: a method called "constructor" is no method of ours.
  const operations: Record<string, RoutedOperation> = Object.assign(
    Object.create(null),
    place.resource?.operations,
  );
  operations[method] = { operation, params: paramsOf(path) };
  if (method === 'GET') operations['HEAD'] = operations[method];
  place.resource = { operations, allow: methodsOf(Object.keys(operations)).join(', ') };
}

function methodsOf(methods: readonly string[]): string[] {
  const heads = methods.includes('GET') ? ['HEAD'] : [];
  return [...new Set([...methods, ...heads, 'OPTIONS'])].toSorted();
}

/** What a path leads to from a place on. A literal segment wins, where the rest leads somewhere too. */
function walk(
  place: Place,
  path: string,
  start: number,
  end: number,
  values: string[],
): Resource | undefined {
  const slash = path.indexOf('/', start);
  const next = slash === -1 || slash > end ? end : slash;
  if (next <= start) return undefined;
  const segment = path.slice(start, next);
  const literal = place.literals.get(segment);
  const found =
    literal && (next === end ? literal.resource : walk(literal, path, next + 1, end, values));
  // A URL never holds a dot segment: what is read as one would be another path.
  if (found || !place.param || dotSegment.test(segment)) return found;
  const depth = values.push(segment);
  const { param } = place;
  const after = next === end ? param.resource : walk(param, path, next + 1, end, values);
  if (!after) values.length = depth - 1;
  return after;
}
