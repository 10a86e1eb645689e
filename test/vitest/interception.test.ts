import { http, HttpResponse } from 'msw';
import { afterAll, expect, test } from 'vitest';
import { interception } from '../../src/vitest/interception.ts';
import { test as mocked } from '../../src/vitest/test.ts';

// Other files share the worker, and have servers of their own.
afterAll(() => interception.end());

// Another file of this worker may have ended the interception since it began.
interception.passUnhandled();
// As a client does that is created while the file is imported.
const { fetch: kept } = globalThis;
const url = 'https://pets.example/v2/pets';

mocked('a fetch that was kept at import is mocked in a test', async ({ catalog }) => {
  const response = await kept(url, { headers: { 'X-API-Key': 'k' } });
  expect(response.status).toBe(200);
  expect(catalog.requests.count()).toBe(1);
});

mocked('and in the next', async ({ catalog }) => {
  await kept(url, { headers: { 'X-API-Key': 'k' } });
  expect(catalog.requests.count()).toBe(1);
});

mocked('a request that has no handler is an error in a test', async () => {
  await expect(kept('https://other.example/')).rejects.toThrow('Cannot bypass');
});

test('outside a test of the mock, requests that have no handler pass', async () => {
  interception.server.use(http.get('https://own.example/', () => HttpResponse.text('own')));
  expect(await (await kept('https://own.example/')).text()).toBe('own');
  interception.server.resetHandlers();
  await expect(kept('http://127.0.0.1:1/')).rejects.toThrow('fetch failed');
});
