import { expect, test } from 'vitest';
import { messageOf, show } from '../../src/contract/errors.ts';

test.each([
  ['a "b"', '"a \\"b\\""'],
  ['x'.repeat(60), `"${'x'.repeat(60)}"`],
  ['x'.repeat(61), `"${'x'.repeat(60)}…"`],
  [undefined, 'undefined'],
  [() => 1, 'a function'],
  [Symbol('a'), 'Symbol(a)'],
])('a message shows %j as %s', (value, shown) => {
  expect(show(value)).toBe(shown);
});

test.each([
  ['its message', new TypeError('no such pet'), 'no such pet'],
  ['what it is, if it is no error', 'no such pet', 'it threw "no such pet"'],
  [
    'a message that is no text',
    { __proto__: new Error(), message: 5 },
    'it threw an error that says 5',
  ],
])('what code threw is told by %s', (_what, error, message) => {
  expect(messageOf(error)).toBe(message);
});
