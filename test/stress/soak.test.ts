import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { watchChild } from '../cli/support/command.ts';

// It fails by its exit status where the machine is too busy to be flat.
test('a soak of some seconds does everything on both lanes, gets what it asks for, and shows what the servers hold', async () => {
  const flags = ['--minutes', '0.02', '--seed', '1'];
  const { stdout } = await watchChild(spawn(process.execPath, ['stress/soak.js', ...flags])).ended;
  expect(stdout).not.toContain('Unexpected');
  expect(stdout).toMatch(/^Soaking for 0.02 minutes, with --seed 1$/m);
  for (const lane of ['fast', 'express']) {
    const [, part = ''] = stdout.split(`${lane} lane: `);
    expect(part).toMatch(/^\d+ activities$/m);
    for (const when of ['start', 'middle', 'end']) {
      expect(part).toMatch(new RegExp(`│ '[\\d.]+ min, ${when}' +(?:│ +[\\d.]+ +){4}│$`, 'm'));
    }
  }
});
