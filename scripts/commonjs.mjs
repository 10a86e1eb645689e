// Lets CommonJS have the entries of the package: a line each that requires the ES module, and the
// declarations once more in a folder that is CommonJS, where they find the declarations of msw that
// such a project has (decisions/bundle.md).
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const commonjs = join(dist, 'commonjs');

const declarations = await readdir(dist, { recursive: true });
for (const name of declarations) {
  if (!name.endsWith('.d.ts')) continue;
  await mkdir(dirname(join(commonjs, name)), { recursive: true });
  await cp(join(dist, name), join(commonjs, name));
}
await writeFile(join(commonjs, 'package.json'), '{ "type": "commonjs" }\n');
// Where `require` takes no ES module it must be CommonJS itself. It exports nothing.
const check = await readFile(join(dist, 'check-node.js'), 'utf8');
await writeFile(join(commonjs, 'check-node.js'), check.replace(/^export \{ *\};$/m, ''));

const { exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
for (const { import: module, require: entry } of Object.values(exports)) {
  if (!entry) continue;
  const target = posix.relative(posix.dirname(entry.default), module.default);
  await mkdir(dirname(join(root, entry.default)), { recursive: true });
  const checkFirst = posix.relative(posix.dirname(entry.default), 'dist/commonjs/check-node.js');
  await writeFile(
    join(root, entry.default),
    `require('${checkFirst.replace(/^(?!\.)/, './')}');\nmodule.exports = require('${target}');\n`,
  );
}
