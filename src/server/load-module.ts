import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { show } from '../contract/errors.ts';

/** A file that the start needs cannot be read or loaded. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/**
 * The default export of a module.
 *
 * @param name What the user called the file.
 * @throws StartError with the name of the file and the cause.
 */
export async function loadDefault(path: string, what: string, name = path): Promise<unknown> {
  let giveUp = () => {};
  // A module that awaits what never comes leaves nothing to do, and the process would end in silence.
  const idle = new Promise<never>((_, reject) => {
    giveUp = () => reject(new Error('it awaits something that never comes'));
    process.once('beforeExit', giveUp);
  });
  try {
    const module = import(pathToFileURL(resolve(path)).href) as Promise<{ default?: unknown }>;
    const { default: loaded } = await Promise.race([module, idle]);
    return loaded;
  } catch (error) {
    const reason = error instanceof Error ? explain(error) : `it threw ${show(error)}`;
    throw new StartError(`Cannot load ${what} ${name}: ${reason}`, { cause: error });
  } finally {
    process.off('beforeExit', giveUp);
  }
}

function explain(error: NodeJS.ErrnoException): string {
  if (error.code !== 'ERR_UNKNOWN_FILE_EXTENSION' || !/\.[cm]?ts"/.test(error.message)) {
    return error.message;
  }
  return `Node 22.18 or later reads TypeScript, and this is Node ${process.versions.node}; use a JavaScript file`;
}
