import { describe, expect, test } from 'vitest';
import {
  createRedactor,
  redactFilter,
  redactSecret,
  redactSecrets,
} from '../../src/catalog/redact.ts';

test.each([
  ['', '…'],
  ['ab', '…'],
  ['abc', 'a…'],
  ['abcde', 'a…'],
  ['abcdef', 'a…f'],
  ['abcdefghij', 'a…j'],
  ['abcdefghijk', 'ab…jk'],
])('of the key %j is shown %j', (secret, shown) => {
  expect(redactSecret(secret)).toBe(shown);
});

describe('a redactor', () => {
  test('hides each key in a text, also escaped as in a query', () => {
    const redact = createRedactor(['secret key', 'other-key']);
    expect(redact('a secret key, secret key, other-key, secret%20key')).toBe(
      'a s…y, s…y, o…y, s…y',
    );
  });

  test('hides the longest first, as one may hold another', () => {
    expect(createRedactor(['abcdef', 'abcdefghijklm'])('abcdefghijklm')).toBe('ab…lm');
    expect(createRedactor(['abcdefghijklm', 'abcdef'])('abcdefghijklm')).toBe('ab…lm');
  });

  test('leaves keys of less than six characters, as they are parts of ordinary paths', () => {
    expect(createRedactor(['pets!', 'abcdef'])('/pets!/abcdef')).toBe('/pets!/a…f');
    expect(createRedactor([])('/pets')).toBe('/pets');
  });
});

test.each([
  ['header=X-API-Key:secret-key', 'header=X-API-Key:s…y'],
  ['header=%20x-api-key:%20secret-key', 'header=x-api-key:s…y'],
  ['header=Authorization:Bearer%20secret', 'header=Authorization:Be…et'],
  ['header=Cookie=secret-key', 'header=Cookie:s…y'],
  ['header=X-API-Key', 'header=X-API-Key:…'],
  ['header=X-Trace:secret-key', 'header=X-Trace:secret-key'],
  ['text=X-API-Key:secret-key', 'text=X-API-Key:secret-key'],
  ['a=1&header=X-API-Key:secret-key&b', 'a=1&header=X-API-Key:s…y&b'],
  ['', ''],
  ['header=', 'header='],
  // The name of no header.
  ['header=(x-api-key)', 'header=(x-api-key)'],
])('the query of a control request %j is shown as %j', (query, shown) => {
  expect(redactFilter(query)).toBe(shown);
});

test('keys, Authorization and cookies are redacted in each text of a journal entry', () => {
  const entry = {
    path: '/v2/pets/secret-key',
    requestHeaders: { 'x-api-key': 'secret-key', cookie: 'session=abcdef', 'x-copy': 'secret-key' },
    apiKey: 'secret-key',
    status: 200,
  };
  expect(redactSecrets(entry)).toEqual({
    path: '/v2/pets/s…y',
    requestHeaders: { 'x-api-key': 's…y', cookie: 'se…ef', 'x-copy': 's…y' },
    apiKey: 's…y',
    status: 200,
  });
});
