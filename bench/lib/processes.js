import { execFile, spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** @param {string} command */
export function isOnPath(command) {
  return spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
}

/** Keeps servers to the first core, and this process with its tasks to the last. */
export function createProcesses() {
  const folder = mkdtempSync(join(tmpdir(), 'pet-catalog-bench-'));
  const running = new Set();
  const lastCore = cpus().length - 1;
  const pinned = lastCore > 0 && isOnPath('taskset');
  if (pinned) spawnSync('taskset', ['-acp', `${lastCore}`, `${process.pid}`]);

  process.on('exit', () => {
    for (const child of running) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

  return {
    /** For files that are of no use after the run. */
    folder,
    pinned,

    /** @param {string} cwd where its `stderr.log` goes, too */
    startServer(command, cwd) {
      const pin = pinned ? ['taskset', '-c', '0'] : [];
      const [program, ...args] = [...pin, ...command].map(String);
      const log = join(cwd, 'stderr.log');
      const stderr = openSync(log, 'a');
      const child = spawn(program, args, { cwd, stdio: ['ignore', 'ignore', stderr] });
      closeSync(stderr);
      running.add(child);
      const ended = new Promise((resolve) => {
        child.once('close', resolve).once('error', resolve);
      }).finally(() => running.delete(child));
      return {
        /** @throws {Error} with the end of its log, when it has ended */
        assertRunning() {
          if (running.has(child)) return;
          throw new Error(`ended: ${readFileSync(log, 'utf8').trim().slice(-200)}`);
        },
        /** The seconds that its threads have had a processor for. Linux only. */
        processorTime() {
          const tasks = `/proc/${child.pid}/task`;
          const times = readdirSync(tasks).map((thread) => {
            const [nanoseconds] = readFileSync(join(tasks, thread, 'schedstat'), 'utf8').split(' ');
            return Number(nanoseconds) / 1e9;
          });
          return times.reduce((sum, time) => sum + time);
        },
        /** Makes a process with `servers/collect.js` collect its garbage, in a quarter of a second. */
        collect: () => child.kill('SIGUSR2'),
        async stop() {
          child.kill('SIGKILL');
          await ended;
        },
      };
    },

    /** Runs a program to its end and gives the JSON in the last line that it prints. */
    async runTask(program, ...args) {
      const task = promisify(execFile)(program, args.map(String));
      running.add(task.child);
      const { stdout } = await task.finally(() => running.delete(task.child));
      return JSON.parse(stdout.trim().split('\n').at(-1));
    },
  };
}
