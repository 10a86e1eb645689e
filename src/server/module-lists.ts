import type { HttpHandler } from 'msw';
import type { Operation } from '../catalog/operation.ts';
import { messageOf, OptionError } from '../contract/errors.ts';
import { createOperationTable } from '../operations/table.ts';
import { loadDefault, StartError, type ModuleFile } from './load-module.ts';
import type { RequestLog } from './log.ts';

/** Lists that users give, each itself or as the default export of a module. */
const lists = {
  handlers: { items: 'msw handlers', check: checkHandlers },
  operations: { items: 'operations', check: checkOperations },
};

type List<K extends keyof typeof lists> = ReturnType<(typeof lists)[K]['check']>;

/** @throws StartError with the file's name and the cause; OptionError for what is not of the kind. */
export async function loadList<K extends keyof typeof lists>(
  option: K,
  given: string | readonly object[] = [],
  log: RequestLog,
): Promise<List<K>> {
  if (typeof given !== 'string') return lists[option].check(given, `Option "${option}"`) as List<K>;
  return loadListFile(option, { path: given, warn: (text) => log.note('warn', text) });
}

/** @throws StartError with the file's name and the cause. */
export async function loadListFile<K extends keyof typeof lists>(
  option: K,
  file: Omit<ModuleFile, 'what'>,
): Promise<List<K>> {
  const { path, name = path } = file;
  const { items, check } = lists[option];
  const source = `The ${option} file ${name}`;
  if (/\.json$/i.test(path)) {
    throw new StartError(`${source} must be a JavaScript module, as ${items} are code`);
  }
  const loaded = await loadDefault({ ...file, what: `the ${option} file` });
  if (!Array.isArray(loaded)) {
    throw new StartError(`${source} must have an array of ${items} as its default export`);
  }
  try {
    return check(loaded, source) as List<K>;
  } catch (error) {
    const message = messageOf(error);
    throw new StartError(
      message.startsWith(source) ? message : `${source} cannot be used: ${message}`,
    );
  }
}

function checkOperations(operations: readonly unknown[]): readonly Operation[] {
  createOperationTable(operations);
  return operations as readonly Operation[];
}

/** Handlers are recognised by their methods: a suite may bring an msw of its own. */
export function checkHandlers(handlers: readonly unknown[], where: string): readonly HttpHandler[] {
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
