import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf, documents, read, root } from './support/documents.ts';

const folder = 'test/docs/snippets';
const files = readdirSync(join(root, folder));
const code = documents()
  .flatMap(blocksOf)
  .filter(({ language }) => /^(?:[cm]?[jt]sx?|vue|svelte)$/.test(language));
/** A file of the folder, or one of an example by its path (`examples/vitest/pets.test.ts`). */
const source = ({ meta }: { meta: string }) => /^snippet=([\w./[\]-]+)(?:#([\w-]+))?$/.exec(meta);

/** The text between `// #region name` and its end, without the margin; or the whole file. */
function snippet(file: string, region: string | undefined): string {
  const text = read(file.startsWith('examples/') ? file : join(folder, file));
  if (region === undefined) return text;
  const [, inside] =
    new RegExp(`^ *// #region ${region}\\n([^]*?)^ *// #endregion`, 'm').exec(text) ?? [];
  if (inside === undefined) throw new Error(`${file} has no region ${region}`);
  const margin = /^ */.exec(inside)![0];
  return inside.replaceAll(new RegExp(`^${margin}`, 'gm'), '');
}

test('each code block in the documents names its snippet or its language', () => {
  expect(code.filter((block) => !source(block))).toEqual([]);
});

test.each(code)('the documents show the code that runs: $path $meta', (block) => {
  const [, file, region] = source(block)!;
  expect(block.content).toBe(snippet(file!, region));
});

test('each region of a snippet is shown once', () => {
  const regions = files.flatMap((file) =>
    Array.from(read(join(folder, file)).matchAll(/\/\/ #region (\S+)/g), ([, name]) => name),
  );
  const shown = code.flatMap((block) => {
    const [, file, region] = source(block) ?? [];
    return region === undefined || file!.startsWith('examples/') ? [] : region;
  });
  expect(shown.toSorted()).toEqual(regions.toSorted());
});

test('each snippet is a test, or a test runs it', () => {
  const tests = files
    .filter((file) => !file.includes('.test.'))
    .map((file) => file.replace(/\.\w+$/, '.test.ts'));
  expect(tests.filter((file) => !existsSync(join(root, folder, file)))).toEqual([]);
});
