// Writes the documents that the package carries. The bundle generates them.
import { writeFile } from 'node:fs/promises';
import { createConfigSchema } from '../dist/config-schema.js';
import { createOpenApi, toYaml } from '../dist/openapi.js';

const openApi = createOpenApi({ serverUrl: 'http://127.0.0.1:4020/v2' });
const toJson = (document) => `${JSON.stringify(document, null, 2)}\n`;
for (const [name, text] of [
  ['openapi.yaml', toYaml(openApi)],
  ['openapi.json', toJson(openApi)],
  ['config.schema.json', toJson(createConfigSchema())],
]) {
  await writeFile(new URL(`../dist/${name}`, import.meta.url), text);
}
