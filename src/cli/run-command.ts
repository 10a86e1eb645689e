import { spawnSync, type ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import spawn from 'cross-spawn';
import { reachable, startServer, type ServerArguments } from './serve.ts';
import { runDefaults } from './settings.ts';
import { followSignals, hasTerminal, statusOf } from './signals.ts';
import { warn } from './errors.ts';

/** How long processes may take to end after SIGTERM, and how often that is checked, in milliseconds. */
const grace = 2000;
const interval = 50;

export type RunArguments = ServerArguments & { readonly command: readonly string[] };

/** Runs a command while a server runs, and ends with the command's exit status. */
export async function runCommand({ command, ...request }: RunArguments): Promise<never> {
  let send: ReturnType<typeof senderTo> | undefined;
  let isStopped = false;
  followSignals(
    (signal) => {
      // The status is not 0, because the command has not run.
      if (!send) process.exit(statusOf(signal));
      isStopped = true;
      // The terminal has sent Ctrl-C to the command as well.
      if (signal !== 'SIGINT' || !hasTerminal()) send(signal);
    },
    () => send?.('SIGKILL'),
  );

  const { server } = await startServer(request, runDefaults);
  const [name = '', ...args] = command;
  const isApart = process.platform !== 'win32' && !hasTerminal();
  const place = { PET_CATALOG_URL: reachable(server.url), PET_CATALOG_PORT: String(server.port) };
  // On a terminal, Ctrl-C, Ctrl-Z and `/dev/tty` work as they do without the server.
  const options = {
    stdio: 'inherit',
    detached: isApart,
    env: { ...process.env, ...place },
  } as const;
  const child = spawn(name, args, options);
  send = senderTo(child, isApart);
  // If the server fails, the command ends too.
  process.once('exit', () => void send?.('SIGTERM'));
  const status = await endOf(child, name);
  const until = performance.now() + grace;
  // A shell that ends leaves its child processes running.
  if (isStopped && isApart && send('SIGTERM')) {
    while (send(0) && performance.now() < until) await pause(interval);
    send('SIGKILL');
  }
  send = undefined;
  await server.close();
  process.exit(status);
}

/**
 * Creates a function that sends signals to the command and all processes that it has started; on a Unix
 * terminal, only to the command. The function returns whether a process got the signal.
 */
function senderTo({ pid }: ChildProcess, isApart: boolean) {
  return (signal: NodeJS.Signals | 0): boolean => {
    // The command could not be started.
    if (pid === undefined) return false;
    try {
      // Windows does not end child processes. Signals of the console have reached the command already.
      if (process.platform !== 'win32') return process.kill(isApart ? -pid : pid, signal);
      const isKill = signal === 'SIGTERM' || signal === 'SIGKILL';
      if (isKill) spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
      return isKill;
    } catch {
      return false;
    }
  };
}

/** Resolves with the status that a shell would give the command. */
function endOf(child: ChildProcess, name: string): Promise<number> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? statusOf(signal!)));
    child.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const isMissing = code === 'ENOENT';
      const reason = code === 'EACCES' ? 'it is not executable' : message;
      warn(isMissing ? `there is no such command: ${name}` : `cannot run ${name}: ${reason}`);
      resolve(isMissing ? 127 : 126);
    });
  });
}
