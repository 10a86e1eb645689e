import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

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
  try {
    const loaded = (await import(pathToFileURL(resolve(path)).href)) as { default?: unknown };
    return loaded.default;
  } catch (error) {
    throw new StartError(`Cannot load ${what} ${name}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
