import { onTestFinished, vi } from 'vitest';
import { commands, runArguments, type Commands } from '../../../src/cli/arguments.ts';
import { askForStatus } from '../../../src/cli/ask-service.ts';
import { capture } from '../../../src/cli/capture.ts';
import { UsageError } from '../../../src/cli/errors.ts';
import { openSession } from '../../../src/cli/mcp/serve-mcp.ts';
import { startServer } from '../../../src/cli/serve.ts';
import { runDefaults } from '../../../src/cli/settings.ts';
import { verify } from '../../../src/cli/verify.ts';
import type { CommandOptions, Ended } from './command.ts';

type Options = Pick<CommandOptions, 'cwd' | 'env'>;

/** The commands without what ends their process: signals, and the exit. */
async function runWith(
  args: readonly string[],
  { cwd, env = {} }: Options,
  own: Partial<Commands>,
) {
  const before = process.cwd();
  if (cwd !== undefined) process.chdir(cwd);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const output = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text, ...rest: unknown[]) => {
      output[name] += String(text);
      (rest.at(-1) as (() => void) | undefined)?.();
      return true;
    }),
  );
  const { log, info, debug } = console;
  const listeners = new Set(process.listeners('uncaughtException'));
  let code = 0;
  const ask: Commands = {
    ...commands,
    verify: async (given) => void (code = await askForStatus('--against', verify, given, signal)),
    capture: async (given) => void (code = await askForStatus('--from', capture, given, signal)),
    mcp: async (given) => void (await openSession(given)),
    ...own,
  };
  try {
    await runArguments(args, (text) => (output.stdout += text), ask);
  } catch (error) {
    code = error instanceof UsageError ? 2 : 1;
    const hint = code === 2 ? '\nSee pet-catalog-mock --help' : '';
    output.stderr += `pet-catalog-mock: ${(error as Error).message}${hint}\n`;
  } finally {
    Object.assign(console, { log, info, debug });
    for (const one of process.listeners('uncaughtException')) {
      if (!listeners.has(one)) process.off('uncaughtException', one);
    }
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
    process.chdir(before);
  }
  return { code, ...output };
}

const { signal } = new AbortController();

/** Runs a command that ends by itself in this process. A server that starts is an error. */
export function runHere(
  args: readonly string[],
  options: Options = {},
): Promise<Pick<Ended, 'code' | 'stdout' | 'stderr'>> {
  const refuse = async (given: Parameters<Commands['serve']>[0], defaults: object) => {
    const { server } = await startServer(given, defaults);
    await server.close();
    throw new Error('The server has started');
  };
  return runWith(args, options, {
    serve: (given) => refuse(given, { log: 'none' }),
    run: (given) => refuse(given, runDefaults),
  });
}

/** Starts the server of a command line in this process, on a free port unless told otherwise. */
export async function startHere(
  args: readonly string[] = [],
  { env = {}, ...options }: Options = {},
) {
  let started: Awaited<ReturnType<typeof startServer>> | undefined;
  const { stderr } = await runWith(
    args,
    { ...options, env: { PORT: '0', ...env } },
    {
      async serve(given) {
        started = await startServer(given, { log: 'none' });
      },
    },
  );
  if (!started) throw new Error(stderr);
  const { url, port, close } = started.server;
  onTestFinished(close);
  const call = (path: string, { headers, ...init }: RequestInit = {}) =>
    fetch(url + path, {
      ...init,
      headers: { 'X-API-Key': 'test-key-01', ...(headers as Record<string, string>) },
    });
  return { url, port, call, stderr, ...started };
}

/** Opens the session that `mcp` has with these arguments. */
export async function openSessionHere(args: readonly string[], env: Record<string, string>) {
  let session: Awaited<ReturnType<typeof openSession>> | undefined;
  const { stderr } = await runWith(
    ['mcp', ...args],
    { env },
    {
      mcp: async (given) => void (session = await openSession(given)),
    },
  );
  if (!session) throw new Error(stderr);
  return session;
}
