import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../package/support/package.ts';

/** The folder of the tests' tools. */
const tools = join(root, 'node_modules/.cache');

/**
 * A folder that is made once, and is there for later runs.
 *
 * @param make Fills an empty folder, and gives it, or the part of it that is wanted.
 */
export async function cachedFolder(
  name: string,
  make: (folder: string) => Promise<string | void>,
  cache = tools,
): Promise<string> {
  const home = join(cache, name);
  if (existsSync(home)) return home;
  await mkdir(cache, { recursive: true });
  const staging = await mkdtemp(join(cache, 'making-'));
  try {
    const made = (await make(staging)) ?? staging;
    // Several test files may make it at once: the first whole one stays.
    await rename(made, home).catch((error: unknown) => {
      if (!existsSync(home)) throw error;
    });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return home;
}
