import { readFile } from 'node:fs/promises';
import { FailedError } from './errors.ts';
import { findJsonFault } from './json-fault.ts';

/**
 * Reads a text file; a byte order mark is left out.
 *
 * @param what What it is to the user: "the fixtures".
 * @param name What the user called the file. Default: its path.
 * @throws FailedError with the file's name and why it cannot be read.
 */
export async function readText(path: string, what: string, name = path): Promise<string> {
  try {
    const text = await readFile(path, 'utf8');
    return text.startsWith('\uFEFF') ? text.slice(1) : text;
  } catch (error) {
    throw new FailedError(`Cannot read ${what} ${name}: ${reasonOf(error)}`);
  }
}

/**
 * Reads a JSON file.
 *
 * @throws FailedError with the file's name; where it is not JSON, with the line and the column.
 */
export async function readJson(path: string, what: string, name = path): Promise<unknown> {
  const text = await readText(path, what, name);
  try {
    return JSON.parse(text);
  } catch {
    throw new FailedError(`${name} is not valid JSON: ${findJsonFault(text) ?? 'it is too deep'}`);
  }
}

/** Why the system refused, in words. */
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
