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
    // The last fault is tried first. It takes 1/10 of the calls, and the other 1/9 of the rest: another
    // 1/10.
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
