import * as v from 'valibot';
import { expect, test } from 'vitest';
import { check } from '../../src/contract/check.ts';
import { faultSchema } from '../../src/controls/faults.ts';
import { plainModel } from '../../src/contract/pet-model.ts';

const atLeast = 'a JSON object with at least one of "status", "delay", "hold" and "network"';
const span =
  'milliseconds: a whole number, {"min", "max"} with min no greater than max, or {"p50", "p99"} of ' +
  'at least 1 with p50 no greater than p99';

test.each([
  [{}, `The fault must be ${atLeast}`],
  [[], 'The fault must be a JSON object, not an array'],
  ['x', `The fault must be ${atLeast}, not "x"`],
  [undefined, `The fault must be ${atLeast}, not undefined`],
  [
    { status: 302 },
    'The fault must be a JSON object in which a "status" below 400 comes with a "body"',
  ],
  [{ delay: { p50: 0, p99: 1 } }, `The fault: "delay" must be ${span}`],
  [{ delay: { min: 2, max: 1 } }, `The fault: "delay" must be ${span}`],
  [{ delay: { p50: 2, p99: 1 } }, `The fault: "delay" must be ${span}`],
  [{ delay: 'x' }, `The fault: "delay" must be ${span}, not "x"`],
])('the message about the fault %j does not contradict itself', (fault, message) => {
  expect(check(faultSchema, fault, 'The fault')).toEqual({ ok: false, message });
});

const circular: unknown[] = [];
circular.push(circular);

test('a message about a part of a file names the place', () => {
  const messageOf = (schema: v.GenericSchema, value: unknown, path: (string | number)[]) =>
    check(schema, value, 'pets.json', path);
  const texts = v.array(v.string('a string'), 'an array of strings');
  expect(messageOf(texts, ['a', 1], [])).toMatchObject({
    message: 'pets.json: "[1]" must be a string, not 1',
  });
  expect(messageOf(plainModel.stored, { name: 'Rex' }, ['pets', 3])).toMatchObject({
    message: 'pets.json lacks the field "pets[3].tag"',
  });
});
