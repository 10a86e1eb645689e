import { existsSync, realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { messageOf } from '../contract/errors.ts';
import { findOddKind } from './file-kind.ts';

/** A file that the start needs cannot be read or loaded. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** A file as the user names it. */
export interface UserFile {
  path: string;
  /** What it is for: "the handlers". */
  what: string;
  /** What the user called the file. Default: the path. */
  name?: string | undefined;
}

export interface ModuleFile extends UserFile {
  /** Another value loads it anew: it goes into the module's URL. What it imports is not loaded anew. */
  version?: number | undefined;
  /** Told when it has not loaded after `slowTime`: it may never. */
  warn(text: string): void;
}

type Exports = Readonly<Record<string, unknown>>;

/** How long a user's file may take before it is said that it is waited for, in milliseconds. */
export const slowTime = 2000;

/**
 * Loads a module. Returns its exports.
 *
 * @throws StartError with the name of the file, the cause and, where Node knows it, the place.
 */
export async function loadModule(module: ModuleFile): Promise<Exports> {
  const { path, what, name = path, version = 0, warn } = module;
  const file = resolve(path);
  const stats = await stat(file).catch(() => undefined);
  const kind = stats && findOddKind(stats);
  // Node would read a pipe in a thread, which nothing ends.
  if (kind !== undefined) throw new StartError(`Cannot load ${what} ${name}: ${kind}, not a file`);
  let giveUp = () => {};
  // A module that awaits what never comes leaves nothing to do, and the process would end in silence.
  const idle = new Promise<never>((_, reject) => {
    giveUp = () => reject(new Error('it awaits something that never comes'));
    // One that is loaded anew is not what keeps the process.
    if (version === 0) process.once('beforeExit', giveUp);
  });
  const until = version > 0 ? '; the last good one stays until then' : '';
  const words = `${what} ${name} is still loading: it awaits something${until}`;
  const timer = setTimeout(warn, slowTime, words).unref();
  // Node remembers for good where a link has led.
  const url = pathToFileURL(version > 0 && existsSync(file) ? realpathSync(file) : file);
  if (version > 0) {
    url.searchParams.set('version', String(version));
    // Node takes a CommonJS module from this cache, whatever the URL says.
    delete createRequire(import.meta.url).cache[fileURLToPath(url)];
  }
  try {
    const importing = import(url.href) as Promise<Exports>;
    const exports = await Promise.race([importing, idle]);
    // TypeScript compiles a default export to this in CommonJS.
    const given = exports.default as (Exports & { __esModule?: true }) | null | undefined;
    return given?.['__esModule'] ? given : exports;
  } catch (error) {
    const reason = await explainThrown(error, file);
    throw new StartError(`Cannot load ${what} ${name}: ${reason}`, { cause: error });
  } finally {
    clearTimeout(timer);
    process.off('beforeExit', giveUp);
  }
}

/** Loads the default export of a module. @throws StartError */
export const loadDefault = async (module: ModuleFile) => (await loadModule(module))['default'];

/** What a user's code threw, in one line: the message and, as far as Node knows it, the place. */
export async function explainThrown(error: unknown, file: string): Promise<string> {
  const message = messageOf(error);
  if (!(error instanceof Error)) return message;
  const { code } = error as NodeJS.ErrnoException;
  // Node's own words name the module of this package that asked for it.
  if (code === 'ERR_MODULE_NOT_FOUND' && !existsSync(file)) return 'there is no such file';
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION' && /\.[cm]?tsx?\b/.test(message)) {
    return `Node ${process.versions.node} does not load TypeScript: use Node 22.18 or later, or compile it to JavaScript`;
  }
  const place = findPlace(error.stack ?? '', file) ?? (await findSyntaxFault(error, file));
  return place === undefined ? message : `${message} (${place})`;
}

/** `/app/handlers.mjs:3:14`: where Node shows the line of a fault, else where the module threw. */
export function findPlace(stack: string, file: string): string | undefined {
  const [, source, line, indent] = /^(\S.*):(\d+)\n.*\n([^\S\n]*)\^/.exec(stack) ?? [];
  if (source) return `${pathOf(source)}:${line}:${indent!.length + 1}`;
  for (const [, frame, position] of stack.matchAll(
    // Of CommonJS, a path as the system has it, which may hold spaces: C:\Program Files\app.cjs:1:2
    /(file:[^\s()]+?|(?:[A-Za-z]:\\|\/)[^()\n]+?):(\d+:\d+)\)?$/gm,
  )) {
    if (pathOf(frame!) === file) return `${file}:${position}`;
  }
  return undefined;
}

/** Of a fault in the syntax of an ES module, import() does not say where it is. */
async function findSyntaxFault(error: Error, file: string): Promise<string | undefined> {
  if (!(error instanceof SyntaxError)) return undefined;
  const { execFile } = await import('node:child_process');
  try {
    await promisify(execFile)(process.execPath, ['--check', file]);
    return 'in a module that it imports';
  } catch (failure) {
    return findPlace(String((failure as { stderr?: unknown }).stderr), file);
  }
}

function pathOf(source: string): string {
  return source.startsWith('file:') ? fileURLToPath(source) : source;
}
