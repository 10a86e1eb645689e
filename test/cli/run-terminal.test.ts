import { spawn, spawnSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { commandFile, folderWith, watchChild } from './support/command.ts';
import { isAlive } from './support/scripts.ts';

// `script` of util-linux runs a command on a terminal of its own; other systems have another one.
const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes(
  'util-linux',
);

const ctrlC = '\x03';
const node = `"${process.execPath}"`;
const run = `${node} "${commandFile}" run --`;
/** Not bash: one that waits for a child may take Ctrl-C for the child's. */
const asking = (then: string) =>
  `${node} -e 'process.on("SIGINT", () => { console.log("asked"); ${then} }); setInterval(() => {}, 1e6); console.log("job " + process.pid)'`;

/** Runs lines of a shell on a terminal, with jobs as in an interactive one. */
async function onTerminal(lines: string) {
  const cwd = await folderWith({ 'lines.sh': `set -m\n${lines}\n` });
  // npm passes Ctrl-C on once more, which is told from a second one by a variable of npm's.
  const env = { PATH: process.env['PATH'], TERM: 'xterm', SHELL: '/bin/sh' };
  const child = spawn('script', ['-qfec', 'bash lines.sh', '/dev/null'], { cwd, env });
  child.stdin.on('error', () => {});
  const { until, ended } = watchChild(child);
  return {
    type: (keys: string) => child.stdin.write(keys),
    ended: ended.then(({ stdout }) => stdout),
    until: (pattern: RegExp) => until('stdout', pattern),
  };
}

test.runIf(hasScript)('Ctrl-C reaches the command once', async () => {
  const terminal = await onTerminal(`
    ${run} ${asking('setTimeout(() => process.exit(5), 300)')}
    echo "status $?"`);
  const [, job] = await terminal.until(/job (\d+)/);
  terminal.type(ctrlC);
  await terminal.until(/status 5\r?\n/);
  const text = await terminal.ended;

  expect(text.match(/asked/g)).toHaveLength(1);
  expect(isAlive(Number(job))).toBe(false);
});

test.runIf(hasScript)('a second Ctrl-C ends a command that ignores the first', async () => {
  const terminal = await onTerminal(`
    ${run} ${asking('')}
    echo "status $?"`);
  const [, job] = await terminal.until(/job (\d+)/);
  terminal.type(ctrlC);
  await terminal.until(/asked/);
  // The kernel may make one signal of two that come before the first is taken, so one may be lost.
  const again = setInterval(() => terminal.type(ctrlC), 200);
  onTestFinished(() => clearInterval(again));
  await terminal.until(/status 130\r?\n/);

  expect(isAlive(Number(job))).toBe(false);
  await terminal.ended;
});

test.runIf(hasScript)('the command has the terminal', async () => {
  const terminal = await onTerminal(`
    ${run} bash -c '[ -t 0 ] && [ -t 1 ] && [ -t 2 ] && read -p "name? " name </dev/tty && echo "hello $name"'
    echo "status $?"`);
  await terminal.until(/name\? /);
  terminal.type('Rex\n');
  await terminal.until(/hello Rex\r?\n/);
  const text = await terminal.ended;

  expect(text).toMatch(/status 0\r?\n/);
  expect(text).not.toContain('ready on');
});
