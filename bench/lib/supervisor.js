import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';

/** @param {string} command */
export function isOnPath(command) {
  return spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
}

/**
 * @typedef {object} Program
 * @property {string} command
 * @property {string[]} args
 * @property {Record<string, string>} [env] added to the environment
 * @property {string} [cwd]
 * @property {string} [logFile] where standard error goes; by default a file of the work folder
 * @property {number} [core] the core to keep to, where `taskset` exists; none by default
 * @property {'pipe'} [stdout] to read what it prints
 */

/**
 * Starts programs and answers for them: each is the head of a process group of its own, and all
 * groups and the work folder are gone when this process ends, be it by Ctrl-C or by an error.
 */
export function createSupervisor() {
  const folder = mkdtempSync(join(tmpdir(), 'pet-catalog-bench-'));
  const running = new Set();
  const pinned = cpus().length > 1 && isOnPath('taskset');
  let count = 0;

  function kill(child, signal) {
    try {
      process.kill(-child.pid, signal);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }

  function close() {
    for (const child of running) kill(child, 'SIGKILL');
    running.clear();
    rmSync(folder, { recursive: true, force: true });
  }
  process.on('exit', close);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

  return {
    /** Holds everything that a run writes and nobody keeps. */
    folder,
    /** Whether programs are kept to their cores. */
    pinned,
    close,

    /**
     * @param {Program} program
     * @returns {{ pid: number, child: import('node:child_process').ChildProcess, ended: Promise<string>, hasEnded: () => boolean, stop: () => Promise<void> }}
     *   `ended` says how it ended and the end of what it wrote to standard error
     */
    start({ command, args, env, cwd = folder, logFile, core, stdout }) {
      const log = logFile ?? join(folder, `${++count}.log`);
      const stderr = openSync(log, 'a');
      const [head, ...rest] =
        pinned && core !== undefined
          ? ['taskset', '-c', String(core), command, ...args]
          : [command, ...args];
      const child = spawn(head, rest, {
        cwd,
        detached: true,
        env: { ...process.env, ...env },
        stdio: ['ignore', stdout ?? 'ignore', stderr],
      });
      closeSync(stderr);
      running.add(child);
      const ended = new Promise((resolve) => {
        child.once('error', (error) => resolve(error.message));
        child.once('close', (code, signal) => {
          const lines = readFileSync(log, 'utf8').trim().split('\n');
          resolve(`ended with ${signal ?? code}: ${lines.slice(-3).join(' ').slice(-300)}`);
        });
      }).finally(() => running.delete(child));

      async function stop() {
        if (child.exitCode !== null || child.signalCode !== null) return;
        kill(child, 'SIGTERM');
        const force = setTimeout(() => kill(child, 'SIGKILL'), 2_000);
        await ended;
        clearTimeout(force);
      }
      return { pid: child.pid, child, ended, hasEnded: () => !running.has(child), stop };
    },
  };
}
