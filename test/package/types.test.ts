import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../browser/support/run.ts';
import { withoutStorageWarning } from '../support/storage-warning.ts';
import { prepared } from '../support/prepared.ts';
import { compile } from './support/compile.ts';
import { root } from './support/package.ts';

const project = await prepared('project');

/** Compiled as strictly as can be, for one of the two ways of finding modules. */
const kinds = [
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
].map(([module, moduleResolution]) => ({
  module,
  moduleResolution,
  noUncheckedIndexedAccess: true,
}));

test('the types suit a page, which has no types of Node', async () => {
  const lib = ['es2023', 'dom', 'dom.iterable'];
  const compiling = compile(project, ['in-a-page.mts'], { ...kinds[1], types: [], lib });
  await expect(compiling).resolves.toContain(project);
});

test.each(kinds)(
  'with module $module, the types suit a test and a script that starts a server, which then run',
  async (kind) => {
    const files = ['in-a-test.mts', 'on-the-server.mts'];
    const folder = await compile(project, files, { ...kind, types: ['node'] });
    const outputs = await Promise.all(
      ['in-a-test', 'on-the-server'].map((name) =>
        run(process.execPath, [join(folder, `${name}.mjs`)], { cwd: project }),
      ),
    );
    expect(outputs.map((output) => JSON.parse(withoutStorageWarning(output)) as unknown)).toEqual([
      { statuses: [503, 200], faults: 1, pets: 2, entries: 2, refused: [true, false] },
      { failed: 503, listed: 2, count: 2, app: 'function' },
    ]);
  },
);

test('no declaration gives an array of bytes a parameter, which it has from TypeScript 5.7 on', async () => {
  const dist = join(project, 'node_modules/pet-catalog-mock/dist');
  const files = (await readdir(dist, { recursive: true })).filter((one) => one.endsWith('.d.ts'));
  const has = (file: string) => /\bUint8Array</.test(readFileSync(join(dist, file), 'utf8'));

  expect(files.length).toBeGreaterThan(0);
  expect(files.filter(has)).toEqual([]);
});

const outsideClient = 'test/outside-client';

test.each([
  ['the TypeScript of this project', 'commonjs', 'bundler', '.'],
  ['TypeScript 5.9', 'nodenext', 'nodenext', outsideClient],
])(
  'the types in CommonJS, with %s, suit a project with module %s, which then runs',
  async (_name, module, moduleResolution, from) => {
    const settings = { module, moduleResolution, types: ['node'] };
    const typescript = join(root, from, 'node_modules/typescript');
    const folder = await compile(project, ['in-commonjs.cts'], settings, typescript);
    // Node 22.12 warns that it requires ES modules, and Node 26 that there is no localStorage.
    const args = ['--no-warnings', join(folder, 'in-commonjs.cjs')];
    const output = await run(process.execPath, args, { cwd: project });
    expect(JSON.parse(output)).toEqual({ pets: 2, status: 'ok', app: 'function' });
  },
);
