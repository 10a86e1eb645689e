import { describe, expect, test } from 'vitest';
import { onOneLine, quote, shortenPair } from '../../src/catalog/shorten.ts';

const x = (count: number) => 'x'.repeat(count);

test('a text in quotes is escaped, and one on a line needs no quotes', () => {
  expect(quote('a "b"\n')).toBe('"a \\"b\\"\\n"');
  expect(onOneLine('a "b"\n')).toBe('a "b"\\n');
});

describe('of two values that differ is shown', () => {
  const pair = (one: unknown, other: unknown) => shortenPair(one, other);
  test.each<[unknown, unknown, string, string]>([
    ['Rex', 'Max', '"Rex"', '"Max"'],
    [1, '1', '1', '"1"'],
    [null, undefined, 'null', 'undefined'],
    [[1, { a: [true] }], {}, '[1,{"a":[true]}]', '{}'],
    [{ a: 1, b: [] }, [], '{"a":1,"b":[]}', '[]'],
    // Whole, up to 60 characters.
    [`${x(59)}a`, `${x(59)}b`, `"${x(59)}a"`, `"${x(59)}b"`],
    // From 20 characters before the difference, when either is longer and it is far from the start.
    [`${x(60)}a`, `${x(60)}b`, `"…${x(20)}a"`, `"…${x(20)}b"`],
    [`${x(59)}a`, `${x(59)}bb`, `"…${x(20)}a"`, `"…${x(20)}bb"`],
    [`${x(59)}aa`, `${x(59)}b`, `"…${x(20)}aa"`, `"…${x(20)}b"`],
    [`${x(41)}${'a'.repeat(30)}`, x(41), `"…${x(20)}${'a'.repeat(30)}"`, `"…${x(20)}"`],
    [`${x(40)}${'a'.repeat(30)}`, x(40), `"${x(40)}${'a'.repeat(20)}…"`, `"${x(40)}"`],
    [x(70), x(70), `"…${x(20)}"`, `"…${x(20)}"`],
    [`🐶${x(19)}${'a'.repeat(50)}`, 'b', `"🐶${x(19)}${'a'.repeat(39)}…"`, '"b"'],
    [`${x(40)}🐶${x(19)}aa`, `${x(40)}🐶${x(19)}b`, `"…${x(19)}aa"`, `"…${x(19)}b"`],
  ])('%j and %j: %s and %s', (one, other, a, b) => {
    expect(pair(one, other)).toEqual([a, b]);
  });
});
