import { spawnSync, type ChildProcess } from 'node:child_process';
import spawn from 'cross-spawn';
import type { ServerArguments } from './arguments.ts';
import { reachable, startServer } from './serve.ts';
import { commandOptions, createSetting, runDefaults } from './settings.ts';
import { followSignals, hasTerminal, statusOf, type Signal } from './signals.ts';
import { endStrays, signalStrays } from './strays.ts';

const isWindows = process.platform === 'win32';

const defaults = Object.entries(runDefaults).map(([name, text]) =>
  createSetting(
    commandOptions.find((option) => option.name === name)!,
    `"${name}"`,
    text,
  ),
);

/**
 * Runs a command beside a server, and ends with the command's exit status. The command is in the
 * process group of this process, as if the shell had started it: Ctrl-C, Ctrl-Z and `/dev/tty` are
 * what they are without the server.
 */
export async function runCommand(
  { command, ...request }: ServerArguments & { readonly command: readonly string[] },
  env: NodeJS.ProcessEnv,
): Promise<never> {
  let child: ChildProcess | undefined;
  let mark = '';
  let isStopped = false;
  followSignals(
    (signal) => {
      // Not 0: the command has not run.
      if (!child) process.exit(statusOf(signal));
      isStopped = true;
      passOn(signal, child, mark);
    },
    (signal) => {
      kill(child, mark);
      process.exit(statusOf(signal));
    },
  );

  const { server } = await startServer(request, defaults);
  const url = reachable(server.url);
  const id = crypto.randomUUID();
  mark = `PET_CATALOG_RUN=${id}`;
  const [name = '', ...args] = command;
  child = spawn(name, args, {
    stdio: 'inherit',
    env: {
      ...env,
      PET_CATALOG_URL: url,
      PET_CATALOG_PORT: String(server.port),
      // By this, what the command has started is known from what others have.
      PET_CATALOG_RUN: id,
    },
  });
  // Should the server fail, its command does not go on without it.
  process.once('exit', () => {
    if (isWindows) endTree(child);
    else child?.kill();
  });
  const status = await endOf(child, name);
  child = undefined;
  if (isStopped) await endStrays(mark);
  await server.close();
  process.exit(status);
}

/** The status that a shell gives a command. */
function endOf(child: ChildProcess, name: string): Promise<number> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? statusOf(signal!)));
    child.once('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT';
      const problem = isMissing
        ? `there is no such command: ${name}`
        : `cannot run ${name}: ${error.code === 'EACCES' ? 'it is not executable' : error.message}`;
      process.stderr.write(`pet-catalog-mock: ${problem}\n`);
      resolve(isMissing ? 127 : 126);
    });
  });
}

function passOn(signal: Signal, child: ChildProcess, mark: string): void {
  if (isWindows) {
    // What comes from the console has reached the command, too. SIGTERM is a message of the parent's.
    if (signal === 'SIGTERM') endTree(child);
  } else if (signal !== 'SIGINT') child.kill(signal);
  else if (!hasTerminal()) interrupt(child, mark);
}

/** As the terminal does at Ctrl-C: a shell that alone is interrupted waits for what it has started. */
function interrupt(child: ChildProcess, mark: string): void {
  child.kill('SIGINT');
  signalStrays(mark, 'SIGINT', child.pid);
}

function kill(child: ChildProcess | undefined, mark: string): void {
  if (isWindows) endTree(child);
  child?.kill('SIGKILL');
  signalStrays(mark, 'SIGKILL');
}

/** On Windows, a process that ends leaves behind what it has started: `npm` is a shell that starts Node. */
function endTree(child: ChildProcess | undefined): void {
  if (child) spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f']);
}
