import { spawnSync, type ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import spawn from 'cross-spawn';
import { reachable, startServer, type ServerArguments } from './serve.ts';
import { runDefaults } from './settings.ts';
import { followSignals, hasTerminal, statusOf } from './signals.ts';
import { warn } from './warn.ts';

/** How long processes have to end after SIGTERM, and how often they are looked for, in milliseconds. */
const grace = 2000;
const interval = 50;

export type RunArguments = ServerArguments & { readonly command: readonly string[] };

/** Starts a server, runs a command, and exits with the command's status. */
export async function runCommand({ command, ...request }: RunArguments): Promise<never> {
  let send: ReturnType<typeof senderTo> | undefined;
  let isStopped = false;
  followSignals(
    (signal) => {
      // Not 0: the command has not run.
      if (!send) process.exit(statusOf(signal));
      isStopped = true;
      // The terminal has sent Ctrl-C to the command, too.
      if (signal !== 'SIGINT' || !hasTerminal()) send(signal);
    },
    () => send?.('SIGKILL'),
  );

  const { server } = await startServer(request, runDefaults);
  const [name = '', ...args] = command;
  const isApart = process.platform !== 'win32' && !hasTerminal();
  const place = { PET_CATALOG_URL: reachable(server.url), PET_CATALOG_PORT: String(server.port) };
  // On a terminal, Ctrl-C, Ctrl-Z and `/dev/tty` are what they are without the server.
  const options = {
    stdio: 'inherit',
    detached: isApart,
    env: { ...process.env, ...place },
  } as const;
  const child = spawn(name, args, options);
  send = senderTo(child, isApart);
  // Should the server fail, its command does not go on without it.
  process.once('exit', () => void send?.('SIGTERM'));
  const status = await endOf(child, name);
  const until = performance.now() + grace;
  // A shell that is ended does not end what it has started.
  if (isStopped && isApart && send('SIGTERM')) {
    while (send(0) && performance.now() < until) await pause(interval);
    send('SIGKILL');
  }
  send = undefined;
  await server.close();
  process.exit(status);
}

/**
 * Sends signals to the command and its children; on a terminal of Unix, to the command alone.
 *
 * @returns A function that returns whether a process got the signal.
 */
function senderTo({ pid }: ChildProcess, isApart: boolean) {
  return (signal: NodeJS.Signals | 0): boolean => {
    // It could not be started.
    if (pid === undefined) return false;
    try {
      // A process of Windows leaves behind what it has started, and what comes from the console has
      // reached the command already.
      if (process.platform !== 'win32') return process.kill(isApart ? -pid : pid, signal);
      const isKill = signal === 'SIGTERM' || signal === 'SIGKILL';
      if (isKill) spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
      return isKill;
    } catch {
      return false;
    }
  };
}

/** The status that a shell gives a command. */
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
