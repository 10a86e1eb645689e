import type { HttpHandler } from 'msw';
import type { PetCatalogOptions } from '../catalog/options.ts';
import type { Operation } from '../operations/define-operation.ts';
import { messageOf, OptionError } from '../contract/errors.ts';
import { withoutUndefined } from '../contract/values.ts';
import { createOperationTable } from '../service/table.ts';
import { loadModule, StartError, type ModuleFile } from './load-module.ts';

type ListFile = Omit<ModuleFile, 'what'>;

/** @throws StartError with the file's name and the cause. */
export const loadHandlers = async (file: ListFile) =>
  (await loadList('handlers', 'msw handlers', file, checkHandlers)).list;

/** Loads operations, and the `collections` and `fields` that their module exports. @throws StartError */
export async function loadOperations(file: ListFile): Promise<OwnService> {
  const loaded = await loadList('operations', 'operations', file, checkOperations);
  const { list: operations, collections, fields } = loaded;
  return withoutUndefined({ operations, collections, fields }) as OwnService;
}

/** The parts that a module of operations adds to the service. */
export type OwnService = Pick<PetCatalogOptions, 'collections' | 'fields'> & {
  operations: readonly Operation[];
};

async function loadList<T>(
  option: string,
  items: string,
  file: ListFile,
  check: (loaded: readonly unknown[], source: string) => T,
): Promise<{ list: T } & Readonly<Record<string, unknown>>> {
  const { path, name = path } = file;
  const source = `The ${option} file ${name}`;
  if (/\.json$/i.test(path)) {
    throw new StartError(`${source} must be a JavaScript module, as ${items} are code`);
  }
  const { default: loaded, ...others } = await loadModule({ ...file, what: `the ${option} file` });
  if (!Array.isArray(loaded)) {
    throw new StartError(`${source} must have an array of ${items} as its default export`);
  }
  try {
    return { ...others, list: check(loaded, source) };
  } catch (error) {
    const message = messageOf(error);
    throw new StartError(
      message.startsWith(source) ? message : `${source} cannot be used: ${message}`,
    );
  }
}

/** @throws InvalidInputError */
export function checkOperations(operations: readonly unknown[]): readonly Operation[] {
  createOperationTable(operations as readonly Operation[]);
  return operations as readonly Operation[];
}

/** Handlers are recognised by their methods: a suite may bring an msw of its own. */
export function checkHandlers(
  handlers: readonly unknown[] = [],
  where = 'Option "handlers"',
): readonly HttpHandler[] {
  handlers.forEach((handler, index) => {
    if (typeof (handler as { run?: unknown } | null)?.run !== 'function') {
      throw new OptionError({
        option: `handlers[${index}]`,
        value: handler,
        expected: 'an msw request handler',
        explain: () => `${where}: item ${index} is not an msw request handler`,
      });
    }
  });
  return handlers as readonly HttpHandler[];
}
