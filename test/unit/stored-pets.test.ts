import { expect, test } from 'vitest';
import { answeredAt, emptyCatalog } from '../support/catalog.ts';

const odd = [
  ['quotes', 'say "hi"'],
  ['a backslash', 'back\\slash'],
  ['an ending that looks like JSON', '"}'],
  ['control characters', 'a\n\u0000\u001f'],
  ['half a character', '\ud800'],
  ['letters that are not ASCII', 'Zoë €🐶'],
  ['line separators', '\u2028'],
];

test.each(odd)(
  'a pet is answered as it was given with %s in its id, its name and its tag',
  async (_what, text) => {
    const pets = [
      { name: text!, tag: text!, id: text! },
      { name: 'plain', tag: '', id: 'plain' },
    ];
    const catalog = emptyCatalog({ fixtures: pets });
    expect(catalog.pets.list()).toEqual(pets);
    expect(await answeredAt(catalog, '/v2/pets')).toEqual(pets);
    // Half a character cannot be in a URL.
    if (!/\p{Cs}/u.test(text!)) {
      expect(await answeredAt(catalog, `/v2/pets/${encodeURIComponent(text!)}`)).toEqual(pets[0]);
    }
    // What comes of a snapshot is the same, byte for byte.
    const copy = emptyCatalog({ fixtures: catalog.snapshot() });
    expect(JSON.stringify(copy.pets.list())).toBe(JSON.stringify(pets));
  },
);
