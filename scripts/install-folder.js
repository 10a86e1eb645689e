import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import spawn from 'cross-spawn';

const root = join(import.meta.dirname, '..');

/** When a file was last written; nothing where it is missing. */
const timeOf = (...path) => statSync(resolve(root, ...path), { throwIfNoEntry: false })?.mtimeMs;

/**
 * Installs what a folder's lockfile says, unless that is there.
 *
 * @param {string} folder a path from the root, as `test/browser`
 * @throws {Error} when there is no lockfile, or npm fails, which has then said why
 */
export function installFolder(folder) {
  const wanted = timeOf(folder, 'package-lock.json');
  if (wanted === undefined) throw new Error(`${folder} has no package-lock.json`);
  // npm writes it last, and removes it first: none is there after half an installation.
  if (timeOf(folder, 'node_modules/.package-lock.json') >= wanted) return;
  console.error(`Installing what ${folder} needs`);
  const { error, status } = spawn.sync('npm', ['ci', '--loglevel=error'], {
    cwd: resolve(root, folder),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`npm ci failed in ${folder}`);
}
