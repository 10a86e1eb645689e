import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { maxDelay } from '../../src/controls/delay.ts';
import { InvalidInputError, OptionError, WaitTimeoutError } from '../../src/index.ts';
import { ask, emptyCatalog } from '../support/catalog.ts';
import { patient } from '../support/patience.ts';

describe('the journal', () => {
  test('is searched by a method in any case, as fetch sends some as they are written', async () => {
    const catalog = emptyCatalog();
    await ask(catalog, { method: 'patch' });
    for (const method of ['patch', 'PATCH']) expect(catalog.requests.count({ method })).toBe(1);
  });

  test('that is off refuses to be read or waited on, and says why', async () => {
    const { requests } = emptyCatalog({ journalSize: 0 });
    const why = /The journal is off: "journalSize" is 0/;
    expect(() => requests.list()).toThrow(why);
    expect(() => requests.count()).toThrow(OptionError);
    expect(() => requests.list({ status: 99 })).toThrow(InvalidInputError);
    expect(() => requests.list()).toThrow(
      expect.objectContaining({ option: 'journalSize', value: 0, expected: 'at least 1' }),
    );
    await expect(requests.waitFor()).rejects.toThrow(why);
  });
});

describe('waitFor', () => {
  test.each([1, 2, 3, 10])('for %i is over with so many, and not with one less', async (count) => {
    const catalog = emptyCatalog();
    const filter = { operation: 'getPet' } as const;
    const begun: Promise<unknown[]>[] = [];
    for (let seen = 0; seen < count; seen++) {
      const atOnce = catalog.requests.waitFor(filter, { count, timeout: 0 });
      await expect(atOnce).rejects.toThrow(`but saw ${seen}.`);
      begun.push(catalog.requests.waitFor(filter, { count, timeout: 60_000 }));
      await ask(catalog);
      await ask(catalog, { path: `/v2/pets/${seen}` });
    }
    // What a wait gives, it has seen when it was over.
    begun.push(catalog.requests.waitFor(filter, { count, timeout: 0 }));
    const lengths = (await Promise.all(begun)).map(({ length }) => length);
    expect(lengths).toEqual(begun.map(() => count));
  });

  test('for 2 fails with the reason', async () => {
    const message = 'Expected 2 requests (any request) within 0 ms, but saw 0.';
    await expect(emptyCatalog().requests.waitFor({}, { count: 2, timeout: 0 })).rejects.toThrow(
      new WaitTimeoutError(`${message} No request at all has been seen.`),
    );
  });

  test('ends with the reason of its signal, and leaves nothing at it', async () => {
    const catalog = emptyCatalog();
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = catalog.requests.waitFor({}, { signal, ...patient });
    const longer = catalog.requests.waitFor({}, { count: 2, signal, ...patient });
    expect(getEventListeners(signal, 'abort')).toHaveLength(2);
    await ask(catalog);
    await waiting;
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    controller.abort(new Error('enough'));
    await expect(longer).rejects.toThrow('enough');
  });

  test('waits for as many as the journal keeps', async () => {
    const catalog = emptyCatalog({ journalSize: 1 });
    await ask(catalog);
    expect(await catalog.requests.waitFor({}, { count: 1, timeout: 0 })).toHaveLength(1);
  });

  test.each([
    [{ count: 0 }, /"count"/],
    [{ timeout: -1 }, /"timeout"/],
    [{ timeout: maxDelay + 1 }, /"timeout".*to 2147483647/],
    [{ timeOut: 1 }, /unknown field "timeOut"/],
    [{ count: 1001 }, /"count" must be at most 1000, which is all .* keeps, not 1001/],
  ])('refuses the options %j', async (options, message) => {
    await expect(emptyCatalog().requests.waitFor({}, options as never)).rejects.toThrow(message);
  });
});
