/** Says on standard error what a user should know and what stops nothing. */
export function warn(problem: unknown): void {
  const text = problem instanceof Error ? problem.message : String(problem);
  process.stderr.write(`pet-catalog-mock: ${text}\n`);
}
