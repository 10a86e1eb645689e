import { describe, expect, test } from 'vitest';
import { uuids } from '../../src/catalog/ids.ts';
import { uuid } from '../../src/catalog/random.ts';
import { initialState, type InitialState } from '../../src/catalog/seed.ts';
import { petShapes } from '../../src/contract/state.ts';
import { generatePets } from '../../src/fixtures/generate.ts';
import type { SeedOptions } from '../../src/index.ts';

const seed = 7;
const nothing = { pets: 0, seed };
const rules = (maxPets: number) => ({
  maxPets,
  petNames: undefined,
  ids: uuids,
  shapes: petShapes,
});
const pairs = (state: InitialState) =>
  Array.from(state.pets.values(), ({ id, name }) => [id, name]);
const stateOf = (fixtures: SeedOptions['fixtures'], reserved: readonly string[] = []) =>
  initialState({ ...nothing, fixtures }, rules(10), (id) => reserved.includes(id));

describe('the start of a catalog', () => {
  const [first, second, third] = Array.from(generatePets(3, seed), ({ name }) => name);

  test('with seeded pets leaves reserved ids out', () => {
    const reserved = new Set([0, 2, 3].map((position) => uuid(seed, position)));
    const state = initialState({ ...nothing, pets: 3 }, rules(3), (id) => reserved.has(id));
    expect(pairs(state)).toEqual([
      [uuid(seed, 1), first],
      [uuid(seed, 4), second],
      [uuid(seed, 5), third],
    ]);
    expect(state).toMatchObject({ seed, nextId: 6 });
  });

  test('with exact pets gives ids that are neither reserved nor brought by another', () => {
    const state = stateOf(
      [{ name: 'a' }, { name: 'b', id: uuid(seed, 1) }, { name: 'c' }, { name: 'd', id: 'd' }],
      [uuid(seed, 0), 'd', uuid(seed, 4)],
    );
    expect(pairs(state)).toEqual([
      [uuid(seed, 2), 'a'],
      [uuid(seed, 1), 'b'],
      [uuid(seed, 3), 'c'],
      ['d', 'd'],
    ]);
    expect(state).toMatchObject({ seed, nextId: 5 });
  });
});
