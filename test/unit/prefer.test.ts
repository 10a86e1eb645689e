import { expect, test } from 'vitest';
import { readPreference } from '../../src/service/prefer.ts';

test.each([
  ['code=400', { status: 400, applied: 'code=400' }],
  ['CODE = 503', { status: 503, applied: 'code=503' }],
  ['code="400"', { status: 400, applied: 'code=400' }],
  ['delay=2147483647', { delay: 2_147_483_647, applied: 'delay=2147483647' }],
  ['delay=250,code=503', { status: 503, delay: 250, applied: 'delay=250, code=503' }],
  ['code=503; why="a, code=400"', { status: 503, applied: 'code=503' }],
  ['code=503, code=400', { status: 503, applied: 'code=503' }],
  ['', undefined],
  ['code=399', undefined],
  ['code=50"3"', undefined],
  ['delay=-1', undefined],
  ['why="a, code=503"', undefined],
])('%j asks for %j', (header, expected) => {
  expect(readPreference(header)).toEqual(expected);
});
