import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { beforeAll, expect, test, type TestContext } from 'vitest';
import { commandFile } from '../cli/support/command.ts';
import { linesOf } from '../cli/support/scripts.ts';
import { noOtherNode, otherNode, testedNodes } from '../support/other-node.ts';
import { withoutStorageWarning } from '../support/storage-warning.ts';
import { run } from '../browser/support/run.ts';
import { root } from '../package/support/package.ts';
import { endsWithTheRun } from '../support/child.ts';

const script = join(import.meta.dirname, 'fixtures/every-node/use-servers.mjs');

const used = {
  statuses: [201, 200, 200, 200, 201, 503, 200],
  name: 'Rex',
  pets: [3, 3],
  count: 3,
};

let programs: ReadonlyMap<string, string>;
beforeAll(async () => {
  if (noOtherNode !== undefined) return;
  const found = testedNodes.map(async (version) => {
    return [version, join(await otherNode(version), 'node')] as const;
  });
  programs = new Map(await Promise.all(found));
});

/** Starts a program of a Node; it is ended when the test is over, however it went. */
function start(onTestFinished: TestContext['onTestFinished'], version: string, ...args: string[]) {
  const child = endsWithTheRun(spawn(programs.get(version)!, args, { env: {} }));
  const text = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (chunk: string) => (text[stream] += chunk));
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, ...text }));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, ended };
}

test.concurrent.for(testedNodes)(
  'on Node %s the command and a script serve, and end, with nothing else on standard error',
  async (version, { skip, onTestFinished }) => {
    skip(noOtherNode !== undefined, noOtherNode);
    const flags = ['--port', '0', '--pets', '2', '--log', 'json'];
    const command = start(onTestFinished, version, commandFile, ...flags);
    const [ready] = (await once(command.child.stdout, 'data')) as [string];
    const user = await start(onTestFinished, version, script, ready.replace('ready on ', '').trim())
      .ended;

    expect(withoutStorageWarning(user.stderr)).toBe('');
    expect(linesOf(user.stdout)).toEqual([used, used]);
    expect(user.code).toBe(0);

    command.child.kill('SIGTERM');
    const { code, stdout, stderr } = await command.ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: ready });
    expect(linesOf(stderr).map(({ status }) => status)).toEqual(used.statuses);
  },
);

test.concurrent.for([
  ['18', 'import "pet-catalog-mock";'],
  ['18', 'import "pet-catalog-mock/server";'],
  ['20.10.0', 'import "pet-catalog-mock";'],
  ['20.10.0', 'import "pet-catalog-mock/server";'],
] as const)(
  'on Node %s, where the package does not load, %s ends with what is needed',
  async ([version, code], { skip }) => {
    skip(noOtherNode !== undefined, noOtherNode);
    const node = join(await otherNode(version), 'node');
    const ended = run(node, ['--input-type=module', '--eval', code], { cwd: root });
    await expect(ended).rejects.toThrow(
      /\nError: pet-catalog-mock needs Node 20\.19 or .*; this is Node (?:18|20\.10)\.\d+/,
    );
  },
);
