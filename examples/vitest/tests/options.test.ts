import { describe, expect } from 'vitest';
import { test as base } from 'pet-catalog-mock/vitest';
import { petNames } from '../src/api.ts';

// #region options
const test = base.extend('catalogOptions', { fixtures: [{ name: 'Rex' }, { name: 'Max' }] });

test('pets are sorted by name', async () => {
  expect(await petNames()).toEqual(['Max', 'Rex']);
});

describe('without pets', () => {
  test.override({ catalogOptions: { pets: 0 } });

  test('the list is empty', async () => {
    expect(await petNames()).toEqual([]);
  });
});
// #endregion
