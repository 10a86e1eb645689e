import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blocksOf, read, root } from './support/documents.ts';

const folder = 'test/docs/snippets';
const code = blocksOf(read('README.md')).filter(({ language }) =>
  /^(?:[jt]sx?|mjs)$/.test(language),
);
const source = ({ meta }: { meta: string }) => /^snippet=([\w.-]+)(?:#([\w-]+))?$/.exec(meta);

/** What lies between `// #region name` and its end, moved to the left margin; or the whole file. */
function snippet(file: string, region: string | undefined): string {
  const text = read(join(folder, file));
  if (region === undefined) return text;
  const [, inside] =
    new RegExp(`^ *// #region ${region}\\n([^]*?)^ *// #endregion`, 'm').exec(text) ?? [];
  if (inside === undefined) throw new Error(`${file} has no region ${region}`);
  const margin = /^ */.exec(inside)![0];
  return inside.replaceAll(new RegExp(`^${margin}`, 'gm'), '');
}

test('every piece of code in the README says where it is run', () => {
  expect(code.length).toBeGreaterThan(8);
  expect(code.filter((block) => !source(block))).toEqual([]);
});

describe('the README shows the code that is run', () => {
  test.each(code.map((block) => [block.meta, block] as const))('%s', (_meta, block) => {
    const [, file, region] = source(block)!;
    expect(block.content).toBe(snippet(file!, region));
  });
});

test('every snippet is a test, or there is one that runs it', () => {
  const files = readdirSync(join(root, folder)).filter((file) => !file.includes('.test.'));
  const tests = files.map((file) => file.replace(/\.\w+$/, '.test.ts'));
  expect(tests.filter((file) => !existsSync(join(root, folder, file)))).toEqual([]);
});
