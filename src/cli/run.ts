import { readArguments } from './arguments.ts';
import { FailedError, UsageError } from './errors.ts';

/** Loads only what is needed: help and the version come at once. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  // Who has stopped reading misses what is written; the server goes on.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  try {
    const request = readArguments(args, (text) => process.stdout.write(text));
    if (request.do === 'serve') {
      const { serve } = await import('./serve.ts');
      await serve(request, env);
    } else if (request.do === 'run') {
      const { runCommand } = await import('./run-command.ts');
      await runCommand(request, env);
    } else if (request.do === 'fixtures') {
      const { printFixtures } = await import('./print-fixtures.ts');
      await printFixtures(request.settings);
    } else if (request.do === 'wait') {
      const { waitForServer } = await import('./wait.ts');
      await waitForServer(request);
    } else if (request.do === 'mcp') {
      const { serveMcp } = await import('./mcp/serve-mcp.ts');
      await serveMcp(request);
    } else if (request.do === 'verify') {
      const { verify } = await import('./verify.ts');
      await verify(request);
    } else if (request.do === 'capture') {
      const { capture } = await import('./capture.ts');
      await capture(request);
    }
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  const isUsage = error instanceof UsageError;
  const isKnown = isUsage || error instanceof FailedError;
  const text = isKnown ? error.message : String((error as Error | undefined)?.stack ?? error);
  const hint = isUsage ? '\nSee pet-catalog-mock --help' : '';
  process.stderr.write(`pet-catalog-mock: ${text}${hint}\n`);
  process.exit(isUsage ? 2 : 1);
}
