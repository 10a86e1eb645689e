import { describe, expect, test } from 'vitest';
import { create } from '../../src/verify/cases/case.ts';
import type { PetCatalog } from '../../src/index.ts';
import { ask, emptyCatalog } from '../support/catalog.ts';

/** What HTTP answers, and whether its length is what it says. */
async function answered(catalog: PetCatalog, path: string): Promise<unknown> {
  const response = await ask(catalog, { path });
  const bytes = await response.arrayBuffer();
  expect(response.headers.get('content-length')).toBe(String(bytes.byteLength));
  return JSON.parse(new TextDecoder().decode(bytes));
}

describe('a list that is asked for again', () => {
  const namesOf = async (catalog: PetCatalog, query = '') =>
    ((await answered(catalog, `/v2/pets${query}`)) as { name: string }[]).map(({ name }) => name);

  test('has what was created since', async () => {
    const catalog = emptyCatalog();
    expect(await namesOf(catalog)).toEqual([]);
    await ask(catalog, create({ name: 'Rex' }));
    expect(await namesOf(catalog)).toEqual(['Rex']);
    expect(await namesOf(catalog, '?limit=2')).toEqual(['Rex']);
    catalog.pets.create({ name: 'Max' });
    expect(await namesOf(catalog, '?limit=2')).toEqual(['Rex', 'Max']);
    expect(await namesOf(catalog, '?limit=1')).toEqual(['Rex']);
    expect(await namesOf(catalog)).toEqual(['Rex', 'Max']);
  });

  test('has other pets after a seed, a restore and a reset, though there are as many', async () => {
    const catalog = emptyCatalog({ fixtures: [{ name: 'Alba' }] });
    const other = emptyCatalog({ fixtures: [{ name: 'Bruno' }] }).snapshot();
    expect(await namesOf(catalog)).toEqual(['Alba']);
    catalog.restore(other);
    expect(await namesOf(catalog)).toEqual(['Bruno']);
    catalog.reset();
    expect(await namesOf(catalog)).toEqual(['Alba']);
    catalog.seed({ fixtures: [{ name: 'Cleo' }] });
    expect(await namesOf(catalog)).toEqual(['Cleo']);
  });
});

describe('a pet is answered as it was given', () => {
  const odd = [
    ['quotes', 'say "hi"'],
    ['a backslash', 'back\\slash'],
    ['an ending that looks like JSON', '"}'],
    ['control characters', 'a\n\u0000\u001f'],
    ['half a character', '\ud800'],
    ['letters that are not ASCII', 'Zoë €🐶'],
    ['line separators', '\u2028'],
  ];

  test.each(odd)('with %s in its id, its name and its tag', async (_what, text) => {
    const pets = [
      { name: text!, tag: text!, id: text! },
      { name: 'plain', tag: '', id: 'plain' },
    ];
    const catalog = emptyCatalog({ fixtures: pets });
    expect(catalog.pets.list()).toEqual(pets);
    expect(await answered(catalog, '/v2/pets')).toEqual(pets);
    // Half a character cannot be in a URL.
    if (!/\p{Cs}/u.test(text!)) {
      expect(await answered(catalog, `/v2/pets/${encodeURIComponent(text!)}`)).toEqual(pets[0]);
    }
    // What comes of a snapshot is the same, byte for byte.
    const copy = emptyCatalog({ fixtures: catalog.snapshot() });
    expect(JSON.stringify(copy.pets.list())).toBe(JSON.stringify(pets));
  });
});
