import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { age, size } from '../../src/dashboard/parts/words.tsx';
import { noFilter, toServerFilter } from '../../src/dashboard/requests/filter.ts';
import { readView, writeView } from '../../src/dashboard/state/view.ts';

const dist = join(import.meta.dirname, '../../dist/dashboard');

test('the whole page is under 40 kB compressed', async () => {
  const names = await readdir(dist, { recursive: true });
  const files = names.filter((name) => /\.\w+$/.test(name));
  const sizes = await Promise.all(
    files.map(async (name) => gzipSync(await readFile(join(dist, name))).length),
  );
  expect(files).toContain('index.html');
  expect(sizes.reduce((sum, one) => sum + one, 0)).toBeLessThan(40_000);
});

test.each([
  [age(-5), 'now'],
  [age(59_000), '59 s'],
  [age(60_000), '1 min'],
  [age(7_200_000), '2 h'],
  [age(172_800_000), '2 d'],
  [size(21), '21 B'],
  [size(1850), '1.9 kB'],
  [size(2_000_000), '2 MB'],
])('an age or a size in words: %s', (words, expected) => {
  expect(words).toBe(expected);
});

test.each([
  ['', ''],
  ['?tab=pets&q=a%26b&status=4xx&preflights=shown&request=7', undefined],
  ['?status=9xx&tab=requests', ''],
  ['?preflights=1', ''],
  ['?find=limit%3D2&faulted=only&operation=-&key=2&request=2.7', undefined],
  ['?faulted=1&key=two&request=x', ''],
])('the address %s is read and written', (query, expected) => {
  expect([...new URLSearchParams(writeView(readView(query)))].toSorted()).toEqual(
    [...new URLSearchParams(expected ?? query)].toSorted(),
  );
});

test.each([
  [{ operation: '-', status: '4xx' }, { operation: null }],
  [{ status: 'none' }, {}],
  [
    { find: 'Rex', faulted: 'only' },
    { text: 'Rex', fault: true },
  ],
  // The server looks at path and query one by one.
  [{ find: '/pets?limit' }, { text: '/pets' }],
  [{ find: '?' }, {}],
])('of the filter %j the server is given %j', (filter, expected) => {
  expect(toServerFilter({ ...noFilter, ...filter })).toEqual(expected);
});
