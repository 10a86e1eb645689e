// #region options
import { describe, expect } from 'vitest';
import { test as base } from 'pet-catalog-mock/vitest';
import { petNames } from '../src/api.ts';

const test = base.extend({ catalogOptions: { pets: 3 } });

test('the list has three pets', async () => {
  expect(await petNames()).toHaveLength(3);
});

describe('without pets', () => {
  test.override({ catalogOptions: { pets: 0 } });

  test('the list is empty', async () => {
    expect(await petNames()).toEqual([]);
  });
});
// #endregion
