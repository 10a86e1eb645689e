import type { HttpHandler } from 'msw';
import type { Operation } from '../operations/define-operation.ts';
import { messageOf, OptionError } from '../contract/errors.ts';
import { createOperationTable } from '../service/table.ts';
import { loadDefault, StartError, type ModuleFile } from './load-module.ts';

type ListFile = Omit<ModuleFile, 'what'>;

/** @throws StartError with the file's name and the cause. */
export const loadHandlers = (file: ListFile) =>
  loadList('handlers', 'msw handlers', file, checkHandlers);

/** @throws StartError with the file's name and the cause. */
export const loadOperations = (file: ListFile) =>
  loadList('operations', 'operations', file, checkOperations);

async function loadList<T>(
  option: string,
  items: string,
  file: ListFile,
  check: (loaded: readonly unknown[], source: string) => T,
): Promise<T> {
  const { path, name = path } = file;
  const source = `The ${option} file ${name}`;
  if (/\.json$/i.test(path)) {
    throw new StartError(`${source} must be a JavaScript module, as ${items} are code`);
  }
  const loaded = await loadDefault({ ...file, what: `the ${option} file` });
  if (!Array.isArray(loaded)) {
    throw new StartError(`${source} must have an array of ${items} as its default export`);
  }
  try {
    return check(loaded, source);
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
