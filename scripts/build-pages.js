// Builds the pages that the server serves: the dashboard, and the API reference with its Swagger UI.
import { cp, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');

await build({ configFile: join(root, 'src/dashboard/vite.config.js'), logLevel: 'warn' });

const docs = join(root, 'dist/docs');
const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const files = {
  [join(root, 'src/api-reference')]: ['index.html', 'docs.js', 'docs.css'],
  [join(root, 'src/dashboard/public')]: ['favicon.svg'],
  [swaggerUi]: [
    'swagger-ui.css',
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
    'LICENSE',
    'NOTICE',
  ],
};
await mkdir(docs, { recursive: true });
for (const [folder, names] of Object.entries(files)) {
  for (const name of names) await cp(join(folder, name), join(docs, name));
}
