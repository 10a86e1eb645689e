import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../browser/support/run.ts';

/**
 * Compiles files of a project as strictly as can be, and gives the folder of what comes of it.
 *
 * @param typescript The compiler's package. Default: the project's own.
 * @throws Error with what the compiler says.
 */
export async function compile(
  project: string,
  files: readonly string[],
  settings: object,
  typescript = join(project, 'node_modules/typescript'),
): Promise<string> {
  const outDir = await mkdtemp(join(project, 'compiled-'));
  const compilerOptions = {
    target: 'es2022',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipDefaultLibCheck: true,
    outDir,
    rootDir: project,
    ...settings,
  };
  const config = { compilerOptions, files: files.map((file) => join(project, file)) };
  await writeFile(join(outDir, 'tsconfig.json'), JSON.stringify(config));
  await run(process.execPath, [join(typescript, 'bin/tsc'), '-p', outDir], { cwd: project });
  return outDir;
}
