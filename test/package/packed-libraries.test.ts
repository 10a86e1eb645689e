import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../browser/support/run.ts';
import { folderWith } from '../support/folder.ts';
import { prepared } from '../support/prepared.ts';
import { withoutStorageWarning } from '../support/storage-warning.ts';
import { manifest } from './support/package.ts';

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
