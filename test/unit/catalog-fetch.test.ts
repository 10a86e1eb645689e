import { describe, expect, test, vi } from 'vitest';
import { emptyCatalog } from '../support/catalog.ts';

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

  test('and sends nothing where the signal has been aborted', async () => {
    const catalog = emptyCatalog();
    const signal = AbortSignal.abort();
    expect(await catalog.fetch(url, { ...init, signal })).toMatchObject({ type: 'error' });
    expect([catalog.pets.count(), catalog.requests.count()]).toEqual([0, 0]);
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
    expect(await answered).toMatchObject({ type: 'error' });
    expect(cancel).toHaveBeenCalledOnce();
    expect([catalog.pets.count(), catalog.requests.list()[0]!.status]).toEqual([0, null]);
  });
});
