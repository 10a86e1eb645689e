import { describe, expect, expectTypeOf, test } from 'vitest';
import type { PetCatalog } from '../../src/index.ts';
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

  test('and leaves a URL alone that is not the service’s', async () => {
    expect(await emptyCatalog().fetch('https://pets.example/v3/pets')).toBeUndefined();
  });

  test('and rejects an invalid URL as fetch does', async () => {
    await expect(emptyCatalog().fetch('pets')).rejects.toThrow(TypeError);
  });

  test('and says so in its types', () => {
    expectTypeOf<Parameters<typeof fetch>>().toExtend<Parameters<PetCatalog['fetch']>>();
  });

  test('but answers a network fault with a response of type "error"', async () => {
    const catalog = emptyCatalog();
    catalog.faults.add({ network: 'reset' });
    expect(await catalog.fetch(url, { headers })).toMatchObject({ type: 'error', status: 0 });
  });
});
