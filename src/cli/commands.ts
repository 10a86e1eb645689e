import type { CaptureArguments } from './capture.ts';
import type { McpArguments } from './mcp/serve-mcp.ts';
import type { FixtureArguments } from './print-fixtures.ts';
import type { RunArguments } from './run-command.ts';
import type { ServerArguments } from './serve.ts';
import type { VerifyArguments } from './verify.ts';
import type { WaitArguments } from './wait.ts';

/** Each is loaded when it is asked for: help and the version come at once. */
export const commands = {
  serve: async (given: ServerArguments) => (await import('./serve.ts')).serve(given),
  run: async (given: RunArguments) => (await import('./run-command.ts')).runCommand(given),
  fixtures: async (given: FixtureArguments) =>
    (await import('./print-fixtures.ts')).printFixtures(given),
  wait: async (given: WaitArguments) => (await import('./wait.ts')).waitForServer(given),
  mcp: async (given: McpArguments) => (await import('./mcp/serve-mcp.ts')).serveMcp(given),
  verify: async (given: VerifyArguments) => (await import('./verify.ts')).verify(given),
  capture: async (given: CaptureArguments) => (await import('./capture.ts')).capture(given),
};
export type Commands = typeof commands;
