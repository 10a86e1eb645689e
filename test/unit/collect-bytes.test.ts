import { expect, test } from 'vitest';
import { collectBytes } from '../../src/service/collect-bytes.ts';

const chunkOf = (text: string) => new Uint8Array(Buffer.from(text));

test.each([
  { texts: [] },
  { texts: ['whole'] },
  { texts: ['ab', 'c'] },
  { texts: ['a', 'b', 'c', 'd', 'e'] },
  { texts: ['', 'a', '', 'b'] },
  { texts: ['a', 'one that is longer than twice what there is', 'b'] },
])('the chunks $texts are joined in their order', ({ texts }) => {
  const bytes = collectBytes();
  for (const text of texts) bytes.add(chunkOf(text));
  expect(bytes.length()).toBe(texts.join('').length);
  expect(Buffer.from(bytes.take()).toString()).toBe(texts.join(''));
});

test('no chunk is written to: it belongs to the sender', () => {
  const buffer = chunkOf('abcdef');
  const bytes = collectBytes();
  bytes.add(buffer.subarray(0, 2));
  bytes.add(chunkOf('XY'));
  expect(Buffer.from(bytes.take()).toString()).toBe('abXY');
  expect(Buffer.from(buffer).toString()).toBe('abcdef');
});

test('room for twice as many is made at once, so that not each chunk is copied again', () => {
  const bytes = collectBytes();
  for (const text of ['abcd', 'e', 'f']) bytes.add(chunkOf(text));
  expect(bytes.take().buffer.byteLength).toBe(8);
});

test('what has been taken is not in what comes next, and is not changed by it', () => {
  const bytes = collectBytes();
  for (const text of ['abcd', 'e']) bytes.add(chunkOf(text));
  const taken = bytes.take();
  expect(bytes.length()).toBe(0);
  for (const text of ['x', 'y']) bytes.add(chunkOf(text));
  expect(Buffer.from(bytes.take()).toString()).toBe('xy');
  expect(Buffer.from(taken).toString()).toBe('abcde');
});
