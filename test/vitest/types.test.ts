import type { SetupServer } from 'msw/node';
import { afterAll, expect, expectTypeOf, inject, test } from 'vitest';
import type { Control } from '../../src/client/index.ts';
import type { PetCatalog } from '../../src/index.ts';
import {
  createTest,
  test as petTest,
  type CatalogServer,
  type RunServer,
} from '../../src/vitest/index.ts';
import { interception } from '../../src/vitest/interception.ts';
import '../../src/vitest/matchers.ts';

// Other files share the worker, and have servers of their own.
afterAll(() => interception.end());

petTest('a test has the fixtures and vitest’s own context', ({ catalog, network, task }) => {
  expectTypeOf(catalog).toEqualTypeOf<PetCatalog>();
  expectTypeOf(network.use).toEqualTypeOf<SetupServer['use']>();
  expectTypeOf(task.name).toBeString();
  expectTypeOf<CatalogServer['control']>().toEqualTypeOf<Control>();
  expectTypeOf(createTest).returns.toEqualTypeOf(petTest);
});

petTest('a server that is not from msw is refused', () => {
  const server = {} as SetupServer;
  expect(() => createTest({ server })).toThrow(
    'Option "server" must be what setupServer() of msw/node gives, not an object',
  );
});

test('the options of the catalog are checked when they are given', () => {
  expectTypeOf(petTest.override<'catalogOptions'>).toBeCallableWith('catalogOptions', { pets: 3 });
  // @ts-expect-error -- an unknown option
  expectTypeOf(petTest.override<'catalogOptions'>).toBeCallableWith('catalogOptions', { pest: 3 });
});

test('the server of the run has a type when it is injected', () => {
  expectTypeOf(inject<'petCatalogServer'>).returns.toEqualTypeOf<RunServer>();
});
