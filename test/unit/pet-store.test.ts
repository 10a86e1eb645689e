import { describe, expect, test } from 'vitest';
import { toPet, type Pet } from '../../src/contract/pet.ts';
import {
  createPetMap,
  createPetStore,
  type PetStore,
  type StoredPet,
} from '../../src/catalog/store.ts';

const named = (id: string, name = id) => toPet({ name }, id);
const mapOf = (...ids: string[]) => createPetMap(ids.map((id) => named(id)));

function storeOf(start: readonly string[], created: readonly string[] = []): PetStore {
  const store = createPetStore(mapOf(...start));
  for (const id of created) store.set(named(id));
  return store;
}

const namesIn = (pets: readonly StoredPet[]) => pets.map(({ name }) => name);
const namesOf = (store: PetStore) => namesIn(store.first(Infinity));
const listed = (store: PetStore, count = Infinity, longest = Infinity) => {
  const json = store.list(count, longest);
  return json === undefined ? undefined : (JSON.parse(json) as Pet[]).map(({ name }) => name);
};

test('what is not there cannot be removed, and is no change', () => {
  const store = storeOf(['a'], ['x']);
  store.remove('a');
  store.remove('x');
  const { changes } = store;
  for (const id of ['a', 'x', 'nowhere']) expect(store.remove(id)).toBe(false);
  expect(store.changes).toBe(changes);
  expect(store.size).toBe(0);
});

test('an id is taken by a pet, and by one of the start that was removed', () => {
  const store = storeOf(['a', 'b'], ['x', 'y']);
  store.remove('b');
  store.remove('y');
  const ids = ['a', 'b', 'x', 'y', 'z'];
  expect(ids.filter((id) => store.isTaken(id))).toEqual(['a', 'b', 'x']);
  expect(ids.filter((id) => store.isCreated(id))).toEqual(['x']);
  expect(ids.filter((id) => store.clashesWith(mapOf(id)))).toEqual(['x']);
});

test('one of the start comes back behind those that were before it, or before the one that is named', () => {
  const store = storeOf(['a', 'b', 'c'], ['x']);
  for (const id of ['a', 'b']) store.remove(id);
  store.insert(named('y'), 'c');
  store.insert(named('b'), 'nowhere');
  store.remove('c');
  store.insert(named('c'), undefined);
  store.insert(named('a'), 'x');
  expect(namesOf(store)).toEqual(['b', 'c', 'y', 'a', 'x']);
});

describe('a page of pets', () => {
  const store = storeOf(['a', 'b', 'c', 'd'], ['x', 'y', 'z']);
  const all = ['a', 'b', 'c', 'd', 'x', 'y', 'z'];
  const changed = storeOf(['a', 'b', 'c', 'd'], ['x', 'y', 'z']);
  changed.remove('a');
  changed.set(named('b', 'new b'));
  changed.remove('c');
  const left = ['new b', 'd', 'x', 'y', 'z'];

  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])('begins after %i pets', (skip) => {
    for (const count of [0, 1, 2, 3, 10]) {
      expect(namesIn(store.first(count, skip))).toEqual(all.slice(skip, skip + count));
      expect(namesIn(changed.first(count, skip))).toEqual(left.slice(skip, skip + count));
    }
  });
});

describe('a list', () => {
  test('is none if it is too long without its last pet', () => {
    const store = storeOf(['a', 'b', 'c']);
    const { length } = JSON.stringify(named('a'));
    expect(listed(store, 3, 2 * length + 1)).toEqual(['a', 'b', 'c']);
    expect(listed(store, 2, 2 * length)).toEqual(['a', 'b']);
    const other = storeOf(['a', 'b', 'c']);
    expect(listed(other, 3, 2 * length)).toBeUndefined();
    expect(listed(other, 2, length)).toBeUndefined();
  });

  test('is of now, after each change, which counts', () => {
    const store = storeOf(['a', 'b'], ['x', 'y']);
    const acts = [
      () => store.set(named('a', 'new a')),
      () => store.set(named('x', 'new x')),
      () => store.remove('b'),
      () => store.set(named('z')),
      () => store.remove('x'),
      () => store.set(named('w')),
      () => store.insert(named('v'), 'w'),
      () => store.rebase(mapOf('a', 'b', 'c')),
      () => store.replace(mapOf('d', 'e', 'f', 'g')),
    ];
    expect(listed(store)).toEqual(['a', 'b', 'x', 'y']);
    expect(listed(store, 1)).toEqual(['a']);
    const { changes } = store;
    for (const [index, act] of acts.entries()) {
      act();
      expect(store.changes).toBe(changes + index + 1);
      expect(listed(store)).toEqual(namesOf(store));
      expect(listed(store, 1)).toEqual(namesOf(store).slice(0, 1));
    }
  });
});
