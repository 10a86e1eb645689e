import { randomUUID } from 'node:crypto';
import { lstatSync, rmSync } from 'node:fs';
import { lstat, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { findOddKind } from '../server/file-kind.ts';
import { FailedError } from './errors.ts';
import { reasonOf } from './read-file.ts';

/**
 * Removes what an earlier run left, so that nobody takes its port for the one to come.
 *
 * @returns A function for a start that fails: it puts the file back, whose server may run still.
 * @throws FailedError for what is no port file, which is left as it is.
 */
export async function clearPortFile(file: string) {
  try {
    const before = await findPortFile(file);
    await rm(file, { force: true });
    return async () => {
      if (before === undefined) return;
      await writeFile(file, `${before.port}\n`, { flag: 'wx' });
      // By its time, the server that wrote it knows its own.
      await utimes(file, before.mtime, before.mtime);
    };
  } catch (error) {
    throw new FailedError(`Cannot use the port file ${file}: ${reasonOf(error)}`);
  }
}

/** @throws An error for anything but a port file: also for a link, which may lead to a file of another use. */
async function findPortFile(file: string) {
  const found = await look(file, lstat);
  if (!found || found.port !== undefined) return found;
  throw new Error('it is no port file, which is a port and the end of its line alone');
}

/** Renamed into place: who reads the file finds the whole number or no file. */
export async function writePortFile(file: string, port: number): Promise<void> {
  const draft = `${file}.${randomUUID()}.tmp`;
  let written: Date;
  try {
    // Something else may have come there since the start began.
    await findPortFile(file);
    await writeFile(draft, `${port}\n`, { flag: 'wx' });
    written = (await stat(draft)).mtime;
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw new FailedError(`Cannot write the port file ${file}: ${reasonOf(error)}`);
  }
  process.on('exit', () => {
    try {
      // A later server may have written its own, also with the same port.
      if (+lstatSync(file).mtime === +written) rmSync(file);
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
    return (await look(file, stat))?.port;
  } catch (error) {
    throw new FailedError(`Cannot read the port file ${file}: ${reasonOf(error)}`);
  }
}

/** A port and the end of its line, in bytes. */
const longest = 6;

/** What is in a file, as far as it is a port; `undefined` where there is none. */
async function look(file: string, toStats: typeof stat) {
  try {
    const stats = await toStats(file);
    // To read a pipe would be to wait for its writer.
    const kind = findOddKind(stats);
    if (kind !== undefined) throw new Error(kind);
    const text = stats.size > longest ? '' : await readFile(file, 'utf8');
    const [port] = /^\d{1,5}(?=\n$)/.exec(text) ?? [];
    return { port: Number(port) <= 65_535 ? port : undefined, mtime: stats.mtime };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
