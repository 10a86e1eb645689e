import { expect, test } from 'vitest';
import { parseBaseUrl } from '../../src/contract/base-url.ts';

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
