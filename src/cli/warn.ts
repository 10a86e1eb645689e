/** Prints a warning on standard error. */
export function warn(problem: unknown): void {
  const text = problem instanceof Error ? problem.message : String(problem);
  process.stderr.write(`pet-catalog-mock: ${text}\n`);
}
