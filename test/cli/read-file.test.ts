import { join } from 'node:path';
import { check, constantFrom, json, nat, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { findJsonFault, readJson } from '../../src/cli/read-file.ts';
import { folderWith } from '../support/folder.ts';

test.each([
  ['', 'line 1, column 1: value expected, not the end of the file'],
  ['[1, 2', 'line 1, column 6: close bracket expected, not the end of the file'],
  ['[\n  1,\n]', 'line 3, column 1: value expected, not "]"'],
  ['[1 2]', 'line 1, column 4: comma expected, not "2"'],
  ['{"a" 1}', 'line 1, column 6: colon expected, not "1"'],
  ['{a: 1}', 'line 1, column 2: invalid symbol'],
  ['{"a": 1,}', 'line 1, column 9: property name expected, not "}"'],
  ['{} {}', 'line 1, column 4: end of file expected, not "{"'],
  ['["a\nb"]', 'line 1, column 2: unexpected end of string'],
  ['[] // none', 'line 1, column 4: invalid comment token'],
])('the message for %j names the place where it stops being JSON', (text, fault) => {
  expect(findJsonFault(text)).toBe(fault);
});

test('it finds a JSON error at the place where JSON.parse does', () => {
  const isJson = (text: string) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  const agrees = (text: string) => (findJsonFault(text) === undefined) === isJson(text);
  const scrap = constantFrom(...'{}[],:"\\ 01-+.eEtrunfals/\n\u0000\ud800');
  const mistaken = property(json(), nat(), scrap, (text, at, character) => {
    const place = at % (text.length + 1);
    return agrees(text.slice(0, place) + character + text.slice(place + 1));
  });
  const odd = property(string({ unit: scrap, maxLength: 8 }), agrees);

  for (const result of [
    check(property(json(), agrees)),
    check(odd, { numRuns: 2000 }),
    check(mistaken, { numRuns: 2000 }),
  ]) {
    expect(result.counterexample).toBeNull();
  }
});

test('an error names the file, the line and the column', async () => {
  const path = join(await folderWith({ 'pets.json': '[\n  {"name": "Rex",}\n]' }), 'pets.json');

  await expect(readJson({ path, what: 'the fixtures', name: 'pets.json' })).rejects.toThrow(
    'Cannot read the fixtures pets.json: it is not valid JSON: line 2, column 18: property name expected',
  );
});

test('a byte order mark is skipped', async () => {
  const path = join(await folderWith({ 'pets.json': '\uFEFF[]' }), 'pets.json');
  expect(await readJson({ path, what: 'the fixtures' })).toEqual([]);
});
