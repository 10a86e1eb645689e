import { test as plain } from 'vitest';
// #region own-server
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { createTest } from 'pet-catalog-mock/vitest';
import { petNames } from '../src/api.ts';

const handlers = [http.get('https://own.example/', () => HttpResponse.text('own'))];
const server = setupServer(...handlers);
const test = createTest({ server });

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const ask = async (url: string) => (await fetch(url)).text();

test('the handlers of both answer', async () => {
  expect(await petNames()).toHaveLength(25);
  expect(await ask('https://own.example/')).toBe('own');
});
// #endregion

plain('other tests have those of the server alone', async () => {
  expect(await ask('https://own.example/')).toBe('own');
  await expect(petNames()).rejects.toThrow('Cannot bypass');
});
