import { describe, expect, test, vi } from 'vitest';
import type { Fault } from '../../src/index.ts';
import { emptyCatalog, faultyCatalog } from '../support/catalog.ts';

const headers = { 'X-API-Key': 'k', 'Content-Type': 'application/json' };
const url = 'https://pets.example/v2/pets';
const init = { method: 'POST', headers, body: '{"name":"Rex"}' };

describe('fetch of a catalog takes what fetch takes', () => {
  test.each<[string, Parameters<typeof fetch>]>([
    ['a string', [url, init]],
    ['a URL', [new URL(url), init]],
    ['a request', [new Request(url, init)]],
    ['a request and what changes it', [new Request(url), init]],
  ])('%s', async (_what, [input, options]) => {
    const catalog = emptyCatalog();
    const response = await catalog.fetch(input, options);
    expect(response?.status).toBe(201);
    expect(catalog.pets.list()).toMatchObject([{ name: 'Rex' }]);
  });

  test('and takes no body for an empty one', async () => {
    const response = await emptyCatalog().fetch(url, { method: 'POST', headers });
    expect(await response?.json()).toMatchObject({ error: expect.stringContaining('empty') });
  });

  test('and rejects an invalid URL as fetch does', async () => {
    await expect(emptyCatalog().fetch('pets')).rejects.toThrow(TypeError);
  });

  const reasons: [string, unknown][] = [
    ['its default', undefined],
    ['an error', new Error('Enough')],
    ['a text', 'enough'],
  ];

  test.each(reasons)('and sends nothing if the signal has aborted: %s', async (_what, reason) => {
    const catalog = emptyCatalog();
    const signal = AbortSignal.abort(reason);
    for (const input of [url, new Request(url, { ...init, signal })]) {
      await expect(catalog.fetch(input, { ...init, signal })).rejects.toBe(signal.reason);
    }
    await expect(catalog.fetch(new Request(url, { ...init, signal }))).rejects.toBe(signal.reason);
    await expect(catalog.fetch('https://pets.example/', { signal })).rejects.toBe(signal.reason);
    expect([catalog.pets.count(), catalog.requests.count()]).toEqual([0, 0]);
  });

  test.each<[string, Fault]>([
    ['a delay', { delay: 60_000 }],
    ['a hold', { hold: true }],
    ['a hang', { network: 'hang' }],
    ['a delayed failure', { status: 503, delay: 60_000 }],
  ])('and rejects at once if the signal aborts during %s', async (_what, fault) => {
    const catalog = faultyCatalog(fault);
    for (const [, reason] of reasons) {
      const gone = new AbortController();
      const answered = catalog.fetch(url, { ...init, signal: gone.signal });
      await catalog.requests.waitFor({ fault: true, status: undefined });
      gone.abort(reason);
      await expect(answered).rejects.toBe(gone.signal.reason);
      expect(catalog.pets.count()).toBe(0);
      catalog.requests.clear();
    }
  });

  test('and creates nothing if the signal aborts first, however late that is', async () => {
    for (let turns = 0; turns < 10; turns++) {
      const catalog = emptyCatalog();
      const gone = new AbortController();
      const answered = catalog.fetch(url, { ...init, signal: gone.signal });
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      const before = catalog.pets.count();
      gone.abort();
      await answered.catch(() => {});
      expect(catalog.pets.count(), `after ${turns} turns`).toBe(before);
    }
  });

  test('and ends a slow body with the reason', async () => {
    const catalog = faultyCatalog({ network: 'dribble', delay: 60_000 });
    const gone = new AbortController();
    const response = await catalog.fetch(url, { ...init, signal: gone.signal });
    const text = response!.text();
    gone.abort(new Error('Enough'));
    await expect(text).rejects.toBe(gone.signal.reason);
  });

  test('and reads a body no further once the signal is aborted', async () => {
    const catalog = emptyCatalog();
    const gone = new AbortController();
    const cancel = vi.fn<() => void>();
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode(init.body)),
      cancel,
    });
    const sent = { ...init, body, duplex: 'half', signal: gone.signal } as RequestInit;
    const answered = catalog.fetch(url, sent);
    await expect.poll(() => catalog.requests.count()).toBe(1);
    gone.abort();
    await expect(answered).rejects.toBe(gone.signal.reason);
    expect(cancel).toHaveBeenCalledOnce();
    expect([catalog.pets.count(), catalog.requests.list()[0]!.status]).toEqual([0, null]);
  });
});
