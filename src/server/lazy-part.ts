import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { AdminError } from './admin/refusal.ts';
import type { RequestLog } from './log.ts';

/** One, and one more for each of the threads in which Node opens files meanwhile. */
const neededDescriptors = 5;

/** Something could not be loaded, as the process has no file descriptors left; it can be later. */
export class ShortageError extends AdminError {
  constructor() {
    super(503, 'The mock server is short of file descriptors: try again later', {
      'retry-after': '1',
    });
  }
}

/**
 * Makes a function that loads a part of the server when it is first called. If that fails, the next call
 * tries again.
 *
 * @param load `() => import('./part.ts')`.
 * @returns A function that throws ShortageError, or the error of the part.
 */
export function lazyPart<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  const attempt = async () => {
    // The caller may be a module that is still being evaluated.
    await Promise.resolve();
    checkDescriptors();
    return load();
  };
  return () =>
    (loading ??= attempt().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}

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
