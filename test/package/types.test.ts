import { mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../browser/support/run.ts';
import { withoutStorageWarning } from '../support/storage-warning.ts';
import { installedProject } from './support/installed-project.ts';
import { root } from './support/package.ts';

const project = await installedProject();

const strictest = {
  target: 'es2022',
  strict: true,
  exactOptionalPropertyTypes: true,
  skipDefaultLibCheck: true,
};

describe.each([
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])('the types, with module %s and moduleResolution %s', (module, moduleResolution) => {
  const check = async (files: string[], settings: object) => {
    const config = join(project, `tsconfig-${moduleResolution}-${files[0]}.json`);
    const compilerOptions = {
      module,
      moduleResolution,
      ...strictest,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      outDir: join(project, moduleResolution),
      ...settings,
    };
    await writeFile(config, JSON.stringify({ compilerOptions, files }));
    return run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', config], {
      cwd: project,
    });
  };

  test('suit a page, which has no types of Node', async () => {
    expect(
      await check(['in-a-page.mts'], { types: [], lib: ['es2023', 'dom', 'dom.iterable'] }),
    ).toBe('');
  });

  test('suit a test and a script that starts a server, which then run', async () => {
    expect(await check(['in-a-test.mts', 'on-the-server.mts'], { types: ['node'] })).toBe('');
    const outputs = await Promise.all(
      ['in-a-test', 'on-the-server'].map((name) =>
        run(process.execPath, [`${moduleResolution}/${name}.mjs`], { cwd: project }),
      ),
    );
    expect(outputs.map((output) => JSON.parse(withoutStorageWarning(output)) as unknown)).toEqual([
      { statuses: [503, 200], faults: 1, pets: 2, entries: 2, refused: [true, false] },
      { failed: 503, listed: 2, count: 2, app: 'function' },
    ]);
  });
});

test('no declaration gives an array of bytes a parameter, which it has from TypeScript 5.7 on', async () => {
  const dist = join(project, 'node_modules/pet-catalog-mock/dist');
  const files = (await readdir(dist, { recursive: true })).filter((one) => one.endsWith('.d.ts'));
  const texts = await Promise.all(files.map((file) => readFile(join(dist, file), 'utf8')));

  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((_file, index) => /\bUint8Array</.test(texts[index]!))).toEqual([]);
});

const outsideClient = 'test/outside-client';

// In node10, TypeScript 5.9 finds the declarations by another way, but they are the same ones: it
// need not check them twice, which is slow.
describe.each([
  ['the TypeScript of this project', '.', 'nodenext', 'nodenext', false],
  ['the TypeScript of this project', '.', 'commonjs', 'bundler', false],
  ['TypeScript 5.9', outsideClient, 'nodenext', 'nodenext', false],
  ['TypeScript 5.9', outsideClient, 'commonjs', 'node10', true],
])(
  'the types in CommonJS, with %s',
  // The compiler runs in processes of its own, and slowly while other tests run.
  (_name, from, module, moduleResolution, skipLibCheck) => {
    test(`suit a project with module ${module}, which then runs`, async () => {
      const outDir = await mkdtemp(join(project, 'commonjs-'));
      const config = join(outDir, 'tsconfig.json');
      const compilerOptions = {
        module,
        moduleResolution,
        ...strictest,
        skipLibCheck,
        types: ['node'],
        outDir,
        rootDir: project,
      };
      const settings = { compilerOptions, files: ['../in-commonjs.cts'] };
      await writeFile(config, JSON.stringify(settings));
      const tsc = join(root, from, 'node_modules/typescript/bin/tsc');
      expect(await run(process.execPath, [tsc, '-p', config], { cwd: project })).toBe('');
      // Node 22.12 warns that it requires ES modules, and Node 26 that there is no localStorage.
      const args = ['--no-warnings', join(outDir, 'in-commonjs.cjs')];
      const output = await run(process.execPath, args, { cwd: project });
      expect(JSON.parse(output)).toEqual({ pets: 2, status: 'ok' });
    });
  },
);
