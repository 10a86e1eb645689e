import { expect, test } from 'vitest';
import { createCollection } from '../../src/catalog/collection.ts';
import { createStore, type Store } from '../../src/catalog/store.ts';
import { plainModel, type Pet } from '../../src/contract/pet.ts';

const { toPet } = plainModel;
const named = (id: string, name = id) => toPet({ name }, id);
const shape = { texts: ['name', 'tag'], toItem: toPet };
const initialOf = (...ids: string[]) =>
  createCollection(
    shape,
    ids.map((id) => named(id)),
  );

test('a change of one store reaches neither its initial state nor another store', () => {
  const initial = initialOf('a', 'b');
  const [one, other] = [createStore(initial), createStore(initial)];
  one.create(named('c'));
  one.update(named('a', 'changed'));
  one.remove('b');
  other.remove('a');
  expect(one.list().map(({ name }) => name)).toEqual(['changed', 'c']);
  expect(other.list().map(({ name }) => name)).toEqual(['b']);
  expect(initial.list().map(({ name }) => name)).toEqual(['a', 'b']);
});

test('it counts and tells each change, before it happens', () => {
  const told: number[] = [];
  const store: Store<Pet> = createStore(initialOf('a'), () => told.push(store.size));
  store.create(named('b'));
  store.update(named('b', 'changed'));
  store.remove('b');
  store.remove('nowhere');
  store.replace(initialOf());
  expect(told).toEqual([1, 2, 2, 1]);
  expect(store.changes).toBe(4);
});

test('an id is taken by a pet, and by a removed pet of the initial state', () => {
  const store = createStore(initialOf('a', 'b'));
  store.create(named('x'));
  store.create(named('y'));
  store.remove('b');
  store.remove('y');
  const ids = ['a', 'b', 'x', 'y', 'z'];
  expect(ids.filter((id) => store.isTaken(id))).toEqual(['a', 'b', 'x']);
  store.replace(initialOf('z'));
  expect(ids.filter((id) => store.isTaken(id))).toEqual(['z']);
});
