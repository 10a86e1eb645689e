// Lets CommonJS have the entries of the package: a line each that requires the ES module, and the
// declarations once more in a folder that is CommonJS, where they find the declarations of msw that
// such a project has (decisions/bundle.md).
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const target = join(dist, 'commonjs');

const declarations = await readdir(dist, { recursive: true });
for (const name of declarations) {
  if (!name.endsWith('.d.ts')) continue;
  await mkdir(dirname(join(target, name)), { recursive: true });
  await cp(join(dist, name), join(target, name));
}
await writeFile(join(target, 'package.json'), '{ "type": "commonjs" }\n');

const { exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
for (const { require: entry } of Object.values(exports)) {
  if (!entry) continue;
  const name = basename(entry.default);
  await writeFile(join(root, entry.default), `module.exports = require('../${name}');\n`);
}
