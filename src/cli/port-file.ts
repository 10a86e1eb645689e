import { randomUUID } from 'node:crypto';
import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { lstat, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { findOddKind } from '../server/file-kind.ts';
import { FailedError } from './errors.ts';
import { reasonOf } from './read-file.ts';

/**
 * Removes what an earlier run left, so that nobody takes its port for the one to come.
 *
 * @returns A function for a start that fails: it puts the file back if a server is at that port still.
 * @throws FailedError for what is no port file, which is left as it is.
 */
export async function clearPortFile(file: string): Promise<() => Promise<void>> {
  try {
    const before = await findPortFile(file);
    if (before === undefined) return async () => {};
    await rm(file, { force: true });
    return async () => {
      if (!(await isTaken(Number(before.port)))) return;
      try {
        await writeFile(file, `${before.port}\n`, { flag: 'wx' });
        // By its time, the server that wrote it knows its own.
        await utimes(file, before.mtime, before.mtime);
      } catch {
        // Another server has written its own, or it cannot be put back.
      }
    };
  } catch (error) {
    throw new FailedError(`Cannot use the port file ${file}: ${reasonOf(error)}`);
  }
}

/**
 * The port file that is there, if there is one.
 *
 * @throws An error for anything else in its place: also a link, as it may lead to a file of another use.
 */
async function findPortFile(file: string): Promise<{ port: string; mtime: Date } | undefined> {
  try {
    const stats = await lstat(file);
    const kind = findOddKind(stats);
    if (kind !== undefined) throw new Error(kind);
    const port = await readPort(file);
    if (port !== undefined) return { port, mtime: stats.mtime };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  throw new Error('it is no port file, which is a port and the end of its line alone');
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
  const draft = `${file}.${randomUUID()}.tmp`;
  let written: Date;
  try {
    // Something else may have come there since the start began.
    await findPortFile(file);
    await writeFile(draft, text, { flag: 'wx' });
    written = (await stat(draft)).mtime;
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw new FailedError(`Cannot write the port file ${file}: ${reasonOf(error)}`);
  }
  process.on('exit', () => {
    try {
      const stats = lstatSync(file);
      // A later server may have written its own, also with the same port.
      if (!stats.isFile() || +stats.mtime !== +written || stats.size !== text.length) return;
      if (readFileSync(file, 'utf8') === text) rmSync(file);
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
    const [port] = /^\d{1,5}(?=\n$)/.exec(await readFile(file, 'utf8')) ?? [];
    return Number(port) <= 65_535 ? port : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
