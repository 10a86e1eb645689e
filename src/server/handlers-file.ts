import type { HttpHandler } from 'msw';
import { messageOf, OptionError } from '../contract/errors.ts';
import { loadDefault, StartError, type ModuleFile } from './load-module.ts';

/** @throws StartError with the file's name and the cause; OptionError for what is no handler. */
export async function loadHandlers(
  handlers: string | readonly object[] | undefined,
  onSlow: () => void,
): Promise<readonly HttpHandler[]> {
  if (handlers === undefined) return [];
  if (typeof handlers !== 'string') return checkHandlers(handlers, 'Option "handlers"');
  return loadHandlersFile({ path: handlers, onSlow });
}

/** @throws StartError with the file's name and the cause. */
export async function loadHandlersFile(
  file: Omit<ModuleFile, 'what'>,
): Promise<readonly HttpHandler[]> {
  const { path, name = path } = file;
  const loaded = await loadDefault({ ...file, what: 'the handlers file' });
  if (!Array.isArray(loaded)) {
    throw new StartError(
      `The handlers file ${name} must have an array of msw handlers as its default export`,
    );
  }
  try {
    return checkHandlers(loaded, `The handlers file ${name}`);
  } catch (error) {
    throw new StartError(
      error instanceof OptionError
        ? error.message
        : `The handlers file ${name} cannot be used: ${messageOf(error)}`,
    );
  }
}

/** Handlers are recognised by their methods: a suite may bring an msw of its own. */
export function checkHandlers(
  handlers: readonly unknown[],
  source: string,
): readonly HttpHandler[] {
  handlers.forEach((handler, index) => {
    if (typeof (handler as { run?: unknown } | null)?.run !== 'function') {
      throw new OptionError({
        option: `handlers[${index}]`,
        value: handler,
        expected: 'an msw request handler',
        explain: () => `${source}: item ${index} is not an msw request handler`,
      });
    }
  });
  return handlers as readonly HttpHandler[];
}
