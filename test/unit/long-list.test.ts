import { expect, test } from 'vitest';
import type { ChunkedBody } from '../../src/operations/response.ts';
import { atOnce } from '../../src/operations/stream-list.ts';
import { emptyCatalog, handle } from '../support/catalog.ts';

/** So long together that their list is not made in one go, and so many that a chunk has several. */
const pets = Array.from({ length: 30 }, (_, index) => ({
  name: 'äb'.repeat(atOnce / 50),
  tag: '',
  id: `pet-${index}`,
}));

const textsOf = (body: string | ChunkedBody | null) => [...(body as ChunkedBody)];

test('a long list is made while it is sent, and its length is known before', async () => {
  const catalog = emptyCatalog({ fixtures: pets });
  const { status, headers, body } = await handle(catalog);
  const texts = textsOf(body);
  expect(texts.length).toBeGreaterThan(3);
  const text = texts.join('');
  expect(JSON.parse(text)).toEqual(pets);
  const length = Buffer.byteLength(text);
  expect(headers[headers.indexOf('content-length') + 1]).toBe(String(length));
  const [entry] = catalog.requests.list();
  expect(entry).toMatchObject({ status, responseBytes: length });
  expect(text.startsWith(entry!.responseBody!)).toBe(true);
});

test('others have their turn while it is measured', async () => {
  const list = handle(emptyCatalog({ fixtures: pets }));
  const turn = new Promise((resolve) => setImmediate(resolve, 'their turn'));
  expect(await Promise.race([list, turn])).toBe('their turn');
  await list;
});

test('it has the pets of the time when it was asked for', async () => {
  const catalog = emptyCatalog({ fixtures: pets });
  const { body } = await handle(catalog);
  catalog.seed({ pets: 1 });
  expect(JSON.parse(textsOf(body).join(''))).toEqual(pets);
});
