import { expect, test } from 'vitest';
import { messageOf, OptionError, show } from '../../src/contract/errors.ts';
import {
  CapacityError,
  createPetCatalog,
  InvalidInputError,
  VerificationError,
  WaitTimeoutError,
} from '../../src/index.ts';

const thrownBy = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('It threw nothing');
};

test('errors have the names of their classes', async () => {
  const { pets, requests } = createPetCatalog({ pets: 0, maxPets: 0 });
  const errors = [
    thrownBy(() => createPetCatalog({ pets: -1 })),
    thrownBy(() => pets.create({} as never)),
    thrownBy(() => pets.create({ name: 'Rex' })),
    thrownBy(() => requests.verify()),
    await requests.waitFor({}, { timeout: 1 }).catch((error: unknown) => error as Error),
  ];
  const classes = [
    OptionError,
    InvalidInputError,
    CapacityError,
    VerificationError,
    WaitTimeoutError,
  ];
  expect(errors.map((error) => (error as Error).constructor)).toEqual(classes);
  expect(errors.map((error) => (error as Error).name)).toEqual(classes.map(({ name }) => name));
});

test.each([
  ['Rex', '"Rex"'],
  ['a "b"', '"a \\"b\\""'],
  ['x'.repeat(60), `"${'x'.repeat(60)}"`],
  ['x'.repeat(61), `"${'x'.repeat(60)}…"`],
  [null, 'null'],
  [undefined, 'undefined'],
  [['a'], 'an array'],
  [{ a: 1 }, 'an object'],
  [() => 1, 'a function'],
  [7, '7'],
  [true, 'true'],
  [Symbol('a'), 'Symbol(a)'],
])('a message shows %j as %s', (value, shown) => {
  expect(show(value)).toBe(shown);
});

test('what code threw is told by its message, or shown if it is no error', () => {
  expect(messageOf(new TypeError('no such pet'))).toBe('no such pet');
  expect(messageOf('no such pet')).toBe('it threw "no such pet"');
});
