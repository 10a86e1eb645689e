#!/usr/bin/env node
import { nodeProblem } from './cli/node-version.ts';

const problem = nodeProblem(process.version);
if (problem === undefined) {
  // msw would keep cookies in it from one run to the next, and from Node 25 on Node warns at a look at it.
  Reflect.deleteProperty(globalThis, 'localStorage');
  // From Node 22.8 on, which the types do not know yet: a start that is not the first takes 6 to 9 per cent less.
  const { default: module } = await import('node:module');
  (module as { enableCompileCache?(): void }).enableCompileCache?.();
  // Only now: what it imports does not load on every Node.
  const { run } = await import('./cli/arguments.ts');
  await run(process.argv.slice(2));
} else {
  process.stderr.write(`pet-catalog-mock: ${problem}\n`);
  process.exitCode = 1;
}
