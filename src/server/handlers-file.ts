import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HttpHandler } from 'msw';
import { OptionError } from '../contract/errors.ts';

/** A file that the start needs cannot be read or loaded. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** @throws StartError with the file's name and the cause; OptionError for what is no handler. */
export async function loadHandlers(
  handlers: string | readonly object[] | undefined,
): Promise<readonly HttpHandler[]> {
  if (handlers === undefined) return [];
  if (typeof handlers !== 'string') return checkHandlers(handlers, 'Option "handlers"');
  let loaded: { default?: unknown };
  try {
    loaded = (await import(pathToFileURL(resolve(handlers)).href)) as typeof loaded;
  } catch (error) {
    throw new StartError(`Cannot load the handlers file ${handlers}: ${(error as Error).message}`, {
      cause: error,
    });
  }
  if (!Array.isArray(loaded.default)) {
    throw new StartError(
      `The handlers file ${handlers} must have an array of msw handlers as its default export`,
    );
  }
  try {
    return checkHandlers(loaded.default, `The handlers file ${handlers}`);
  } catch (error) {
    throw new StartError((error as Error).message);
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
