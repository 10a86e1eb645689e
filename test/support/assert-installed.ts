import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * For packages that `npm ci` in the root does not bring.
 *
 * @param folder One that has a `package.json` of its own, by its path in the repository.
 * @throws Error that names the command which installs them, where they are missing.
 */
export function assertInstalled(folder: string): void {
  if (existsSync(join(root, folder, 'node_modules/.package-lock.json'))) return;
  throw new Error(
    `The packages of ${folder} are missing. In the root of the repository: node scripts/install.js ${folder}`,
  );
}
