// Writes the documents that the package carries. Runs after the bundler, from the bundle.
import { writeFile } from 'node:fs/promises';
import { createConfigSchema } from '../dist/config-schema.js';
import { createOpenApi, toYaml } from '../dist/openapi.js';

const root = new URL('../', import.meta.url);
const openApi = createOpenApi({ serverUrl: 'http://127.0.0.1:4020/v2' });
await writeFile(new URL('dist/openapi.yaml', root), toYaml(openApi));
for (const [name, document] of [
  ['openapi.json', openApi],
  ['config.schema.json', createConfigSchema()],
]) {
  await writeFile(new URL(`dist/${name}`, root), `${JSON.stringify(document, null, 2)}\n`);
}
