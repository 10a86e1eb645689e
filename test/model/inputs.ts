import * as fc from 'fast-check';
import { uuid } from '../../src/catalog/random.ts';
import type {
  Delay,
  Fault,
  FaultChanges,
  FixturePet,
  RequestFilter,
  SeedOptions,
} from '../../src/index.ts';
import { ownOperations } from '../../src/service/table.ts';
import { options, type Entry } from './model.ts';

const pick = <T>(...values: T[]) => fc.constantFrom(...values);
const operationNames = ownOperations().map(({ name }) => name);

export const anyNewPet = fc.record(
  { name: pick('Rex', 'Alba', '', '🐕'), tag: pick('dog', '') },
  { requiredKeys: ['name'] },
);

const target = fc.record(
  {
    operation: pick(...operationNames),
    match: pick({ header: { 'X-Mark': 'a' } }, { header: { 'X-Mark': 'b' } }),
    rate: pick(0, 0.5, 1),
    times: pick<number | number[]>(1, 2, 3, [2], [3, 1]),
    enabled: pick(true, false),
  } as const,
  { requiredKeys: [] },
);

/** Faults of every kind except `hang`, because its calls would never end. */
export const anyFault: fc.Arbitrary<Fault> = fc
  .tuple(
    fc.oneof(
      fc.record({ status: pick(404, 429, 503) }),
      fc.record({ status: pick(503), error: pick('Not today') }),
      fc.record({ status: pick(200, 502), body: pick<unknown>([], { id: 7 }) }),
      fc.record({ delay: pick<Delay>(0, 1, { min: 0, max: 2 }) }),
      fc.record({ network: pick('reset', 'empty', 'truncate', 'garbage') } as const),
      fc.record({ network: pick('reset', 'truncate'), status: pick(404), delay: pick(1) } as const),
      fc.record({ network: pick('dribble'), delay: pick(0, 1) } as const),
      fc.record({ status: pick(503), phase: pick('after') } as const),
      fc.record({ network: pick('reset', 'garbage'), phase: pick('after') } as const),
    ),
    fc.oneof(fc.constant({}), target),
  )
  .map((parts) => Object.assign({}, ...parts) as Fault);

export const anyChanges: fc.Arbitrary<FaultChanges> = pick<FaultChanges>(
  { enabled: false },
  { enabled: true },
  { times: 1 },
  { times: 2 },
  { times: [1, 3] },
  { times: null },
  { rate: null, operation: null },
  { match: null },
  { delay: 0 },
);

export const anySeed: fc.Arbitrary<SeedOptions> = fc.oneof(
  pick<SeedOptions>({}),
  fc.record({ pets: fc.nat(options.maxPets), seed: pick(7, 8) }, { requiredKeys: [] }),
  fc.record({
    fixtures: fc.uniqueArray(
      fc.record(
        {
          name: pick('Rex', 'Max'),
          tag: pick('dog'),
          id: pick('rex', uuid(7, 0), uuid(7, 2), uuid(8, 1)),
        },
        { requiredKeys: ['name'] },
      ) as fc.Arbitrary<FixturePet>,
      { maxLength: 4, comparator: (one, other) => one.id !== undefined && one.id === other.id },
    ),
  }),
);

/** The filters that an entry of the model can be held against. */
export const anyFilter: fc.Arbitrary<RequestFilter> = fc.record(
  {
    operation: pick(...operationNames, null),
    status: pick(200, 201, 401, 503),
    fault: fc.boolean(),
    limit: fc.nat(5),
  } as const,
  { requiredKeys: [] },
);

export function matches(entry: Entry, { operation, status, fault }: RequestFilter): boolean {
  return (
    (operation === undefined || entry.operation === operation) &&
    (status === undefined || entry.status === status) &&
    (fault === undefined || (entry.fault !== undefined) === fault)
  );
}
