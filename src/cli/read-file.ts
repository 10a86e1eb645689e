import { constants as limits, isUtf8 } from 'node:buffer';
import { constants, openSync } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { printParseErrorCode, visit, type JSONVisitor } from 'jsonc-parser';
import { findOddKind } from '../server/file-kind.ts';
import { loadDefault, slowTime, StartError, type ModuleFile } from '../server/load-module.ts';
import { FailedError } from './errors.ts';
import { warn } from './warn.ts';

/** V8 has no longer string. */
const maxBytes = limits.MAX_STRING_LENGTH;

/**
 * The bytes of a file or of a pipe, such as `<(command)` of a shell.
 *
 * @param what What it is for: "the fixtures".
 * @param name What the user called the file.
 * @throws FailedError with the file's name and the cause.
 */
export async function readBytes(path: string, what: string, name = path): Promise<Buffer> {
  try {
    const stats = await stat(path);
    if (stats.isFIFO()) return await readPipe(path, what, name);
    const kind = findOddKind(stats);
    if (kind !== undefined) throw new Error(kind);
    if (stats.size > maxBytes) throw new Error(tooLong);
    return await readFile(path);
  } catch (error) {
    throw cannotRead(what, name, reasonOf(error));
  }
}

const cannotRead = (what: string, name: string, reason: string) =>
  new FailedError(`Cannot read ${what} ${name}: ${reason}`);

const tooLong = `it is longer than ${Math.ceil(maxBytes / 1024 ** 2)} MiB, more than a string can hold`;

/**
 * Reads without a thread, as a thread that waits for a writer would keep the process from ending. That
 * it waits is said after a while: a pipe that nobody writes to never ends.
 */
async function readPipe(path: string, what: string, name: string): Promise<Buffer> {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const pipe = new Socket({ fd, readable: true, writable: false });
  const timer = setTimeout(warn, slowTime, `waiting for ${what}: the pipe ${name} has not ended`);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of pipe as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) throw new Error(tooLong);
      chunks.push(chunk);
    }
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks);
}

/** @throws FailedError with the file's name; where it is not UTF-8, with the line and the column. */
async function readText(path: string, what: string, name: string): Promise<string> {
  const bytes = await readBytes(path, what, name);
  const text = bytes.toString();
  if (!isUtf8(bytes)) {
    // What a decoder puts in the place of bytes that it cannot read.
    const lines = text.slice(0, text.indexOf('\uFFFD')).split('\n');
    const place = `line ${lines.length}, column ${lines.at(-1)!.length + 1}`;
    const problem = 'a character that is not UTF-8; save it as UTF-8';
    throw cannotRead(what, name, `${place}: ${problem}`);
  }
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** @throws FailedError with the file's name; where it is not JSON, with the line and the column. */
export async function readJson(path: string, what: string, name = path): Promise<unknown> {
  const text = await readText(path, what, name);
  try {
    return JSON.parse(text);
  } catch {
    const fault = findJsonFault(text) ?? 'it is too deep';
    throw cannotRead(what, name, `it is not valid JSON: ${fault}`);
  }
}

export function isModulePath(path: string): boolean {
  return /\.[cm]?[jt]s$/i.test(path);
}

/** The default export of a module. @throws FailedError with the file's name and the cause. */
export async function readModule(file: ModuleFile): Promise<unknown> {
  const { path, what, name = path } = file;
  await findFile(path, what, name);
  const onSlow = () => warn(`${what} ${name} is still loading: it awaits something`);
  try {
    return await loadDefault({ onSlow, ...file });
  } catch (error) {
    throw error instanceof StartError ? new FailedError(error.message) : error;
  }
}

export async function findFile(path: string, what: string, name: string): Promise<void> {
  await access(path, constants.R_OK).catch((error: unknown) => {
    throw cannotRead(what, name, reasonOf(error));
  });
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

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
};

export function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return reasons[code] ?? message;
}
