import { describe, expect, test } from 'vitest';
import { createCollection, type ItemShape } from '../../src/catalog/collection.ts';

interface Item {
  id: string;
  name: string;
  age?: number;
  friends?: string[];
}

/** As pets are stored: with a text of their own, and fields in a fixed order. */
const named: ItemShape<Item> = {
  texts: ['name'],
  toItem: ({ name, ...others }, id) => ({ name: String(name), ...others, id }),
};

/** As items are stored of which nothing is known but their ids. */
const plain: ItemShape<{ id: string; [field: string]: unknown }> = {
  texts: [],
  toItem: (fields, id) => ({ ...fields, id }),
};

function twoCollections() {
  return { pets: createCollection(named), photos: createCollection(plain) };
}

/** A collection of items with these ids. */
function collectionOf(...ids: string[]) {
  const { pets } = twoCollections();
  for (const id of ids) pets.create({ id, name: `name of ${id}` });
  return pets;
}

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

test('two collections may have items with the same id', () => {
  const { pets, photos } = twoCollections();
  pets.create({ id: 'a', name: 'Rex' });
  photos.create({ id: 'a', url: 'x.png', size: { width: 1 } });
  photos.create({ id: 'b', url: 'y.png' });
  expect(pets.list()).toEqual([{ name: 'Rex', id: 'a' }]);
  expect(photos.get('a')).toEqual({ url: 'x.png', size: { width: 1 }, id: 'a' });
  photos.remove('a');
  expect([pets.size, photos.size]).toEqual([1, 1]);
});

test('an update keeps the place, and removes fields that are left out', () => {
  const pets = collectionOf('a', 'b', 'c');
  pets.update({ id: 'b', name: 'Max', age: 3 });
  expect(pets.list()[1]).toEqual({ name: 'Max', age: 3, id: 'b' });
  pets.update({ id: 'b', name: 'Max' });
  expect(pets.list()[1]).toEqual({ name: 'Max', id: 'b' });
  expect(pets.get('b')).toEqual({ name: 'Max', id: 'b' });
  expect(idsOf(pets.list())).toEqual(['a', 'b', 'c']);
});

test('a removed item is gone, and one with its id comes last', () => {
  const pets = collectionOf('a', 'b');
  expect([pets.remove('a'), pets.remove('a'), pets.remove('x')]).toEqual([true, false, false]);
  expect([pets.has('a'), pets.get('a'), pets.size]).toEqual([false, undefined, 1]);
  pets.create({ id: 'a', name: 'back' });
  expect(idsOf(pets.list())).toEqual(['b', 'a']);
});

test.each(['__proto__', 'constructor', ' ', 'ä/ö', '0'])('an id may be %j', (id) => {
  const pets = collectionOf('a', id);
  pets.update({ id, name: 'changed' });
  expect(pets.get(id)).toEqual({ name: 'changed', id });
  expect(pets.remove(id)).toBe(true);
  expect(idsOf(pets.list())).toEqual(['a']);
});

test('a field may be called __proto__ and stays a field', () => {
  const { photos } = twoCollections();
  photos.create(JSON.parse('{"id":"a","__proto__":{"polluted":1}}'));
  expect(JSON.stringify(photos.list())).toBe('[{"__proto__":{"polluted":1},"id":"a"}]');
});

test('inputs and results are copies', () => {
  const { pets } = twoCollections();
  const given = { id: 'a', name: 'Rex', friends: ['Max'] };
  pets.create(given);
  given.friends.push('changed');
  for (const copy of [pets.get('a')!, pets.list()[0]!]) {
    copy.name = 'changed';
    copy.friends!.push('changed');
  }
  pets.list({ where: (pet) => Boolean((pet.name = 'changed')) });
  expect(pets.list()).toEqual([{ name: 'Rex', friends: ['Max'], id: 'a' }]);
});

describe('a list', () => {
  test.each([
    [{}, ['a', 'b', 'c', 'd']],
    [{ limit: 0 }, []],
    [{ limit: 2 }, ['a', 'b']],
    [{ limit: 9 }, ['a', 'b', 'c', 'd']],
    [{ where: ({ id }: Item) => id > 'b' }, ['c', 'd']],
    [{ where: ({ id }: Item) => id > 'a', limit: 2 }, ['b', 'c']],
  ])('with %o has its items in order', (options, ids) => {
    expect(idsOf(collectionOf('a', 'b', 'c', 'd').list(options))).toEqual(ids);
  });

  test('as JSON is true after each change', () => {
    const pets = collectionOf('a', 'b');
    const changes = [
      () => pets.create({ id: 'c', name: 'c' }),
      () => pets.update({ id: 'a', name: 'changed' }),
      () => pets.remove('b'),
      () => pets.create({ id: 'd', name: 'x'.repeat(200_000) }),
      () => pets.create({ id: 'e', name: 'e' }),
      () => pets.remove('a'),
    ];
    for (const change of changes) {
      for (const limit of [0, 1, 2, 3, Infinity, Infinity, 1]) {
        expect(JSON.parse(pets.listJson(limit))).toEqual(pets.list({ limit }));
      }
      change();
      for (const limit of [1, Infinity]) {
        expect(JSON.parse(pets.listJson(limit))).toEqual(pets.list({ limit }));
      }
    }
  });
});
