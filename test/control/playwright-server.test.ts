import express from 'express';
import { expect, test } from 'vitest';
import { createPetCatalog } from '../../src/index.ts';
import { checkServer } from '../../src/playwright/check-server.ts';
import { createApp, type ServerOptions } from '../../src/server.ts';
import { listening, startedServer } from './support/started-server.ts';

const started = async (options: ServerOptions) => (await startedServer(options)).url;

const check = (url: string, token?: string) => checkServer('petCatalogUrl', url, token);

test('a server is known by its origin and by its service URL', async () => {
  const url = await started({ isolate: true });
  const expected = { url, header: 'X-API-Key', token: undefined };
  expect(await check(url)).toEqual(expected);
  expect(await check(`${url}/`)).toEqual(expected);
  expect(await check(new URL(url).origin)).toEqual(expected);
});

test('a mounted app knows its path', async () => {
  const host = express().use('/mock', createApp(createPetCatalog({ isolate: true })));
  const address = `${(await listening(host)).origin}/mock`;
  expect(await check(address)).toMatchObject({ url: `${address}/v2` });
});

test('requests must bring the header that isolates', async () => {
  const url = await started({ isolate: 'X-Test-Id', apiKeys: ['fixed'] });
  expect(await check(url)).toMatchObject({ header: 'X-Test-Id' });
});

test('a token opens the control plane', async () => {
  const url = await started({ isolate: true, adminToken: 'open-sesame' });
  expect(await check(url, 'open-sesame')).toMatchObject({ token: 'open-sesame' });
  for (const token of [undefined, 'open-rye']) {
    await expect(check(url, token)).rejects.toThrow(/ petCatalogToken is its --admin-token/);
  }
});

test('a server without isolation is refused, with advice', async () => {
  await expect(check(await started({}))).rejects.toThrow(
    /has one catalog for all, and each test needs its own: start it with --isolate/,
  );
  for (const isolate of [true, 'x-api-key']) {
    await expect(check(await started({ isolate, apiKeys: ['fixed'] }))).rejects.toThrow(
      /accepts only the keys in its list, .* start it without --api-key/,
    );
  }
});

test('an address without a server is refused, with advice', async () => {
  const url = await started({ isolate: true, admin: false });
  await expect(check(url)).rejects.toThrow(/cannot be controlled: There is no control plane/);
  await expect(check('http://127.0.0.1:2')).rejects.toThrow(
    /127\.0\.0\.1:2 does not answer: .*ECONNREFUSED.*\. Start one with "npx pet-catalog-mock --isolate"/,
  );
  for (const address of ['', '127.0.0.1:4020', 'localhost:4020/v2']) {
    await expect(check(address)).rejects.toMatchObject({
      name: 'OptionError',
      option: 'petCatalogUrl',
      value: address,
      message: `Option "petCatalogUrl" must be the address of a server, such as "http://127.0.0.1:4020", not ${JSON.stringify(address)}`,
    });
  }
});
