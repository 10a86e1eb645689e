import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { messageOf } from '../contract/errors.ts';

/** A file that the start needs cannot be read or loaded. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** A file as the user names it. */
export interface UserFile {
  path: string;
  /** Its purpose in a message: "the handlers". */
  what: string;
  /** The user's name for the file. Default: the path. */
  name?: string | undefined;
}

export interface ModuleFile extends UserFile {
  /** Another value loads the module again, but not what it imports. */
  version?: number | undefined;
}

type Exports = Readonly<Record<string, unknown>>;

/**
 * Loads a module. Returns its exports.
 *
 * @throws StartError with the name of the file, the cause and, if Node knows it, the place.
 */
export async function loadModule(module: ModuleFile): Promise<Exports> {
  const { path, what, name = path, version = 0 } = module;
  const file = resolve(path);
  try {
    const url = pathToFileURL(file);
    if (version > 0) {
      // Node keeps the target of a link, and a CommonJS module under its real path.
      const target = realpathSync(file);
      url.pathname = pathToFileURL(target).pathname;
      url.searchParams.set('version', String(version));
      delete createRequire(import.meta.url).cache[target];
    }
    const exports = (await import(url.href)) as Exports;
    // TypeScript compiles a default export to this in CommonJS.
    const given = exports.default as (Exports & { __esModule?: true }) | null | undefined;
    return given?.['__esModule'] ? given : exports;
  } catch (error) {
    const reason = await explainThrown(error, file);
    throw new StartError(`Cannot load ${what} ${name}: ${reason}`, { cause: error });
  }
}

/** Loads the default export of a module. @throws StartError */
export const loadDefault = async (module: ModuleFile) => (await loadModule(module))['default'];

/** Says in one line what a user's code threw: the message and, if Node knows it, the place. */
export async function explainThrown(error: unknown, file: string): Promise<string> {
  const message = messageOf(error);
  if (!(error instanceof Error)) return message;
  const { code } = error as NodeJS.ErrnoException;
  // Node's own message names the module of this package that imports it.
  if (code === 'ERR_MODULE_NOT_FOUND' && !existsSync(file)) return 'there is no such file';
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION' && /\.[cm]?tsx?\b/.test(message)) {
    return `Node ${process.versions.node} does not load TypeScript: use Node 22.18 or later, or compile it to JavaScript`;
  }
  const place = findPlace(error.stack ?? '', file) ?? (await findSyntaxFault(error, file));
  return place === undefined ? message : `${message} (${place})`;
}

/** Finds where Node shows the line of a fault, else where the module threw: `/app/handlers.mjs:3:14`. */
export function findPlace(stack: string, file: string): string | undefined {
  const [, source, line, indent] = /^(\S.*):(\d+)\n.*\n([^\S\n]*)\^/.exec(stack) ?? [];
  if (source) return `${pathOf(source)}:${line}:${indent!.length + 1}`;
  for (const [, frame, position] of stack.matchAll(
    // CommonJS has the system's path, which may contain spaces: C:\Program Files\app.cjs:1:2
    /(file:[^\s()]+?|(?:[A-Za-z]:\\|\/)[^()\n]+?):(\d+:\d+)\)?$/gm,
  )) {
    if (pathOf(frame!) === file) return `${file}:${position}`;
  }
  return undefined;
}

/** Finds a syntax error of an ES module, whose place import() does not tell. */
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
