import type { Operation } from '../operations/define-operation.ts';
import { InvalidInputError, inOption, show } from '../contract/errors.ts';
import { checkOperations, type DescribedResponse } from '../contract/operation.ts';
import { paramsOf, shapeOf } from '../contract/operation-path.ts';
import { plainModel, type PetModel } from '../contract/pet-model.ts';
import { createPetIn } from '../operations/create-pet.ts';
import { getPetIn } from '../operations/get-pet.ts';
import { listPetsIn } from '../operations/list-pets.ts';
import type { Route, RoutedOperation } from './request.ts';

const operationsOf = (model: PetModel): readonly Operation[] => [
  createPetIn(model),
  getPetIn(model),
  listPetsIn(model),
];

/** The operations of all services without a dialect and fields of a user. */
const plain = operationsOf(plainModel);

/** Returns the service's own operations (docs/service.md, Operations). */
export function ownOperations(model = plainModel): readonly Operation[] {
  return model === plainModel ? plain : operationsOf(model);
}

const param = '([^/]+)';

/** The operations of a service, and the paths that they answer. */
export interface OperationTable {
  /** The service's own operations and the added ones. */
  readonly all: readonly Operation[];
  /** The methods of all operations, and `HEAD` and `OPTIONS`. */
  readonly methods: readonly string[];
  /**
   * Finds the route of a path below `start`. Returns `undefined` for any other path. One slash at the
   * end of the path is tolerated.
   */
  match(path: string, start: string): Route | undefined;
}

/** @throws OptionError that names the operation, the member and what is expected. */
export function createOperationTable(
  given: readonly Operation[] = [],
  model = plainModel,
): OperationTable {
  return inOption('operations', given, () => {
    checkOperations(given);
    const own = ownOperations(model);
    const known = [...own, ...given.map((one) => withOwnDocument(one, own))];
    // An operation with the name of an earlier one replaces it.
    const all = [...new Map(known.map((operation) => [operation.name, operation])).values()];
    const templates = templatesOf(all);
    return {
      all,
      methods: allowed(templates.flatMap(({ resource }) => Object.keys(resource.operations))),
      match(path, start) {
        if (!path.startsWith(start)) return undefined;
        const rest = path.slice(start.length);
        for (const { pattern, resource } of templates) {
          const match = pattern.exec(rest);
          if (match) return { resource, values: match.slice(1) };
        }
        return undefined;
      },
    };
  });
}

/** Gives an operation that replaces one of the service its summary and its schema, unless it has others. */
function withOwnDocument(given: Operation, own: readonly Operation[]): Operation {
  const before = own.find(({ name, method }) => name === given.name && method === given.method);
  if (!before) return given;
  const { summary = before.summary, responses: others = {} } = given;
  const successes = Object.entries(before.responses!).flatMap(([status, response]) => {
    const other = others[Number(status)];
    const { description, schema } = response as DescribedResponse;
    const override = typeof other === 'string' ? { description: other } : other;
    return Number(status) < 400 ? [[status, { description, schema, ...override }]] : [];
  });
  return { ...given, summary, responses: { ...others, ...Object.fromEntries(successes) } };
}

/** @throws OptionError if a path begins with the base path, which would then be there twice. */
export function refuseBasePath({ all }: OperationTable, basePath: string): void {
  const repeats = ({ path }: Operation) => `${path}/`.startsWith(`${basePath}/`);
  // Allowed if the service's own paths begin with the base path, too, as they do with an empty one.
  const one = plain.some(repeats) ? undefined : all.find(repeats);
  if (!one) return;
  const problem = `"path" must not include the base path ${basePath}, which is added`;
  inOption('operations', all, () => {
    throw new InvalidInputError(`Operation ${show(one.name)}: ${problem}`);
  });
}

/** Returns the paths in the order in which they are tried: a literal segment wins. */
function templatesOf(all: readonly Operation[]) {
  const byShape = new Map<string, Record<string, RoutedOperation>>();
  for (const operation of all) {
    const { name, method, path } = operation;
    const shape = shapeOf(path);
    // No prototype, so that a method called "constructor" is unknown.
    const methods = byShape.get(shape) ?? (Object.create(null) as Record<string, RoutedOperation>);
    byShape.set(shape, methods);
    const before = methods[method]?.operation;
    if (before) {
      throw new InvalidInputError(
        `Operation ${show(name)}: ${method} ${path} matches the same paths as ${show(before.name)}; ` +
          `to replace that one, give it the name ${show(before.name)}`,
      );
    }
    methods[method] = { operation, params: paramsOf(path) };
    if (method === 'GET') methods['HEAD'] = methods[method];
  }
  // It sorts after every character of a literal segment.
  const rankOf = (shape: string) => shape.replaceAll('{}', '\u007f');
  return [...byShape]
    .toSorted(([one], [other]) => (rankOf(one) < rankOf(other) ? -1 : 1))
    .map(([shape, operations]) => ({
      pattern: toPattern(shape),
      resource: { operations, allow: allowed(Object.keys(operations)).join(', ') },
    }));
}

function toPattern(shape: string): RegExp {
  const literal = shape.slice(1).replaceAll(/[.$+()]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('{}', () => param)}/?$`);
}

const allowed = (methods: readonly string[]) => [...new Set([...methods, 'OPTIONS'])].toSorted();
