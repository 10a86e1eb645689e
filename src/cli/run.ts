import { readArguments, type Request } from './arguments.ts';
import { FailedError, UsageError } from './errors.ts';

/** Loads only what is needed: help and the version come at once. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  // Who has stopped reading misses what is written; the server goes on.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  try {
    await start(
      readArguments(args, (text) => process.stdout.write(text)),
      env,
    );
  } catch (error) {
    fail(error);
  }
}

async function start(request: Request, env: NodeJS.ProcessEnv): Promise<void> {
  switch (request.do) {
    case 'serve':
      return (await import('./serve.ts')).serve(request, env);
    case 'run':
      return (await import('./run-command.ts')).runCommand(request, env);
    case 'fixtures':
      return (await import('./print-fixtures.ts')).printFixtures(request.settings);
    case 'wait':
      return (await import('./wait.ts')).waitForServer(request);
    case 'mcp':
      return (await import('./mcp/serve-mcp.ts')).serveMcp(request);
    case 'verify':
      return (await import('./verify.ts')).verify(request);
    case 'capture':
      return (await import('./capture.ts')).capture(request);
    case 'nothing':
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
