import { constants as limits, isUtf8 } from 'node:buffer';
import { constants, openSync } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { printParseErrorCode, visit, type JSONVisitor } from 'jsonc-parser';
import { findOddKind } from '../server/file-kind.ts';
import { loadDefault, slowTime, type UserFile } from '../server/load-module.ts';
import { FailedError } from './errors.ts';
import { warn } from './warn.ts';

/** V8 has no longer string. */
const maxBytes = limits.MAX_STRING_LENGTH;

/**
 * The bytes of a file or of a pipe, such as `<(command)` of a shell.
 *
 * @throws FailedError with the file's name and the cause.
 */
export async function readBytes(file: UserFile): Promise<Buffer> {
  try {
    const stats = await stat(file.path);
    if (stats.isFIFO()) return await readPipe(file);
    const kind = findOddKind(stats);
    if (kind !== undefined) throw new Error(kind);
    if (stats.size > maxBytes) throw new Error(tooLong);
    return await readFile(file.path);
  } catch (error) {
    throw cannotRead(file, reasonOf(error));
  }
}

const cannotRead = ({ path, what, name = path }: UserFile, reason: string) =>
  new FailedError(`Cannot read ${what} ${name}: ${reason}`);

const tooLong = `it is longer than ${Math.ceil(maxBytes / 1024 ** 2)} MiB, more than a string can hold`;

/**
 * Reads without a thread, as a thread that waits for a writer would keep the process from ending. That
 * it waits is said after a while: a pipe that nobody writes to never ends.
 */
async function readPipe({ path, what, name = path }: UserFile): Promise<Buffer> {
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

/** @throws FailedError with the file's name; where it is no JSON in UTF-8, with the line and the column. */
export async function readJson(file: UserFile): Promise<unknown> {
  const bytes = await readBytes(file);
  const text = bytes.toString().replace(/^\uFEFF/, '');
  if (!isUtf8(bytes)) {
    // What a decoder puts in the place of bytes that it cannot read.
    const lines = text.slice(0, text.indexOf('\uFFFD')).split('\n');
    const place = `line ${lines.length}, column ${lines.at(-1)!.length + 1}`;
    throw cannotRead(file, `${place}: a character that is not UTF-8; save it as UTF-8`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw cannotRead(file, `it is not valid JSON: ${findJsonFault(text)}`);
  }
}

export function isModulePath(path: string): boolean {
  return /\.[cm]?[jt]s$/i.test(path);
}

/**
 * The default export of a module, or what is in a file of JSON.
 *
 * @param version Another one loads a module anew.
 * @throws FailedError or StartError with the file's name and the cause.
 */
export async function readContent(file: UserFile, version?: number): Promise<unknown> {
  if (!isModulePath(file.path)) return readJson(file);
  await findFile(file);
  return loadDefault({ ...file, version, warn });
}

export async function findFile(file: UserFile): Promise<void> {
  await access(file.path, constants.R_OK).catch((error: unknown) => {
    throw cannotRead(file, reasonOf(error));
  });
}

/**
 * Says where a text stops being JSON, as `line 3, column 14: value expected, not "}"`;
 * `undefined` for JSON. What JSON.parse says quotes the text around the place, which may be a token.
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
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch {
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
