import { expect, test } from 'vitest';
import { check, checkOption } from '../../src/contract/check.ts';
import { OptionError } from '../../src/contract/errors.ts';
import { delaySchema, faultSchema } from '../../src/contract/faults.ts';

const atLeast = 'a JSON object with at least one of "status", "delay" and "network"';
const span = 'milliseconds: a whole number, or {"min", "max"} with min no greater than max';

test.each([
  [{}, `The fault must be ${atLeast}`],
  [{ rate: 1 }, `The fault must be ${atLeast}`],
  [[], 'The fault must be a JSON object, not an array'],
  ['x', `The fault must be ${atLeast}, not "x"`],
  [{ status: {} }, 'The fault: "status" must be a whole number from 400 to 599, not an object'],
  [{ delay: { min: 2, max: 1 } }, `The fault: "delay" must be ${span}`],
  [{ delay: 'x' }, `The fault: "delay" must be ${span}, not "x"`],
])('the message about the fault %j does not contradict itself', (fault, message) => {
  expect(check(faultSchema, fault, 'The fault')).toEqual({ ok: false, message });
});

test('nor does the one about an option', () => {
  const problem = checkOption('delay', delaySchema, { min: 2, max: 1 })!;
  expect(new OptionError(problem).message).toBe(`Option "delay" must be ${span}`);
});
