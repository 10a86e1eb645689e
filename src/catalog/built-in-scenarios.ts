import type { Scenarios } from '../controls/state.ts';

/** The scenarios that every catalog has, unless it is given others of the same names. */
export const builtInScenarios = {
  empty: { description: 'No pets at all.', pets: 0 },
  shelter: { description: 'A shelter with 200 pets.', pets: 200 },
  slow: {
    description: 'Half of the calls take more than 300 ms, and one in a hundred more than 3 s.',
    delay: { p50: 300, p99: 3000 },
  },
  flaky: {
    description: 'One call in five fails: half of them with a 503, half at the connection.',
    // The newest, which is the last, is asked first: 1/10, and 1/9 of what it leaves.
    faults: [
      { status: 503, rate: 1 / 9 },
      { network: 'reset', rate: 1 / 10 },
    ],
  },
  down: {
    description: 'Every call is a 503 that asks to come back in two seconds.',
    faults: [{ status: 503, headers: { 'Retry-After': '2' } }],
  },
  full: {
    description: 'No pet can be created: the response is a 507.',
    faults: [{ operation: 'createPet', status: 507 }],
  },
} as const satisfies Scenarios;
