import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { h, render } from 'preact';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { JournalEntry } from '../../src/client/index.ts';
import { age, size } from '../../src/dashboard/parts/words.tsx';
import { toCurl } from '../../src/dashboard/requests/copies.ts';
import { matchesFilter, noFilter, toServerFilter } from '../../src/dashboard/requests/filter.ts';
import { useLoaded } from '../../src/dashboard/state/loaded.ts';
import { readView, writeView } from '../../src/dashboard/state/view.ts';
import { arrivedEntry } from '../support/arrival.ts';

const dist = join(import.meta.dirname, '../../dist/dashboard');

const entryOf = (part: Partial<JournalEntry>): JournalEntry => ({
  ...arrivedEntry(),
  operation: 'listPets',
  status: 200,
  ...part,
});

test('the whole page is under 40 kB compressed', async () => {
  const names = await readdir(dist, { recursive: true });
  const files = names.filter((name) => /\.\w+$/.test(name));
  const sizes = await Promise.all(
    files.map(async (name) => gzipSync(await readFile(join(dist, name))).length),
  );
  expect(files).toContain('index.html');
  expect(sizes.reduce((sum, one) => sum + one, 0)).toBeLessThan(40_000);
});

test.each<[Partial<JournalEntry>, string]>([
  [{ requestHeaders: { 'x-api-key': 'test-key-01' } }, `--header 'x-api-key: test-key-01'`],
  [{ requestHeaders: { 'x-api-key': '' } }, `--header 'x-api-key;'`],
  // What only the own connection needs is left out.
  [
    { requestHeaders: { host: 'x', connection: 'close', prefer: 'code=503', accept: '*/*' } },
    `--header 'prefer: code=503' --header 'accept: */*'`,
  ],
  [{ method: 'POST', requestBody: '{}' }, `--header 'content-type:' --data-raw '{}'`],
])('the curl command of %j has %s', (part, expected) => {
  const origin = 'http://localhost:4020';
  expect(toCurl(entryOf(part), origin)).toBe(`curl '${origin}/v2/pets' ${expected}`);
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
  [{}, { operation: '', status: '' }, true],
  [{}, { operation: 'getPet', status: '' }, false],
  [{ operation: null }, { operation: '-', status: '' }, true],
  [{ status: 404 }, { operation: '', status: '4xx' }, true],
  [{ status: 404 }, { operation: '', status: '5xx' }, false],
  [{ status: null }, { operation: '', status: 'none' }, true],
  [{ status: null }, { operation: '', status: '2xx' }, false],
  [{}, { faulted: 'only' }, false],
  [{ fault: 'f1' }, { faulted: 'only' }, true],
  [{ path: '/v2/pets', requestHeaders: { 'x-name': 'Rex' } }, { find: 'rex' }, false],
])('the entry %j and the filter %j: %s', (part, filter, expected) => {
  expect(matchesFilter(entryOf(part), { ...noFilter, ...filter })).toBe(expected);
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

test('what is asked for while something is read is read once more, and no more after the end', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const outcomes: unknown[] = [];
  let reads = 0;
  let again = () => {};
  function Part() {
    const { value, reload } = useLoaded(async () => {
      if (++reads === 1) for (let time = 0; time < 5; time++) reload();
      return reads;
    }, []);
    again = reload;
    outcomes.push(value);
    return null;
  }
  const place = { childNodes: [] } as unknown as Element;
  render(h(Part, null), place);
  await vi.advanceTimersByTimeAsync(2000);
  expect(outcomes).toEqual([undefined, 1, 2]);
  again();
  await vi.advanceTimersByTimeAsync(100);
  again();
  render(null, place);
  await vi.advanceTimersByTimeAsync(2000);
  expect(reads).toBe(3);
});
