import { describe, expect, test } from 'vitest';
import { decodeSegment } from '../../src/contract/operation-path.ts';
import { createOperationTable } from '../../src/operations/table.ts';

const { match } = createOperationTable();
const routeOf = (path: string, start = '/v2/') => {
  const route = match(path, start);
  return route && [route.resource.allow, ...route.values];
};
const pets = ['GET, HEAD, OPTIONS, POST'];
const pet = (value: string) => ['GET, HEAD, OPTIONS', value];

describe('a path', () => {
  test.each([
    ['/v2/pets', pets],
    ['/v2/pets/', pets],
    ['/v2/pets/rex', pet('rex')],
    ['/v2/pets/rex/', pet('rex')],
    ['/v2/pets/a%2Fb', pet('a%2Fb')],
    ['/v2/pets/...', pet('...')],
    ['/v2/pets/.a', pet('.a')],
    ['/v2/pets//', undefined],
    ['/v2/pets/rex//', undefined],
    ['/v2/pets/rex/toys', undefined],
    ['/v2/pets/.', undefined],
    ['/v2/pets/..', undefined],
    ['/v2/pets/%2E%2e', undefined],
    ['/v2/petsx', undefined],
    ['/v2/Pets', undefined],
    ['/v2/', undefined],
    ['/v2', undefined],
    ['/pets', undefined],
    ['/rex/v2/pets/', undefined],
    ['/', undefined],
  ])('%s is %j', (path, expected) => {
    expect(routeOf(path)).toEqual(expected);
  });

  test('may have no base', () => {
    expect(routeOf('/pets/rex', '/')).toEqual(pet('rex'));
  });
});

test.each([
  ['/a.b', '/axb'],
  ['/.a', '/xa'],
  ['/..a', '/a'],
  ['/a+b', '/aab'],
  ['/a$', '/a'],
  ['/(a)', '/a'],
])('the path %s of an operation stands for itself alone, not for %s', (path, other) => {
  const operation = { name: 'a', method: 'GET', path, run: () => ({ status: 200 }) };
  const table = createOperationTable([operation]);
  expect(table.match(path, '/')?.values).toEqual([]);
  expect(table.match(other, '/')).toBeUndefined();
});

test.each(['/pets/count', '/pets/~me', '/pets/0'])('%s wins over /pets/{petId}', (path) => {
  const operation = { name: 'a', method: 'GET', path, run: () => ({ status: 200 }) };
  const route = createOperationTable([operation]).match(path, '/');
  expect(route?.resource.operations['GET']?.operation.name).toBe('a');
});

test.each([
  ['rex', 'rex'],
  ['a%2Fb', 'a/b'],
  ['%F0%9F%90%B6', '🐶'],
  ['%', undefined],
  ['%zz', undefined],
  ['%F0%9F', undefined],
])('the segment %s is %j', (segment, value) => {
  expect(decodeSegment(segment)).toBe(value);
});
