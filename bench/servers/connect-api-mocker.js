// Files named after method and path answer; the pets hang on globalThis, where those files find them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byId, firstOf, readArguments } from './load-pets.js';

const { port, pets, folder } = readArguments();
const require = createRequire(`${folder}/package.json`);
const connect = require('connect');
const apiMocker = require('connect-api-mocker');
const answers = mkdtempSync(join(tmpdir(), 'connect-api-mocker-'));
process.on('exit', () => rmSync(answers, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit(0));

globalThis.pets = byId(pets);
globalThis.firstOf = firstOf;
globalThis.send = (response, status, value) => {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
};
mkdirSync(join(answers, 'pets', '__id__'), { recursive: true });
writeFileSync(
  join(answers, 'pets', '__id__', 'GET.cjs'),
  `module.exports = (request, response) => {
    const pet = globalThis.pets.get(request.params.id);
    globalThis.send(response, pet ? 200 : 404, pet ?? { error: 'Pet not found' });
  };`,
);
writeFileSync(
  join(answers, 'pets', 'GET.cjs'),
  `module.exports = (request, response) => {
    const limit = new URLSearchParams(request.url.split('?')[1]).get('limit');
    globalThis.send(response, 200, globalThis.firstOf(globalThis.pets, Number(limit ?? Infinity)));
  };`,
);
writeFileSync(
  join(answers, 'pets', 'POST.cjs'),
  `const { randomUUID } = require('node:crypto');
  module.exports = (request, response) => {
    const { name, tag = '' } = request.body;
    const pet = { name, tag, id: randomUUID() };
    globalThis.pets.set(pet.id, pet);
    globalThis.send(response, 201, pet);
  };`,
);

// It takes the folder relative to the working directory only.
process.chdir(answers);
createServer(connect().use(apiMocker('/v2', '.'))).listen(port, '127.0.0.1');
