import type { McpArguments, ServerArguments } from './arguments.ts';
import { runArguments } from './arguments.ts';
import { FailedError, UsageError } from './errors.ts';
import type { CaptureArguments, VerifyArguments } from './service-arguments.ts';
import type { RunArguments } from './run-command.ts';
import type { Setting } from './settings.ts';
import type { WaitArguments } from './wait.ts';

/** Each is loaded when it is asked for: help and the version come at once. */
export const commands = {
  serve: async (given: ServerArguments) => (await import('./serve.ts')).serve(given),
  run: async (given: RunArguments) => (await import('./run-command.ts')).runCommand(given),
  fixtures: async (given: readonly Setting[]) =>
    (await import('./print-fixtures.ts')).printFixtures(given),
  wait: async (given: WaitArguments) => (await import('./wait.ts')).waitForServer(given),
  mcp: async (given: McpArguments) => (await import('./mcp/serve-mcp.ts')).serveMcp(given),
  verify: async (given: VerifyArguments) => (await import('./verify.ts')).verify(given),
  capture: async (given: CaptureArguments) => (await import('./capture.ts')).capture(given),
};
export type Commands = typeof commands;

export async function run(args: readonly string[]): Promise<void> {
  // Who has stopped reading misses what is written; the server goes on.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  try {
    await runArguments(args, commands, (text) => process.stdout.write(text));
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
