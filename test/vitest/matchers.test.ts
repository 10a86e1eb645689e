import { expect, test } from 'vitest';
import { createControl } from '../../src/client/index.ts';
import { createPetCatalog } from '../../src/index.ts';
import '../../src/vitest/matchers.ts';

const list = 'https://pets.example/v2/pets';
const headers = { 'X-API-Key': 'k' };

async function askedTwice() {
  const catalog = createPetCatalog();
  await catalog.fetch(list, { headers });
  await catalog.fetch(list, { headers });
  return catalog;
}

test('passes with as many requests as expected, and with none under not', async () => {
  const catalog = await askedTwice();
  expect(catalog).toHaveReceived();
  expect(catalog).toHaveReceived({ operation: 'listPets' }, { count: 2 });
  expect(catalog).not.toHaveReceived({ operation: 'createPet' });
  expect(catalog).not.toHaveReceived({ operation: 'listPets' }, { count: 3 });
});

test('fails with the message of verify', async () => {
  const catalog = await askedTwice();
  expect(() => expect(catalog).toHaveReceived({ operation: 'createPet' })).toThrow(
    'Expected at least 1 request (operation createPet), but saw 0. The closest that did not match:\n' +
      '  GET /v2/pets -> 200: operation is listPets, not createPet\n' +
      '  GET /v2/pets -> 200: operation is listPets, not createPet',
  );
  expect(() => expect(catalog).not.toHaveReceived({ status: 200 })).toThrow(
    'Expected no request (status 200), but saw 2. These came:\n  GET /v2/pets -> 200\n  GET /v2/pets -> 200',
  );
  expect(() => expect(catalog).not.toHaveReceived({}, { count: 2 })).toThrow(
    'Expected another number of requests, but saw 2.',
  );
});

test('does not take a bad filter for a failed expectation, under not either', () => {
  const catalog = createPetCatalog();
  const status = 'ok' as never;
  expect(() => expect(catalog).not.toHaveReceived({ status })).toThrow('"status"');
});

test('lists its options', () => {
  expect(() => expect('a text').toHaveReceived()).toThrow(
    'toHaveReceived() takes a catalog, as createPetCatalog() gives it',
  );
  const control = createControl({ url: 'http://127.0.0.1:1/v2' });
  expect(() => expect(control).not.toHaveReceived()).toThrow(
    'of a server: await control.requests.verify(...)',
  );
});
