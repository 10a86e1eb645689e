// Writes the declarations that the entries of the package lead to.
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import spawn from 'cross-spawn';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const commonjs = join(dist, 'commonjs');
const { exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

const { status } = spawn.sync('tsc', ['-p', 'scripts/tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
if (status !== 0) process.exit(1);

const typesOf = ({ import: esm, types = esm?.types }) => types && join(root, types);
const kept = await reachableFrom(Object.values(exports).flatMap((entry) => typesOf(entry) ?? []));
for (const name of await readdir(dist, { recursive: true })) {
  const path = join(dist, name);
  if (name.endsWith('.d.ts') && !kept.has(path)) await rm(path);
}

// TypeScript in CommonJS finds other declarations of msw than in an ES module, so the main entry has its
// declarations a second time, in a folder that is CommonJS. Node requires the ES module itself.
await mkdir(commonjs);
await writeFile(join(commonjs, 'package.json'), '{ "type": "commonjs" }\n');
await writeFile(join(commonjs, 'index.js'), "module.exports = require('../index.js');\n");
for (const path of await reachableFrom([typesOf(exports['.'])])) {
  await cp(path, join(commonjs, relative(dist, path)));
}

/** Returns these declarations and all declarations that they import, at any depth. */
async function reachableFrom(paths) {
  const found = new Set(paths);
  for (const path of found) {
    const text = await readFile(path, 'utf8');
    for (const [, target] of text.matchAll(/(?:\bfrom |\bimport[ (])['"](\.[^'"]+)\.ts['"]/g)) {
      found.add(join(path, '..', `${target}.d.ts`));
    }
  }
  return found;
}
