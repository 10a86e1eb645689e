import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { FailedError } from './errors.ts';
import { reasonOf } from './read-file.ts';

/** A port file holds a port and the end of its line, nothing else. */
const content = /^(\d{1,5})\n$/;

/**
 * Returns whether there is a port file at a path.
 *
 * @throws FailedError for anything else at the path, which stays as it is.
 */
export function checkPortFile(file: string): boolean {
  try {
    const stats = lstatSync(file);
    if (stats.isFile() && stats.size <= 6 && content.test(readFileSync(file, 'utf8'))) return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw new FailedError(`Cannot use the port file ${file}: ${reasonOf(error)}`);
  }
  throw new FailedError(
    `Cannot use the port file ${file}: something else is there. A port file holds only a port and a line break`,
  );
}

/** Replaces the port file of an earlier run. The process removes its own file when it exits. */
export function writePortFile(file: string, port: number): void {
  const isOld = checkPortFile(file);
  try {
    if (isOld) rmSync(file);
    writeFileSync(file, `${port}\n`, { flag: 'wx' });
  } catch (error) {
    throw new FailedError(`Cannot write the port file ${file}: ${reasonOf(error)}`);
  }
  const { ino, mtimeMs } = lstatSync(file);
  process.on('exit', () => {
    try {
      const now = lstatSync(file);
      // A later server may have written its own file, even with the same port.
      if (now.ino === ino && now.mtimeMs === mtimeMs) rmSync(file);
    } catch {
      // The file is gone.
    }
  });
}

/**
 * Reads the port in a port file. Returns `undefined` while there is none.
 *
 * @throws FailedError if the file cannot be read.
 */
export async function readPortFile(file: string): Promise<string | undefined> {
  try {
    return content.exec(await readFile(file, 'utf8'))?.[1];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new FailedError(`Cannot read the port file ${file}: ${reasonOf(error)}`);
  }
}
