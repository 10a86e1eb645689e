import { expect, test } from 'vitest';
import { createOperationTable } from '../../src/service/table.ts';

const { match } = createOperationTable();
const operationAt = (path: string, name = 'a') =>
  ({ name, method: 'GET', path, run: () => ({ status: 200 }) }) as const;

test.each([
  ['/v2/pets', 'GET, HEAD, OPTIONS, POST'],
  ['/v2/pets/rex', 'GET, HEAD, OPTIONS'],
])('the path %s takes %s', (path, methods) => {
  expect(match(path, '/v2/')!.resource.allow).toBe(methods);
});

test.each([
  ['/v2/pets/.a', '/v2/', ['.a']],
  ['/pets/rex', '/', ['rex']],
])('of the path %s below %s the parameters are %j', (path, start, values) => {
  expect(match(path, start)?.values).toEqual(values);
});

test.each([
  ['/a.b', '/axb'],
  ['/.a', '/xa'],
  ['/..a', '/a'],
  ['/a+b', '/aab'],
  ['/a$', '/a'],
  ['/(a)', '/a'],
])('the path %s of an operation stands for itself alone, not for %s', (path, other) => {
  const table = createOperationTable([operationAt(path)]);
  expect(table.match(path, '/')?.values).toEqual([]);
  expect(table.match(other, '/')).toBeUndefined();
});

test.each(['/pets/count', '/pets/~me', '/pets/0'])('%s wins over /pets/{petId}', (path) => {
  const route = createOperationTable([operationAt(path)]).match(path, '/');
  expect(route?.resource.operations['GET']?.operation.name).toBe('a');
});

test.each([
  ['/toys/new', '/toys/{toy}'],
  ['/toys/{toy}', '/toys/new'],
])('a literal segment wins, whether %s or %s comes first', (...paths) => {
  const table = createOperationTable(paths.map((path, index) => operationAt(path, `at${index}`)));
  expect(table.match('/toys/new', '/')?.values).toEqual([]);
  expect(table.match('/toys/old', '/')?.values).toEqual(['old']);
});
