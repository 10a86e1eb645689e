import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A folder of built files, in `dist` of this package: found from wherever this module lies, as
 * the source and the bundle lie at different depths.
 */
export function assetFolder(name: string): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder);
    if (above === folder) break;
    folder = above;
  }
  return join(folder, 'dist', name);
}
