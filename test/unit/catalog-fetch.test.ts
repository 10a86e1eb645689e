import { describe, expect, test } from 'vitest';
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

  test('and ends a slow body with the reason', async () => {
    const catalog = faultyCatalog({ network: 'dribble', delay: 60_000 });
    const gone = new AbortController();
    const response = await catalog.fetch(url, { ...init, signal: gone.signal });
    const text = response!.text();
    gone.abort(new Error('Enough'));
    await expect(text).rejects.toBe(gone.signal.reason);
  });
});
