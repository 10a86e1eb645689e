import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { needSignals } from '../support/systems.ts';
import { folderWith, spawnCommand } from './support/command.ts';
import { isAlive, listPets, node } from './support/scripts.ts';

needSignals();

test.each(['SIGINT', 'SIGHUP'] as const)(
  '%s goes to the command once, and the mock answers to its end',
  async (signal) => {
    const script = `let count = 0;
      const waiting = setInterval(() => {}, 1000);
      process.on('${signal}', async () => {
        count += 1;
        ${listPets}
        // A second one would have come by now.
        await new Promise((done) => setTimeout(done, 200));
        console.log(count, response.status);
        process.exit(5);
      });
      console.log('here');`;
    const run = spawnCommand(['run', '--', ...node(script)]);
    await run.until('stdout', /here\n/);
    run.child.kill(signal);

    expect(await run.ended).toMatchObject({ code: 5, stdout: 'here\n1 200\n', stderr: '' });
  },
);

test('processes of the command end with it, even if they ignore the signal', async () => {
  // A shell's job in the background ignores Ctrl-C, and the second one ignores SIGTERM as well.
  const script = `sleep 600 & echo $!; (trap '' TERM; echo ready; sleep 601) & echo $!; wait`;
  const run = spawnCommand(['run', '--', 'sh', '-c', script]);
  await run.until('stdout', /ready\n/);
  await run.until('stdout', /(\d+\n[^]*){2}/);
  const ids = run.output().stdout.match(/\d+/g)!.map(Number);
  expect(ids.map(isAlive)).toEqual([true, true]);
  run.child.kill('SIGINT');

  expect(await run.ended).toMatchObject({ code: 130 });
  expect(ids.map(isAlive)).toEqual([false, false]);
});

test('a daemon outlives the command', async () => {
  const script = `import { spawn } from 'node:child_process';
    const daemon = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
    console.log('daemon', daemon.pid);
    setInterval(() => {}, 1000);`;
  const run = spawnCommand(['run', '--', ...node(script)]);
  const [, daemon] = await run.until('stdout', /daemon (\d+)\n/);
  onTestFinished(() => void process.kill(Number(daemon), 'SIGKILL'));
  run.child.kill('SIGTERM');

  expect(await run.ended).toMatchObject({ code: 143 });
  expect(isAlive(Number(daemon))).toBe(true);
});

test('the command is not run if a handlers file ends the process', async () => {
  const cwd = await folderWith({
    'handlers.mjs': `process.once('SIGUSR2', () => process.exit(9));
      export default [];`,
  });
  const script = ['sh', '-c', 'echo job $$; exec sleep 600'];
  const run = spawnCommand(['run', '--handlers', 'handlers.mjs', '--', ...script], { cwd });
  const [, job] = await run.until('stdout', /job (\d+)\n/);
  run.child.kill('SIGUSR2');

  expect(await run.ended).toMatchObject({ code: 9 });
  await expect.poll(() => isAlive(Number(job))).toBe(false);
});

test('a second signal ends the command and all that it has started at once', async () => {
  const script = `trap 'echo asked' TERM; (trap '' TERM; exec sleep 600) & echo $! $$;
    while :; do sleep 0.05; done`;
  const run = spawnCommand(['run', '--', 'sh', '-c', script]);
  const [, ...ids] = await run.until('stdout', /(\d+) (\d+)\n/);
  run.child.kill('SIGTERM');
  await run.until('stdout', /asked\n/);
  run.child.kill('SIGINT');

  expect(await run.ended).toMatchObject({ code: 130 });
  await expect.poll(() => ids.map(Number).filter(isAlive)).toEqual([]);
});

test('a signal while the mock starts ends it, and the command does not run', async () => {
  const cwd = await folderWith({
    'handlers.mjs': `process.stderr.write('loading');
      await new Promise((done) => setTimeout(done, 60_000));
      export default [];`,
  });
  const args = ['run', '--handlers', 'handlers.mjs', '--', 'touch', 'it-ran'];
  const run = spawnCommand(args, { cwd });
  await run.until('stderr', /loading/);
  run.child.kill('SIGTERM');

  expect(await run.ended).toMatchObject({ code: 143, stdout: '' });
  expect(existsSync(join(cwd, 'it-ran'))).toBe(false);
});
