import { pathToFileURL } from 'node:url';
import { createRequire } from 'node:module';
import { scalarDocument } from '../lib/documents.js';
import { readArguments } from './load-pets.js';

const { port, pets, folder } = readArguments();
const resolve = createRequire(`${folder}/package.json`).resolve;
const load = (name) => import(pathToFileURL(resolve(name)).href);
const { createMockServer } = await import(
  pathToFileURL(`${folder}/node_modules/@scalar/mock-server/dist/index.js`).href
);
const { serve } = await load('@hono/node-server');

const app = await createMockServer({ document: scalarDocument(), logger: false });

// Its sandbox allows one second and 64 MB a run, so the pets go in by a handler, in portions.
for (let start = 0; start < pets.length; start += 500) {
  const answer = await app.request('/seed', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(pets.slice(start, start + 500)),
  });
  if (!answer.ok) throw new Error(`seeding failed: ${answer.status} ${await answer.text()}`);
}
serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
