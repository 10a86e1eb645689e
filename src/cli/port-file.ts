import { readFileSync, rmSync, statSync } from 'node:fs';
import { readFile, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, resolve } from 'node:path';
import { findOddKind } from '../server/file-kind.ts';
import { FailedError } from './errors.ts';
import { reasonOf } from './read-file.ts';

/**
 * Removes what an earlier run left, so that nobody takes its port for the one to come.
 *
 * @returns A function for a start that fails: it puts the file back if a server is at that port still.
 * @throws FailedError for what is no file: a folder, a pipe or a device is left as it is.
 */
export async function clearPortFile(file: string): Promise<() => Promise<void>> {
  try {
    const port = await readPort(file);
    const target = await followLink(file);
    await rm(target, { force: true });
    return async () => {
      if (port === undefined || !(await isTaken(Number(port)))) return;
      await writeFile(target, `${port}\n`, { flag: 'wx' }).catch(() => {});
    };
  } catch (error) {
    throw new FailedError(`Cannot use the port file ${file}: ${reasonOf(error)}`);
  }
}

/** Where a link leads, if it is one: also to a file that is not there yet. */
async function followLink(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch {
    const target = await readlink(file).catch(() => undefined);
    return target === undefined ? file : resolve(dirname(file), target);
  }
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('error', () => answer(false));
    socket.once('connect', () => {
      socket.destroy();
      answer(true);
    });
  });
}

/** Renamed into place: who reads the file finds the whole number or no file. */
export async function writePortFile(file: string, port: number): Promise<void> {
  const text = `${port}\n`;
  const target = await followLink(file);
  const draft = `${target}.${process.pid}.tmp`;
  try {
    await writeFile(draft, text);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw new FailedError(`Cannot write the port file ${file}: ${reasonOf(error)}`);
  }
  process.on('exit', () => {
    try {
      const stats = statSync(target);
      // A later server may have written its own.
      if (!stats.isFile() || stats.size !== text.length) return;
      if (readFileSync(target, 'utf8') === text) rmSync(target);
    } catch {
      // It is gone, or not to be removed: nothing depends on it any more.
    }
  });
}

/**
 * The port in a port file; `undefined` while there is none.
 *
 * @throws FailedError for what is no file.
 */
export async function readPortFile(file: string): Promise<string | undefined> {
  try {
    return await readPort(file);
  } catch (error) {
    throw new FailedError(`Cannot read the port file ${file}: ${reasonOf(error)}`);
  }
}

/** A port and the end of its line, in bytes. */
const longest = 6;

async function readPort(file: string): Promise<string | undefined> {
  try {
    const stats = await stat(file);
    // To read a pipe would be to wait for its writer.
    const kind = findOddKind(stats);
    if (kind !== undefined) throw new Error(kind);
    if (stats.size > longest) return undefined;
    return /^\d{1,5}(?=\n$)/.exec(await readFile(file, 'utf8'))?.[0];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
