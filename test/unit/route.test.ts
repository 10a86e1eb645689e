import { describe, expect, test } from 'vitest';
import { createRouteMatcher, decodeId } from '../../src/operations/route.ts';

const pets = { resource: '/pets', rawId: '' };
const pet = (rawId: string) => ({ resource: '/pets/{petId}', rawId });

describe('a path', () => {
  const matchRoute = createRouteMatcher({ path: '/v2' });
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
    ['/pets', undefined],
    ['/rex/v2/pets/', undefined],
    ['/', undefined],
  ])('%s is %j', (path, expected) => {
    expect(matchRoute(path)).toEqual(expected);
  });

  test('may have no base', () => {
    expect(createRouteMatcher({ path: '' })('/pets/rex')).toEqual(pet('rex'));
  });
});

test.each([
  ['rex', 'rex'],
  ['a%2Fb', 'a/b'],
  ['%F0%9F%90%B6', '🐶'],
  ['%', undefined],
  ['%zz', undefined],
  ['%F0%9F', undefined],
])('the id %s is %j', (rawId, id) => {
  expect(decodeId(rawId)).toBe(id);
});
