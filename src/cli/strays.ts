import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** How long processes have to end after SIGTERM, and how often they are looked for, in milliseconds. */
const grace = 2000;
const interval = 50;

/**
 * Ends what a command has left behind after a signal: a shell that is ended does not end what it has
 * started, and what it has started in the background ignores Ctrl-C.
 *
 * @param mark A variable that all of it has inherited: `NAME=value`.
 */
export async function endStrays(mark: string): Promise<void> {
  const until = performance.now() + grace;
  const told = new Set<number>();
  for (let left = findStrays(mark); left.length > 0; left = findStrays(mark)) {
    if (performance.now() > until) {
      signalStrays(mark, 'SIGKILL');
      return;
    }
    for (const id of left.filter((one) => !told.has(one))) {
      told.add(id);
      send(id, 'SIGTERM');
    }
    await pause(interval);
  }
}

/** Sends a signal to all that a command has started, `except` to one. */
export function signalStrays(mark: string, signal: NodeJS.Signals, except?: number): void {
  for (const id of findStrays(mark)) if (id !== except) send(id, signal);
}

function send(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch {
    // It has ended meanwhile.
  }
}

interface Process {
  readonly id: number;
  readonly group: number;
  readonly hasMark: boolean;
}

/**
 * The processes of this process group that have the variable: whose parent is gone has no other mark
 * of where it comes from. What has left the group, as a daemon does, is to outlive the command.
 */
function findStrays(mark: string): number[] {
  const all = listProcesses(mark);
  const own = all.find(({ id }) => id === process.pid);
  return all
    .filter(({ id, group, hasMark }) => hasMark && group === own?.group && id !== process.pid)
    .map(({ id }) => id);
}

/** Those that have not ended; none on Windows, where processes have no groups. */
function listProcesses(mark: string): Process[] {
  if (process.platform === 'win32') return [];
  // Not every Linux has `ps`.
  if (process.platform === 'linux') return readdirSync('/proc').flatMap((id) => read(id, mark));
  const ps = spawnSync('ps', ['-A', '-E', '-ww', '-o', 'pid=,pgid=,stat=,command='], {
    encoding: 'utf8',
    maxBuffer: Infinity,
  });
  return (ps.stdout ?? '').split('\n').flatMap((line) => {
    const [id, group, state] = line.trim().split(/\s+/, 3);
    if (!state || state.startsWith('Z')) return [];
    return { id: Number(id), group: Number(group), hasMark: `${line} `.includes(` ${mark} `) };
  });
}

function read(id: string, mark: string): Process[] {
  if (!/^\d+$/.test(id)) return [];
  try {
    // The name of the program, in brackets, may hold spaces and brackets.
    const [, text = ''] = /.*\) (.*)/s.exec(readFileSync(`/proc/${id}/stat`, 'utf8')) ?? [];
    const [state, , group] = text.split(' ');
    if (state === 'Z' || state === 'X') return [];
    const environment = readFileSync(`/proc/${id}/environ`, 'utf8').split('\0');
    return [{ id: Number(id), group: Number(group), hasMark: environment.includes(mark) }];
  } catch {
    // It has ended, or is another user's.
    return [];
  }
}
