import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeProblem } from '../../src/cli/node-version.ts';
import { manifest } from '../package/support/package.ts';
import { testedNodes } from '../support/other-node.ts';
import { folderWith, runCommand } from './support/command.ts';

const wanted = 'It needs Node 20.19 or a later 20, 22.12 or a later 22, or 24 or later';

test.each(['v12.22.12', 'v18.20.8', 'v20.18.3', 'v22.11.0', 'v23.11.1'])(
  'Node %s is refused: the message names it and what is needed',
  (version) => expect(nodeProblem(version)).toBe(`${wanted}; this is Node ${version.slice(1)}`),
);

test('the versions that are taken are those of "engines", and the tests run on its ends', () => {
  const ranges = manifest.engines.node.split(' || ').map((range) => {
    const [, sign, major, minor] = /^(\^|>=)(\d+)\.(\d+)\.0$/.exec(range)!;
    return { isOpen: sign === '>=', major: Number(major), minor: Number(minor) };
  });
  const isNamed = (major: number, minor: number) =>
    ranges.some((from) =>
      major === from.major ? minor >= from.minor : from.isOpen && major > from.major,
    );
  for (let major = 12; major < 40; major++) {
    for (let minor = 0; minor < 30; minor++) {
      const problem = nodeProblem(`v${major}.${minor}.1`);
      expect([major, minor, problem === undefined]).toEqual([major, minor, isNamed(major, minor)]);
    }
  }
  expect(nodeProblem('v24.0.0-nightly20250101')).toBeUndefined();
  for (const { major, minor } of ranges) {
    expect(testedNodes).toContain(minor === 0 ? String(major) : `${major}.${minor}.0`);
  }
});

test('on an older Node the command ends with status 1 and one line, and loads nothing else', async () => {
  // What process.getBuiltinModule lacks on these versions, the rest of the command asks for.
  const folder = await folderWith({
    'older.cjs':
      "Object.defineProperty(process, 'version', { value: 'v21.7.3' }); delete process.getBuiltinModule;",
  });
  const env = { NODE_OPTIONS: `--require=${join(folder, 'older.cjs')}` };
  const stderr = `pet-catalog-mock: ${wanted}; this is Node 21.7.3\n`;
  expect(await runCommand(['--version'], { env })).toMatchObject({ code: 1, stdout: '', stderr });
});

test("the command's own file imports nothing before the check, in syntax that Node 14 knows", async () => {
  const code = await readFile('dist/cli.js', 'utf8');
  expect(code).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(code).not.toMatch(/^import\b/m);
  expect(code).not.toMatch(/\?\?=|\|\|=|&&=|\.at\(|\bstatic \{|#\w+ in /);
});
