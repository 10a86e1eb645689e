import type { ExpectMatcherState } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { createControl } from '../../src/client/index.ts';
import { createPetCatalog } from '../../src/index.ts';
import { petCatalogMatchers, type RequestsOwner } from '../../src/playwright/index.ts';
import { startedServer } from '../control/support/started-server.ts';

const headers = { 'X-API-Key': 'k', 'Content-Type': 'application/json' };
const body = '{"name":"Rex"}';
const timeout = 5000;

interface Place {
  owner: RequestsOwner;
  create(): Promise<unknown>;
}

const places: [string, () => Promise<Place>][] = [
  [
    'a catalog',
    async () => {
      const catalog = createPetCatalog();
      const url = 'https://pets.example/v2/pets';
      return {
        owner: catalog,
        create: () => catalog.fetch(url, { method: 'POST', headers, body }),
      };
    },
  ],
  [
    'a control',
    async () => {
      const { url } = await startedServer();
      return {
        owner: createControl({ url }),
        create: () => fetch(`${url}/pets`, { method: 'POST', headers, body }),
      };
    },
  ],
];

/** Calls the matcher as Playwright does. */
const look = (
  owner: RequestsOwner,
  ...[filter, options, isNot = false]: [object?, object?, boolean?]
) =>
  petCatalogMatchers.toHaveReceived.call(
    { isNot, timeout } as ExpectMatcherState,
    owner,
    filter,
    options,
  );

describe.each(places)('toHaveReceived on %s', (_what, open) => {
  test('waits for the requests', async () => {
    const { owner, create } = await open();
    const looked = look(owner, { operation: 'createPet', body: { name: 'Rex' } }, { count: 2 });
    await create();
    await create();
    expect(await looked).toMatchObject({ pass: true });
  });

  test('fails once the time is up, and shows the closest requests', async () => {
    const { owner, create } = await open();
    await create();
    const { pass, message } = await look(owner, { status: 503 }, { timeout: 10 });
    expect(pass).toBe(false);
    expect(message()).toBe(
      'Expected 1 request (status 503) within 10 ms, but saw 0. The closest that did not match:\n' +
        '  POST /v2/pets -> 201: status is 201, not 503',
    );
  });

  test('fails with too many', async () => {
    const { owner, create } = await open();
    await create();
    await create();
    const { pass, message } = await look(owner, {}, { count: 1 });
    expect(pass).toBe(false);
    expect(message()).toContain('Expected exactly 1 request (any request), but saw 2.');
  });

  test('looks once for none, and under not', async () => {
    const { owner, create } = await open();
    expect(await look(owner, {}, { count: 0 })).toMatchObject({ pass: true });
    expect(await look(owner, {}, undefined, true)).toMatchObject({ pass: false });
    await create();
    const { pass, message } = await look(owner, {}, undefined, true);
    expect(pass).toBe(true);
    expect(message()).toContain('Expected no request (any request), but saw 1.');
  });

  test('does not take a bad filter for a failed expectation', async () => {
    const { owner } = await open();
    await expect(look(owner, { status: 'ok' }, undefined, true)).rejects.toThrow('"status"');
  });
});
