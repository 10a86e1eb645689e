import { describe, expect, test } from 'vitest';
import {
  bodyDifferences,
  contains,
  matchesHeaders,
  matchesQuery,
  parseHeaders,
} from '../../src/catalog/match.ts';

test.each([
  ['limit=2', { limit: '2', tag: 'dog' }, false],
  ['tag=guard%20dog', { tag: 'guard dog' }, true],
  ['tag=cat&tag=dog', { tag: 'dog' }, true],
  ['tag=cat', 'tag=cat&tag=dog', false],
  ['', 'limit=2', false],
])('the query %j matches %j: %s', (query, wanted, expected) => {
  expect(matchesQuery(query, wanted)).toBe(expected);
});

const sentHeaders = ['Host', 'localhost', 'X-Trace', ' a ', 'Accept', 'text/html', 'accept', '*/*'];
test.each([
  [{ 'X-TRACE': 'a', host: 'localhost' }, true],
  [{ 'X-Trace': 'A' }, false],
  [{ 'X-Trace': 'a', 'X-Other': '' }, false],
  [{ accept: 'text/html, */*' }, true],
  [{ accept: 'text/html' }, false],
  [{ 'x-trace': ' a ' }, true],
  // As long as the name of another.
  [{ Cookie: 'text/html, */*' }, false],
])('headers match %j: %s', (wanted, expected) => {
  expect(matchesHeaders(parseHeaders(sentHeaders), wanted as Record<string, string>)).toBe(
    expected,
  );
});

describe('a body', () => {
  test.each([
    [{ name: 'Rex' }, { name: 'Rex', tag: 'dog' }, false],
    [{ owner: { name: 'Ann', age: 3 } }, { owner: { name: 'Ann' } }, true],
    [{ tags: ['a', 'b'] }, { tags: ['a', 'b'] }, true],
    [{ tags: ['a', 'b'] }, { tags: ['a'] }, false],
    [{ tags: [{ id: 1, more: 2 }] }, { tags: [{ id: 1 }] }, false],
    [{}, { tag: null }, false],
    [null, {}, false],
    [['a'], ['a'], true],
    [{}, { constructor: {} }, false],
    [{}, JSON.parse('{"__proto__":{}}'), false],
  ] as [unknown, unknown, boolean][])('%j contains %j: %s', (sent, wanted, expected) => {
    expect(contains(sent, wanted)).toBe(expected);
  });

  test('need not have a field that is undefined', () => {
    expect(contains({ name: 'Rex' }, { name: 'Rex', tag: undefined })).toBe(true);
  });
});

test.each([
  [{ name: 'Rex', tag: 'dog' }, { name: 'Rex' }, []],
  [{ name: 'Rex' }, { name: 'Max', tag: 'dog' }, ['body.name', 'body.tag']],
  [{ owner: { name: 'Ann', age: 3 } }, { owner: { name: 'Bob', age: 3 } }, ['body.owner.name']],
  [{ all: [{ a: 1, b: 2 }] }, { all: [{ a: 1, b: 3 }] }, ['body.all']],
  [{}, { constructor: 1 }, ['body.constructor']],
] as [object, object, string[]][])('%j and wanted %j differ in: %j', (sent, wanted, paths) => {
  const found = [...bodyDifferences(sent, wanted)];
  expect(found.map(({ path }) => path())).toEqual(paths);
});
