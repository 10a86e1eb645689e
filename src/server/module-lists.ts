import type { HttpHandler } from 'msw';
import type { Operation } from '../catalog/operation.ts';
import { messageOf, OptionError } from '../contract/errors.ts';
import { createOperationTable } from '../operations/table.ts';
import { loadDefault, StartError, type ModuleFile } from './load-module.ts';
import type { RequestLog } from './log.ts';

/** A list that users give, itself or as the default export of a module. */
export interface ListKind<T> {
  /** `handlers` */
  readonly option: string;
  /** `msw handlers` */
  readonly items: string;
  check(list: readonly unknown[], source: string): readonly T[];
}

export const handlerList: ListKind<HttpHandler> = {
  option: 'handlers',
  items: 'msw handlers',
  check: checkHandlers,
};

export const operationList: ListKind<Operation> = {
  option: 'operations',
  items: 'operations',
  check(list) {
    createOperationTable(list);
    return list as readonly Operation[];
  },
};

/** @throws StartError with the file's name and the cause; OptionError for what is not of the kind. */
export async function loadList<T>(
  kind: ListKind<T>,
  given: string | readonly object[] = [],
  log: RequestLog,
): Promise<readonly T[]> {
  if (typeof given !== 'string') return kind.check(given, `Option "${kind.option}"`);
  return loadListFile(kind, { path: given, warn: (text) => log.note('warn', text) });
}

/** @throws StartError with the file's name and the cause. */
export async function loadListFile<T>(
  kind: ListKind<T>,
  file: Omit<ModuleFile, 'what'>,
): Promise<readonly T[]> {
  const { path, name = path } = file;
  const source = `The ${kind.option} file ${name}`;
  if (/\.json$/i.test(path)) {
    throw new StartError(`${source} must be a JavaScript module, as ${kind.items} are code`);
  }
  const loaded = await loadDefault({ ...file, what: `the ${kind.option} file` });
  if (!Array.isArray(loaded)) {
    throw new StartError(`${source} must have an array of ${kind.items} as its default export`);
  }
  try {
    return kind.check(loaded, source);
  } catch (error) {
    const message = messageOf(error);
    throw new StartError(
      message.startsWith(source) ? message : `${source} cannot be used: ${message}`,
    );
  }
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
