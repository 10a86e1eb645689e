import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { printParseErrorCode, visit, type JSONVisitor } from 'jsonc-parser';
import { loadDefault, type UserFile } from '../server/load-module.ts';
import { FailedError } from './errors.ts';

/** Reads a file as UTF-8. @throws FailedError with the name of the file and the cause. */
export async function readText(file: UserFile): Promise<string> {
  const text = await readFile(file.path, 'utf8').catch((error: unknown) => {
    throw cannotRead(file, reasonOf(error));
  });
  // Editors on Windows put a byte order mark at the start.
  return text.replace(/^\uFEFF/, '');
}

/** Reads JSON. @throws FailedError with the name of the file, the line and the column. */
export async function readJson(file: UserFile): Promise<unknown> {
  const text = await readText(file);
  try {
    return JSON.parse(text);
  } catch {
    throw cannotRead(file, `it is not valid JSON: ${findJsonFault(text)}`);
  }
}

/**
 * Reads the default export of a module, or a file of JSON.
 *
 * @param version Another version loads a module again.
 * @throws FailedError or StartError with the name of the file and the cause.
 */
export async function readContent(file: UserFile, version?: number): Promise<unknown> {
  if (!isModulePath(file.path)) return readJson(file);
  await findFile(file);
  return loadDefault({ ...file, version });
}

export function isModulePath(path: string): boolean {
  return /\.[cm]?[jt]s$/i.test(path);
}

/** @throws FailedError if the file cannot be read. */
export async function findFile(file: UserFile): Promise<void> {
  await access(file.path, constants.R_OK).catch((error: unknown) => {
    throw cannotRead(file, reasonOf(error));
  });
}

const cannotRead = ({ path, what, name = path }: UserFile, reason: string) =>
  new FailedError(`Cannot read ${what} ${name}: ${reason}`);

/**
 * Says where a text stops being JSON: `line 3, column 14: value expected, not "}"`. Returns `undefined`
 * for JSON. The message of JSON.parse quotes the text around the place, which may be a token.
 */
export function findJsonFault(text: string): string | undefined {
  let fault: string | undefined;
  const onError: JSONVisitor['onError'] = (code, offset, _length, line, column) => {
    const words = printParseErrorCode(code)
      .replaceAll(/\B[A-Z]/g, ' $&')
      .toLowerCase();
    const found = offset < text.length ? JSON.stringify(text[offset]) : 'the end of the file';
    const got = words.endsWith('expected') ? `, not ${found}` : '';
    fault ??= `line ${line + 1}, column ${column + 1}: ${words}${got}`;
  };
  visit(text, { onError }, { disallowComments: true });
  return fault;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
};

/** Says in words why a file cannot be used. */
export function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return reasons[code] ?? message;
}
