// Puts the API reference together in dist/docs: our page, and what it needs of swagger-ui-dist.
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { addLicenses } from './third-party-licenses.js';

const root = join(import.meta.dirname, '..');
const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const target = join(root, 'dist/docs');

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
for (const path of [
  'src/docs/index.html',
  'src/docs/docs.js',
  'src/docs/docs.css',
  'src/dashboard/public/favicon.svg',
]) {
  await cp(join(root, path), join(target, basename(path)));
}
for (const name of [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'LICENSE',
  'NOTICE',
]) {
  await cp(join(swaggerUi, name), join(target, name));
}

const texts = ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'].map((name) =>
  readFile(join(swaggerUi, name), 'utf8'),
);
const { name, version, license } = JSON.parse(
  await readFile(join(swaggerUi, 'package.json'), 'utf8'),
);
await addLicenses('dist/docs', [
  { name, version, license, text: (await Promise.all(texts)).join('\n') },
]);
