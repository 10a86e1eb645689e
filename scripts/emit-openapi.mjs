// Writes the OpenAPI document that the package carries. Runs after the bundler, from the bundle.
import { readFile, writeFile } from 'node:fs/promises';
import { createOpenApi, toYaml } from '../dist/openapi.js';

const root = new URL('../', import.meta.url);
const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));
const document = createOpenApi({ serverUrl: 'http://127.0.0.1:4020/v2', version });
await writeFile(new URL('dist/openapi.json', root), `${JSON.stringify(document, null, 2)}\n`);
await writeFile(new URL('dist/openapi.yaml', root), toYaml(document));
