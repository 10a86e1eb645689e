import { expect, test } from 'vitest';
import { follow } from '../../src/catalog/follow.ts';
import { serviceOf } from '../../src/pet-catalog.ts';
import { emptyCatalog } from '../support/catalog.ts';

test('who follows a catalog is told of each reset, and of none once it follows no more', () => {
  const { common } = serviceOf(emptyCatalog()).catalogs;
  const told: string[] = [];
  const nothing = () => {};
  const onChange = (event: string) => void told.push(event);
  const end = follow(common, { onEnd: nothing, onWaiting: nothing, onOver: nothing, onChange });
  common.reset();
  common.reset();
  expect(told).toEqual(['reset', 'reset']);
  end();
  common.reset();
  expect(told).toHaveLength(2);
});
