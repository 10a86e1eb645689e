import type { Scenarios } from '../controls/state.ts';

/** The scenarios that every catalog has, unless it is given others of the same names. */
export const builtInScenarios = {
  empty: { description: 'No pets at all.', pets: 0 },
  shelter: { description: 'A shelter with 200 pets.', pets: 200 },
  slow: {
    description: 'Half of calls take over 300 ms, 1 in 100 over 3 s.',
    delay: { p50: 300, p99: 3000 },
  },
  flaky: {
    description: '20 % of calls fail: half answer 503, half drop the connection.',
    // The newest, which is the last, is asked first: 1/10, and 1/9 of what it leaves.
    faults: [
      { status: 503, rate: 1 / 9 },
      { network: 'reset', rate: 1 / 10 },
    ],
  },
  down: {
    description: 'Every call answers 503 with Retry-After: 2.',
    faults: [{ status: 503, headers: { 'Retry-After': '2' } }],
  },
  full: {
    description: 'The catalog is full: createPet answers 507.',
    faults: [{ operation: 'createPet', status: 507 }],
  },
} as const satisfies Scenarios;
