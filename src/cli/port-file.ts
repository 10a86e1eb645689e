import { readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { FailedError } from './errors.ts';
import { reasonOf } from './read-file.ts';

/**
 * Removes what an earlier run left, so that nobody takes its port for the one to come.
 *
 * @returns A function for a start that fails: it puts the file back if a server is at that port still.
 */
export async function clearPortFile(file: string): Promise<() => Promise<void>> {
  try {
    const port = await readPortFile(file);
    await rm(file, { force: true });
    return async () => {
      if (port === undefined || !(await isTaken(Number(port)))) return;
      await writeFile(file, `${port}\n`, { flag: 'wx' }).catch(() => {});
    };
  } catch (error) {
    if (error instanceof FailedError) throw error;
    throw new FailedError(`Cannot use the port file ${file}: ${reasonOf(error)}`);
  }
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/** Renamed into place: who reads the file finds the whole number or no file. */
export async function writePortFile(file: string, port: number): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(draft, `${port}\n`);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw new FailedError(`Cannot write the port file ${file}: ${reasonOf(error)}`);
  }
  process.on('exit', () => {
    try {
      // A later server may have written its own.
      if (readFileSync(file, 'utf8') === `${port}\n`) rmSync(file);
    } catch {
      // It is gone, or not to be removed: nothing depends on it any more.
    }
  });
}

/** The port in a port file; `undefined` while there is none. */
export async function readPortFile(file: string): Promise<string | undefined> {
  try {
    return /^\d{1,5}(?=\n$)/.exec(await readFile(file, 'utf8'))?.[0];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new FailedError(`Cannot read the port file ${file}: ${reasonOf(error)}`);
  }
}
