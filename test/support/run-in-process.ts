import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { patience } from './patience.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Runs a script, with `createPetCatalog` at hand, in a Node process of its own.
 *
 * It bundles the sources first, as Node 20 does not run TypeScript; the bundle lies among the
 * packages that it imports.
 *
 * @returns What the script writes on standard output.
 */
export async function runInProcess(script: string): Promise<string> {
  const folder = await mkdtemp(join(root, 'node_modules', '.test-'));
  try {
    const entry = join(folder, 'entry.ts');
    const source = JSON.stringify(join(root, 'src/index.ts'));
    await writeFile(entry, `import { createPetCatalog } from ${source};\n${script}`);
    const bundle = await rolldown({
      input: entry,
      platform: 'node',
      external: (id) => !id.startsWith('.') && !isAbsolute(id),
      cwd: root,
    });
    const file = join(folder, 'entry.mjs');
    await bundle.write({ file, format: 'esm', codeSplitting: false });
    await bundle.close();
    const { stdout } = await promisify(execFile)(process.execPath, [file], { timeout: patience });
    return stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
