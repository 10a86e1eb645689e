import { expect, onTestFinished, test, vi } from 'vitest';
import { createLifetime } from '../../src/catalog/lifetime.ts';
import { dribble } from '../../src/service/dribble.ts';

const present = new AbortController().signal;

async function piecesOf(
  body: string,
  span: number,
  { open = createLifetime(), gone = present } = {},
): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of dribble(body, span, createLifetime(), [open], gone)) {
    pieces.push(Buffer.from(piece).toString());
  }
  return pieces;
}

test('a body comes in at least ten pieces of as many bytes, and in one every 20 milliseconds', async () => {
  expect(await piecesOf('é'.repeat(10), 1)).toEqual([...'é'.repeat(10)]);
  const body = 'abcdefghij'.repeat(3);
  expect(await piecesOf(body, 1)).toEqual(body.match(/.{3}/g));
  const over = createLifetime();
  over.end();
  expect(await piecesOf(body, 600, { open: over })).toEqual([...body]);
});

test('the pieces come evenly over the span', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const came: string[] = [];
  const body = (async () => {
    const pieces = dribble('0123456789', 1000, createLifetime(), [], present);
    for await (const piece of pieces) came.push(Buffer.from(piece).toString());
  })();
  for (const count of [2, 4, 6, 8, 10]) {
    await vi.advanceTimersByTimeAsync(200);
    expect(came).toHaveLength(count);
  }
  await body;
});

test('the last piece may be shorter, and a short body comes byte by byte', async () => {
  expect((await piecesOf('x'.repeat(31), 1)).map(({ length }) => length)).toEqual([
    4, 4, 4, 4, 4, 4, 4, 3,
  ]);
  expect(await piecesOf('abc', 1)).toEqual(['a', 'b', 'c']);
});

test('when the client goes, nothing more comes', async () => {
  const client = new AbortController();
  const none = piecesOf('0123456789', 1_000_000, { gone: client.signal });
  client.abort();
  expect(await none).toEqual([]);
});
