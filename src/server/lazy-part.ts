import { closeSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { devNull } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AdminError } from './admin/refusal.ts';
import type { RequestLog } from './log.ts';

/** One, and one more for each of the threads in which Node opens files meanwhile. */
const neededDescriptors = 5;

/** Loads a module that lies at a path from another one, which is named by its URL. */
type LoadFrom = <T>(path: string, from: string) => Promise<T>;

/** Something could not be loaded, as the process has no file descriptors left; it can be later. */
export class ShortageError extends AdminError {
  constructor() {
    super(503, 'The mock server is short of file descriptors: try again later', {
      'retry-after': '1',
    });
  }
}

/**
 * A part of the server that is loaded with the first request for it. Where that fails, the next
 * request tries again.
 *
 * Node keeps every import() that failed, and whatever that imports, for as long as the process lives.
 * So the build makes `load` take a way to require() the part, which forgets its failures, and needs
 * one descriptor at a time (rolldown.config.js; decisions/client-limits.md).
 *
 * @param load `() => import('./part.ts')`.
 * @returns A function that throws ShortageError, or what is wrong with the part.
 */
export function lazyPart<T>(load: (loadFrom?: LoadFrom) => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  const attempt = async () => {
    // Whoever asks for it may be a module that is still being evaluated.
    await Promise.resolve();
    checkDescriptors();
    try {
      return await load(requireFrom);
    } catch {
      // What a bundler or a test runner has loaded, Node would load a second time; and it does not require
      // what somebody is importing at the moment.
      checkDescriptors();
      return load();
    }
  };
  return () =>
    (loading ??= attempt().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}

const requireFrom: LoadFrom = async <T>(path: string, from: string) => {
  // To one below node_modules, Node 22.12 does not say that requiring an ES module is experimental.
  const require = createRequire(new URL('node_modules/-', from));
  const own = require(fileURLToPath(import.meta.url)) as object;
  if (!Object.values(own).includes(lazyPart)) throw new Error('Node has not loaded this module');
  return require(fileURLToPath(new URL(path, from))) as T;
};

/**
 * Without them, Node would take a package.json that it cannot open for one that is not there, and
 * keep that.
 *
 * @throws ShortageError
 */
function checkDescriptors(): void {
  const opened: number[] = [];
  try {
    while (opened.length < neededDescriptors) opened.push(openSync(devNull, 'r'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Nothing else says that there are none: this file is not for everybody, say.
    if (code === 'EMFILE' || code === 'ENFILE') throw new ShortageError();
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

/** Logs why a part could not be loaded, and gives what its request is told. */
export function refusalOf(error: unknown, log: RequestLog): AdminError {
  if (error instanceof ShortageError) {
    log.note('warn', error.message);
    return error;
  }
  log.error(error);
  return new AdminError(500, 'The mock server could not load a part of itself; its log says why');
}
