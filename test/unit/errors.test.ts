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

test('what code threw is told by its message, or shown if it is no error', () => {
  expect(messageOf(new TypeError('no such pet'))).toBe('no such pet');
  expect(messageOf('no such pet')).toBe('it threw "no such pet"');
});
