#!/usr/bin/env node
import { nodeProblem } from './cli/node-version.ts';

const problem = nodeProblem(process.version);
if (problem === undefined) {
  // Only now: what it imports does not load on every Node.
  const { run } = await import('./cli/run.ts');
  await run(process.argv.slice(2), process.env);
} else {
  process.stderr.write(`pet-catalog-mock: ${problem}\n`);
  process.exitCode = 1;
}
