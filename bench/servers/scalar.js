// Scalar's mock server on @hono/node-server, with the pets as examples: node scalar.js FOLDER DOCUMENT --port PORT
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, document, , port] = process.argv.slice(2);
const { resolve } = createRequire(join(folder, 'package.json'));
const load = (name) => import(pathToFileURL(resolve(name)).href);
const { createMockServer } = await load('@scalar/mock-server');
const { serve } = await load('@hono/node-server');

const { fetch } = await createMockServer({ document: JSON.parse(readFileSync(document, 'utf8')) });
serve({ fetch, port: Number(port), hostname: '127.0.0.1' });
