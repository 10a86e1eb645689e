import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { endsWithTheRun } from '../support/child.ts';

const script = fileURLToPath(new URL('../../stress/soak.js', import.meta.url));

/** Runs the command; it fails by its exit status, too, where the machine is too busy to be flat. */
function soak(...args: string[]): Promise<{ status: number; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, ...args], (error, stdout, stderr) => {
      resolve({ status: Number(error?.code ?? 0), output: stdout + stderr });
    });
    endsWithTheRun(child);
    onTestFinished(() => void child.kill());
  });
}

describe('a soak of some seconds', () => {
  test('does everything on both lanes, gets what it asks for, and shows what the servers hold', async () => {
    const { output } = await soak('--minutes', '0.02', '--seed', '1');
    expect(output).not.toContain('Unexpected');
    expect(output).toMatch(/^Soaking for 0.02 minutes, with --seed 1$/m);
    for (const lane of ['fast', 'express']) {
      const [, part = ''] = output.split(`${lane} lane: `);
      expect(part).toMatch(/^\d+ activities$/m);
      for (const when of ['start', 'middle', 'end']) {
        expect(part).toMatch(
          new RegExp(`^\\| [\\d.]+ min, ${when} +(?:\\| +[\\d.-]+ +){4}\\|$`, 'm'),
        );
      }
    }
  });

  test.each([
    [['--minutes', 'x'], '--minutes x: expected a number above 0'],
    [['--seed', '1.5'], '--seed 1.5: expected a whole number'],
    [['--lane', 'slow'], '--lane slow: expected fast or express'],
  ])('%j is refused', async (args, message) => {
    const { status, output } = await soak(...args);
    expect(status).toBe(2);
    expect(output).toBe(`soak: ${message}\n`);
  });
});
