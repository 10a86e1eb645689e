import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../browser/support/run.ts';
import { serve } from '../browser/support/served.ts';
import { folderWith } from '../support/folder.ts';
import { withoutStorageWarning } from '../support/storage-warning.ts';
import { hasSignals } from '../support/systems.ts';
import { prepared } from '../support/prepared.ts';
import { manifest } from './support/package.ts';

const project = await prepared('project');

const node = async (script: string) =>
  withoutStorageWarning(
    await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: project }),
  );

const command = join(project, 'node_modules/pet-catalog-mock', manifest.bin['pet-catalog-mock']!);

describe('a fresh project with the package', () => {
  test.each([
    ['pet-catalog-mock/storybook', 'addonPetCatalog'],
    ['pet-catalog-mock/verify', 'verifyService'],
  ])('imports from %s the function %s', async (entry, name) => {
    const script = `import { ${name} } from '${entry}'; console.log(typeof ${name})`;
    expect(await node(script)).toBe('function\n');
  });

  test('finds the OpenAPI document in both forms, and package.json', async () => {
    const script = `
      import { createRequire } from 'node:module';
      import { readFileSync } from 'node:fs';
      const require = createRequire(import.meta.url);
      const read = (name) => readFileSync(require.resolve('pet-catalog-mock/' + name), 'utf8');
      console.log(JSON.stringify([
        JSON.parse(read('openapi.json')).openapi,
        read('openapi.yaml').includes('operationId: listPets'),
        JSON.parse(read('package.json')).version,
      ]));`;
    expect(JSON.parse(await node(script))).toEqual([
      expect.stringMatching(/^3\.1/),
      true,
      manifest.version,
    ]);
  });

  test('has Faker and msw installed, and no package that is bundled', () => {
    const bundled =
      'valibot @mswjs/data commander express @mswjs/http-middleware cors ws sonic-boom'.split(' ');
    const isInstalled = (name: string) => existsSync(join(project, 'node_modules', name));
    expect(bundled.filter(isInstalled)).toEqual([]);
    expect(isInstalled('msw')).toBe(true);
    expect(isInstalled('@faker-js/faker')).toBe(true);
    expect(Object.keys(manifest.dependencies)).toEqual(['@faker-js/faker']);
  });

  test('runs the command: it answers, serves its pages, and ends well', async () => {
    const bin = join(project, 'node_modules/.bin/pet-catalog-mock');
    expect(await run(bin, ['--version'], { cwd: project })).toBe(`${manifest.version}\n`);

    const { url, stop } = await serve(
      command,
      ['--port', '0', '--log', 'none'],
      { cwd: project },
      /ready on (http:\S+)/,
    );
    const get = (path: string, headers: Record<string, string>) =>
      fetch(new URL(path, url), { headers });
    expect(await (await get('/v2/pets?limit=1', { 'X-API-Key': 'k' })).json()).toHaveLength(1);
    for (const path of ['/', '/docs', '/openapi.json']) {
      const page = await get(path, { Accept: path === '/openapi.json' ? '*/*' : 'text/html' });
      expect([path, page.status]).toEqual([path, 200]);
    }
    const created = await fetch(new URL('/__admin/pets', url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ name: 'Jürgen' }),
    });
    expect(await created.json()).toMatchObject({ name: 'Jürgen' });
    // Where there are signals, it ends by itself.
    expect((await stop()).code).toBe(hasSignals ? 0 : null);
  });
});

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
  const output = await runOffline(command, 'fixtures', '--locale', 'de', '--seed', '42');
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
