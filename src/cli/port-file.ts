import { rmSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { FailedError } from './errors.ts';
import { reasonOf } from './read-file.ts';

/** Removes what an earlier run left, so that nobody takes its port for the one to come. */
export async function clearPortFile(file: string): Promise<void> {
  try {
    await rm(file, { force: true });
  } catch (error) {
    throw new FailedError(`Cannot use the port file ${file}: ${reasonOf(error)}`);
  }
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
      rmSync(file, { force: true });
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
