import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, runCommand, spawnCommand, startCommand } from './support/command.ts';
import { endsWithTheRun } from '../support/child.ts';

interface Pet {
  name: string;
  tag: string;
  id: string;
}

test.each([
  [[], {}],
  [['--pets', '60', '--seed', '7'], {}],
  [['--pets', '5', '--locale', 'de'], {}],
  [[], { PET_CATALOG_PETS: '3', PET_CATALOG_SEED: '9', PET_CATALOG_LOCALE: 'ja' }],
  [[], { PET_CATALOG_MAX_PETS: '2' }],
  [['--pets', '0'], {}],
])('"fixtures" with %j and %j prints what the server begins with', async (args, env) => {
  const { code, stdout, stderr } = await runCommand(['fixtures', ...args], { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const printed = JSON.parse(stdout) as Pet[];

  const server = await startCommand(args, { env });
  expect(await (await server.call('/pets?limit=100')).json()).toEqual(printed);

  const folder = await folderWith({ 'pets.json': stdout });
  const other = await startCommand(['--fixtures', 'pets.json', '--seed', '1'], { cwd: folder });
  expect(await (await other.call('/pets?limit=100')).json()).toEqual(printed);
});

test('"fixtures" prints one pet a line', async () => {
  const { stdout } = await runCommand(['fixtures', '--pets', '2']);
  expect(stdout).toMatch(/^\[\n {2}\{"name":.*\},\n {2}\{"name":.*"id":"[\da-f-]{36}"\}\n\]\n$/);
});

test('"fixtures" has a help of its own', async () => {
  const { code, stdout } = await runCommand(['fixtures', '--help']);

  expect(code).toBe(0);
  expect(stdout).toContain('--locale');
  expect(stdout).not.toContain('--port');
});

test('more pets than the server would take are wrong usage', async () => {
  const { code, stderr } = await runCommand(['fixtures', '--pets', '5', '--max-pets', '4']);
  expect(stderr).toContain('--pets must be at most --max-pets (4), not 5');
  expect(code).toBe(2);
});

test('a reader that has enough, such as head, ends "fixtures" in silence', async () => {
  const { child, ended } = spawnCommand(['fixtures', '--pets', '1000000']);
  await once(child.stdout!, 'data');
  child.stdout!.destroy();

  expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
});

test.runIf(process.platform === 'linux')('"fixtures" to a full disk fails', async () => {
  const child = endsWithTheRun(
    spawn(process.execPath, ['dist/cli.js', 'fixtures'], {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    }),
  );
  let stderr = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(child, 'close')) as [number];

  expect(stderr).toMatch(/^pet-catalog-mock: Cannot write the pets: .*\n$/);
  expect(code).toBe(1);
});

/** Runs a command line on a terminal of its own; gives what is to be seen there. */
async function onTerminal(commandLine: string): Promise<{ code: number; seen: string }> {
  const child = endsWithTheRun(
    spawn('script', ['-qec', commandLine, '/dev/null'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  let seen = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (seen += text));
  const [code] = (await once(child, 'close')) as [number];
  return { code, seen };
}

test.runIf(existsSync('/usr/bin/script'))(
  'a terminal shows how far many pets are, and nothing of it in the file',
  async () => {
    const folder = await folderWith();
    const file = join(folder, 'pets.json');
    const command = `${process.execPath} dist/cli.js fixtures --pets 150000`;
    const { code, seen } = await onTerminal(`${command} > ${file}`);

    expect(code).toBe(0);
    expect(seen).toContain('50,000 of 150,000');
    expect(seen).toContain('100,000 of 150,000');
    // It comes and goes.
    expect(seen.endsWith('\r\x1b[K')).toBe(true);
    expect(JSON.parse(await readFile(file, 'utf8'))).toHaveLength(150_000);
  },
);
