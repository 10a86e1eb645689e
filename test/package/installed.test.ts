import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../browser/support/run.ts';
import { serve } from '../browser/support/served.ts';
import { withoutStorageWarning } from '../support/storage-warning.ts';
import { hasSignals } from '../support/systems.ts';
import { prepared } from '../support/prepared.ts';
import { manifest } from './support/package.ts';

const project = await prepared('project');

const node = async (script: string) =>
  withoutStorageWarning(
    await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: project }),
  );

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

  test('has what the command needs: it answers, serves its pages, and ends well', async () => {
    const bin = join(project, 'node_modules/.bin/pet-catalog-mock');
    expect(await run(bin, ['--version'], { cwd: project })).toBe(`${manifest.version}\n`);

    const command = await serve(
      join(project, 'node_modules/pet-catalog-mock', manifest.bin['pet-catalog-mock']!),
      ['--port', '0', '--log', 'none'],
      { cwd: project },
      /ready on (http:\S+)/,
    );
    const get = (path: string, headers: Record<string, string>) =>
      fetch(new URL(path, command.url), { headers });
    expect(await (await get('/v2/pets?limit=1', { 'X-API-Key': 'k' })).json()).toHaveLength(1);
    for (const path of ['/', '/docs', '/openapi.json']) {
      const page = await get(path, { Accept: path === '/openapi.json' ? '*/*' : 'text/html' });
      expect([path, page.status]).toEqual([path, 200]);
    }
    const created = await fetch(new URL('/__admin/pets', command.url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ name: 'Jürgen' }),
    });
    expect(await created.json()).toMatchObject({ name: 'Jürgen' });
    // Where there are signals, it ends by itself.
    expect((await command.stop()).code).toBe(hasSignals ? 0 : null);
  });
});
