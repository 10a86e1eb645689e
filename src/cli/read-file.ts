import { access, constants, readFile } from 'node:fs/promises';
import { printParseErrorCode, visit, type JSONVisitor } from 'jsonc-parser';
import { loadDefault, StartError, type ModuleFile } from '../server/load-module.ts';
import { FailedError } from './errors.ts';

/** @param name What the user called the file. */
export async function readText(path: string, what: string, name = path): Promise<string> {
  try {
    const text = await readFile(path, 'utf8');
    return text.startsWith('\uFEFF') ? text.slice(1) : text;
  } catch (error) {
    throw new FailedError(`Cannot read ${what} ${name}: ${reasonOf(error)}`);
  }
}

/** @throws FailedError with the file's name; where it is not JSON, with the line and the column. */
export async function readJson(path: string, what: string, name = path): Promise<unknown> {
  const text = await readText(path, what, name);
  try {
    return JSON.parse(text);
  } catch {
    throw new FailedError(`${name} is not valid JSON: ${findJsonFault(text) ?? 'it is too deep'}`);
  }
}

export function isModulePath(path: string): boolean {
  return /\.[cm]?[jt]s$/i.test(path);
}

/** The default export of a module. @throws FailedError with the file's name and the cause. */
export async function readModule(file: ModuleFile): Promise<unknown> {
  const { path, what, name = path } = file;
  await findFile(path, what, name);
  try {
    return await loadDefault(file);
  } catch (error) {
    throw error instanceof StartError ? new FailedError(error.message) : error;
  }
}

export async function findFile(path: string, what: string, name: string): Promise<void> {
  try {
    await access(path, constants.R_OK);
  } catch (error) {
    throw new FailedError(`Cannot read ${what} ${name}: ${reasonOf(error)}`);
  }
}

/** What jsonc-parser's codes expect; those that are left out speak for themselves. */
const expectations: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'a key',
  ValueExpected: 'a value',
  ColonExpected: '":"',
  CommaExpected: '"," or the end of what is open',
  CloseBraceExpected: '"}"',
  CloseBracketExpected: '"]"',
  EndOfFileExpected: 'the end',
};

/**
 * Says where a text stops being JSON, as `line 3, column 14: expected a value, not "}"`;
 * `undefined` for JSON. What JSON.parse says quotes the text around the place, which may be a token.
 */
export function findJsonFault(text: string): string | undefined {
  let fault: string | undefined;
  const onError: JSONVisitor['onError'] = (code, offset, _length, line, column) => {
    const name = printParseErrorCode(code);
    const got = offset < text.length ? JSON.stringify(text[offset]) : 'the end of the file';
    const what = expectations[name]
      ? `expected ${expectations[name]}, not ${got}`
      : name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
    fault ??= `line ${line + 1}, column ${column + 1}: ${what}`;
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    fault ??= 'it is too deep';
  }
  return fault;
}

export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
      return 'there is no such file or folder';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    case 'EISDIR':
      return 'it is a folder';
    case 'ENOTDIR':
      return 'a part of its path is not a folder';
    default:
      return message;
  }
}
