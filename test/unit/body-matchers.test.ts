import { describe, expect, test } from 'vitest';
import { createControl } from '../../src/client/index.ts';
import type { RequestFilter } from '../../src/index.ts';
import { create } from '../../src/verify/cases/case.ts';
import { ask, emptyCatalog } from '../support/catalog.ts';

const { not } = expect;
const sent = { name: 'Rex', tag: 'dog', owner: { name: 'Ann', age: 3 }, toys: ['ball', 'bone'] };

async function afterCreate() {
  const catalog = emptyCatalog();
  await ask(catalog, create(sent));
  return catalog;
}

describe('a matcher in the body of a filter', () => {
  test.each<[string, unknown]>([
    ['any', { name: expect.any(String) }],
    ['anything', { tag: expect.anything() }],
    ['a regular expression', { name: /^r/i }],
    ['a regular expression that goes on where it ended', { name: /e/g, tag: /d/y }],
    [
      'objectContaining in a field',
      { owner: expect.objectContaining({ age: expect.any(Number) }) },
    ],
    ['a matcher in a nested field', { owner: { name: expect.stringContaining('nn') } }],
    ['arrayContaining', { toys: expect.arrayContaining(['bone']) }],
    ['matchers as the items of an array', { toys: [expect.any(String), /^bo/] }],
    ['not', { name: not.stringContaining('Max') }],
    ['one of its own', { name: { asymmetricMatch: (value: unknown) => value === 'Rex' } }],
  ])('matches: %s', async (_what, body) => {
    const { requests } = await afterCreate();
    expect(requests.count({ body })).toBe(1);
    expect(requests.count({ body })).toBe(1);
    expect(() => requests.verify({ body }, { count: 0 })).toThrow('Expected no request');
    expect(await requests.waitFor({ body }, { timeout: 0 })).toHaveLength(1);
  });

  test.each<[string, unknown, string]>([
    ['any', { name: expect.any(Number) }, 'body.name is "Rex", not Any<Number>'],
    [
      'a field that is missing',
      { age: expect.any(Number) },
      'body.age is missing, not Any<Number>',
    ],
    ['a regular expression', { name: /^M/ }, 'body.name is "Rex", not /^M/'],
    [
      'containing',
      { owner: expect.objectContaining({ name: 'Bob' }) },
      'body.owner is {"name":"Ann","age":3}, not ObjectContaining({"name":"Bob"})',
    ],
    ['in an array', { toys: ['ball', /^a/] }, 'body.toys is ["ball","bone"], not ["ball",/^a/]'],
  ])('describes a difference: %s', async (_what, body, words) => {
    const { requests } = await afterCreate();
    expect(() => requests.verify({ body })).toThrow(words);
  });

  test('that throws matches nothing, and harms no call', async () => {
    const catalog = emptyCatalog();
    const body = {
      asymmetricMatch() {
        throw new Error('odd');
      },
    };
    const waiting = catalog.requests.waitFor({ body }, { timeout: 0 });
    expect((await ask(catalog, create(sent))).status).toBe(201);
    await expect(waiting).rejects.toThrow('Expected 1 request');
  });

  test('is shown with the expected value', async () => {
    const { requests } = emptyCatalog();
    expect(() => requests.verify({ body: { name: expect.any(String), tag: /^d/ } })).toThrow(
      'Expected at least 1 request (body {"name":Any<String>,"tag":/^d/}), but saw 0.',
    );
  });
});

class Pet {
  name = 'Rex';
}
const cyclic: { self?: unknown } = {};
cyclic.self = cyclic;

const neither: [string, unknown][] = [
  ['a function', { name: () => 'Rex' }],
  ['a date', { born: new Date(0) }],
  ['an instance of a class', new Pet()],
  ['undefined in an array', { toys: [undefined] }],
  ['an object that holds itself', cyclic],
  ['an object with toJSON', { name: { toJSON: () => 'Rex' } }],
];
const matchers: [string, unknown][] = [
  ['a matcher', { name: expect.any(String) }],
  ['a matcher as a whole', expect.objectContaining({ name: 'Rex' })],
  ['a regular expression', { name: /Rex/ }],
];

describe('what is neither JSON nor a matcher', () => {
  test.each(neither)('is refused in a filter: %s', (_what, body) => {
    const { requests } = emptyCatalog();
    const words = /^A request filter: "body" must be a JSON value, with matchers such as/;
    expect(() => requests.count({ body })).toThrow(words);
    expect(() => requests.verify({ body }, { count: 0 })).toThrow(words);
  });

  test.each([...neither, ...matchers])('is refused before it is sent: %s', async (_what, body) => {
    // Port 1: a request would fail with another message.
    const { requests, faults } = createControl({ url: 'http://127.0.0.1:1/v2' });
    const filter: RequestFilter = { body };
    const calls = [
      () => requests.list(filter),
      () => requests.count(filter),
      () => requests.verify(filter),
      () => requests.waitFor(filter),
      () => requests.bodies(filter),
      () => requests.toHar(filter),
      () => faults.add({ status: 503, match: { body } }),
      () => faults.add({ status: 503, body }),
      () => faults.update('fault-1', { match: { body } }),
    ];
    for (const call of calls) await expect(call()).rejects.toThrow('must be JSON when it is sent');
  });
});
