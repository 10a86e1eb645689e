import { expect, test } from 'vitest';
import { parseBaseUrl } from '../../src/contract/base-url.ts';
import { createPetCatalog } from '../../src/index.ts';

test.each([
  ['/v2', { origin: null, path: '/v2' }],
  ['/v2/', { origin: null, path: '/v2' }],
  ['/', { origin: null, path: '' }],
  ['*', { origin: null, path: '' }],
  ['*/a/b', { origin: null, path: '/a/b' }],
  ['http://pets.example', { origin: 'http://pets.example', path: '' }],
  ['https://pets.example/v2/', { origin: 'https://pets.example', path: '/v2' }],
  ['HTTPS://Pets.Example:8443/V2', { origin: 'https://pets.example:8443', path: '/V2' }],
])('the base URL %j is %j', (text, expected) => {
  expect(parseBaseUrl(text)).toEqual(expected);
});

test.each([
  '',
  'pets.example/v2',
  'ftp://pets.example',
  'xhttp://pets.example',
  'http://',
  'http://pets.example:x',
  '*/v2?x',
  '/v2#x',
  '/a//b',
  '/a/../b',
  '/a b',
  '/a%20b',
  '/v2*?',
])('%j is no base URL', (text) => {
  expect(parseBaseUrl(text)).toBeUndefined();
  expect(() => createPetCatalog({ baseUrl: text })).toThrow(/^Option "baseUrl" must be a path/);
});
