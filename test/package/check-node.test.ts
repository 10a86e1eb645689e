import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeProblem } from '../../src/cli/node-version.ts';
import { run } from '../browser/support/run.ts';
import { folderWith } from '../cli/support/command.ts';
import { prepared } from '../support/prepared.ts';
import { manifest, root } from './support/package.ts';

await prepared('dist');
/** The words of the command. */
const message = nodeProblem('v20.10.0')!.replace(/^It/, 'pet-catalog-mock');

/** What a program says on a Node that is like an older one in what the package looks at. */
async function importOnOlderNode(flag: string, code: string): Promise<string> {
  const folder = await folderWith({
    'older.cjs': `
      delete process.getBuiltinModule;
      Object.defineProperty(process, 'versions', { value: { node: '20.10.0' } });`,
  });
  const args = [`--require=${join(folder, 'older.cjs')}`, flag, '--eval', code];
  return run(process.execPath, args, { cwd: root });
}

const entries = Object.entries(manifest.exports).filter(([, value]) => typeof value !== 'string');
const imported = ['.', './server', './vitest', './vitest/global-setup', './vite'];

test.each([
  ...imported.map((name) => [name, 'import', 'module'] as const),
  ...entries.map(([name]) => [name, 'require', 'commonjs'] as const),
])(
  'on an older Node, "%s" by %s says what is needed, before anything else of it is run',
  async (name, how, type) => {
    const conditions = manifest.exports[name] as Record<string, Record<string, string>>;
    const file = JSON.stringify(conditions[how]!['default']);
    const code = how === 'import' ? `import ${file};` : `require(${file});`;
    await expect(importOnOlderNode(`--input-type=${type}`, code)).rejects.toThrow(
      `\nError: ${message}\n`,
    );
  },
);

test('the entries for other places, and a page, do not ask for Node', async () => {
  for (const name of ['client', 'playwright', 'storybook']) {
    const code = `import './dist/${name}.js'; console.log('loaded');`;
    expect(await importOnOlderNode('--input-type=module', code)).toBe('loaded\n');
  }
  const page = "globalThis.process = { env: {} }; await import('./dist/check-node.js');";
  expect(await importOnOlderNode('--input-type=module', page)).toBe('');
});
