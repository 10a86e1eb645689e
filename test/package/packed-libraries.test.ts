import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type createExpress from 'express';
import { rolldown, type RolldownOptions } from 'rolldown';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '../browser/support/run.ts';
import { serve } from '../browser/support/served.ts';
import { folderWith } from '../support/folder.ts';
import { prepared } from '../support/prepared.ts';
import { withoutStorageWarning } from '../support/storage-warning.ts';
import { manifest, root } from './support/package.ts';

const project = await prepared('project');
const bin = join(project, 'node_modules/pet-catalog-mock', manifest.bin['pet-catalog-mock']!);

/** Runs a module in the project, where every connection to another host fails. */
async function runOffline(...args: string[]): Promise<string> {
  const preload = await folderWith({
    'offline.mjs': `
      import { Socket } from 'node:net';
      Socket.prototype.connect = () => { throw new Error('A connection was made'); };`,
  });
  const offline = `--import=file://${join(preload, 'offline.mjs')}`;
  return withoutStorageWarning(await run(process.execPath, [offline, ...args], { cwd: project }));
}

test('--locale de names the pets in German, offline', async () => {
  const output = await runOffline(bin, 'fixtures', '--locale', 'de', '--seed', '42');
  const pets = JSON.parse(output) as { name: string }[];
  expect(pets.slice(0, 3).map(({ name }) => name)).toEqual(['Jeremy', 'Talea', 'Sophia']);
});

test('a seed can use person, image and location of the Faker that the package brings', async () => {
  const script = `
    import { createRequire } from 'node:module';
    import { pathToFileURL } from 'node:url';
    const ofPackage = createRequire(import.meta.resolve('pet-catalog-mock'));
    const { faker } = await import(pathToFileURL(ofPackage.resolve('@faker-js/faker/locale/en')));
    const { createPetCatalog } = await import('pet-catalog-mock');
    faker.seed(7);
    const name = () => faker.person.fullName() + ' of ' + faker.location.city();
    const fixtures = faker.helpers.multiple(() => ({ name: name(), tag: faker.image.url() }));
    console.log(JSON.stringify(createPetCatalog({ fixtures }).pets.list()));`;
  const output = await runOffline('--input-type=module', '--eval', script);
  const pets = JSON.parse(output) as { name: string; tag: string }[];
  expect(pets).toHaveLength(3);
  for (const { name, tag } of pets) {
    expect(name).toMatch(/^\S+ .+ of \S+/);
    expect(tag).toMatch(/^https:\/\//);
  }
});

test('the packed server reads a JSON body of the control plane', async () => {
  const command = await serve(
    bin,
    ['--port', '0', '--log', 'none'],
    { cwd: project },
    /on (http:\S+)/,
  );
  const response = await fetch(new URL('/__admin/pets', command.url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ name: 'Jürgen' }),
  });
  expect([response.status, await response.json()]).toEqual([
    201,
    expect.objectContaining({ name: 'Jürgen' }),
  ]);
  await command.stop();
});

test('express.json of the bundle reads a compressed body in UTF-16', async () => {
  const folder = await folderWith({ 'package.json': { type: 'module' } });
  const { default: config } = (await import(join(root, 'scripts/rolldown.config.js'))) as {
    default: RolldownOptions;
  };
  const bundle = await rolldown({ ...config, cwd: root, input: { express: 'express' } });
  await bundle.write({ dir: folder, format: 'esm' });
  await bundle.close();
  const { default: express } = (await import(join(folder, 'express.js'))) as {
    default: typeof createExpress;
  };
  const app = express().post('/', express.json(), (req, res) => void res.json(req.body));
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json; charset=utf-16le', 'Content-Encoding': 'gzip' },
    body: gzipSync(Buffer.from('{"name":"J\u00fcrgen"}', 'utf16le')),
  });
  expect(await response.json()).toEqual({ name: 'J\u00fcrgen' });
});
