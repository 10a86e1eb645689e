import { patience as perRun } from '../support/patience.ts';

const { MODEL_RUNS = '1', MODEL_SEED, MODEL_PATH } = process.env;

/** Milliseconds that a property may take: a sequence that fails is shrunk, too. */
export const patience = 5 * perRun * Number(MODEL_RUNS);

/**
 * How often fast-check runs a property: `MODEL_RUNS=10` multiplies it. `MODEL_SEED` and `MODEL_PATH`
 * run one that failed again, as fast-check prints them.
 */
export function runs(usual: number) {
  return {
    numRuns: usual * Number(MODEL_RUNS),
    ...(MODEL_SEED !== undefined && { seed: Number(MODEL_SEED) }),
    ...(MODEL_PATH !== undefined && { path: MODEL_PATH }),
  };
}
