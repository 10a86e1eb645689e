/**
 * How often fast-check runs a property: `MODEL_RUNS=10` multiplies it. `MODEL_SEED` and `MODEL_PATH`
 * run one that failed again, as fast-check prints them.
 */
export function runs(usual: number) {
  const { MODEL_RUNS = '1', MODEL_SEED, MODEL_PATH } = process.env;
  return {
    numRuns: usual * Number(MODEL_RUNS),
    ...(MODEL_SEED !== undefined && { seed: Number(MODEL_SEED) }),
    ...(MODEL_PATH !== undefined && { path: MODEL_PATH }),
  };
}
