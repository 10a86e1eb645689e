import { plainModel } from '../../src/contract/pet.ts';
import type { Operation } from '../../src/index.ts';
import { createPetIn } from '../../src/operations/create-pet.ts';
import { expect, test } from 'vitest';
import { onOneLine } from '../../src/contract/text.ts';
import { findHeadError } from '../../src/service/read-body.ts';
import { create } from '../../src/verify/cases/case.ts';
import { ask, emptyCatalog } from '../support/catalog.ts';

test('the name of a content coding is shortened in the message', () => {
  const type = { 'content-type': 'application/json' };
  const error = (coding: string) =>
    findHeadError({
      request: { headers: { ...type, 'content-encoding': coding } },
      settings: { maxBodyBytes: 40 },
      operation: createPetIn(plainModel) as Operation,
    })?.body;
  expect(error('x'.repeat(100))).toContain(` ${'x'.repeat(100)} `);
  expect(error('x'.repeat(101))).toBe(error('x'.repeat(100)));
});

test('control characters are shown as escapes', () => {
  expect(onOneLine('a\0b\nc\u0085d\u2028e')).toBe('a\\u0000b\\u000ac\\u0085d\\u2028e');
  expect(onOneLine('\u2029')).toBe('\\u2029');
});

test('what the engine says of bad JSON comes on one line', async () => {
  const response = await ask(emptyCatalog(), { ...create({}), body: '\0\n' });
  const { error } = (await response.json()) as { error: string };
  expect(error).toMatch(/^The request body is not valid JSON: .*\\u0000.*$/);
});
