// Puts the API reference together in dist/docs: our page, and what it needs of swagger-ui-dist.
import { cp, mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const target = join(root, 'dist/docs');

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
for (const name of ['index.html', 'docs.js', 'docs.css']) {
  await cp(join(root, 'src/docs', name), join(target, name));
}
await cp(join(root, 'src/dashboard/public/favicon.svg'), join(target, 'favicon.svg'));
for (const name of [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'LICENSE',
  'NOTICE',
]) {
  await cp(join(swaggerUi, name), join(target, name));
}
