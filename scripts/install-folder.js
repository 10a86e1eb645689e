import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import spawn from 'cross-spawn';

const root = join(import.meta.dirname, '..');

/**
 * Installs what a folder's lockfile says, unless that is there. No script of a package is run: none
 * needs it, and one would report the installation to another host.
 *
 * @param {string} folder a path from the root, as `test/browser`
 * @throws {Error} if the folder has no lockfile, or if npm fails; npm has then printed why
 */
export function installFolder(folder) {
  const cwd = resolve(root, folder);
  const lockfile = join(cwd, 'package-lock.json');
  // npm removes all of node_modules first: half an installation has none.
  const installed = join(cwd, 'node_modules/.installed-package-lock.json');
  if (!existsSync(lockfile)) throw new Error(`${folder} has no package-lock.json`);
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(lockfile))) return;
  console.error(`Installing what ${folder} needs`);
  const { error, status } = spawn.sync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`npm ci failed in ${folder}`);
  copyFileSync(lockfile, installed);
}
