import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { folderWith, spawnCommand, watchChild } from './support/command.ts';
import { runHere, startHere } from './support/in-process.ts';

test.each([
  [[], {}],
  [['--pets', '5', '--locale', 'de'], {}],
  [[], { PET_CATALOG_PETS: '3', PET_CATALOG_SEED: '9', PET_CATALOG_LOCALE: 'ja' }],
  [['--pets', '0'], {}],
])(
  '"fixtures" with %j and %j prints the pets of a server with the same options',
  async (args, env) => {
    const { code, stdout, stderr } = await runHere(['fixtures', ...args], { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\[(?:\n {2}\{"name":.*"id":"[\da-f-]{36}"\},?)*\n?\]\n$/);
    const printed = JSON.parse(stdout) as unknown;

    const server = await startHere(args, { env });
    expect(await (await server.call('/pets?limit=100')).json()).toEqual(printed);

    const cwd = await folderWith({ 'pets.json': stdout });
    const other = await startHere(['--fixtures', 'pets.json', '--seed', '1'], { cwd });
    expect(await (await other.call('/pets?limit=100')).json()).toEqual(printed);
  },
);

test('a reader that has enough, such as head, ends "fixtures" in silence', async () => {
  // More than a pipe holds.
  const { child, ended, until } = spawnCommand(['fixtures', '--pets', '20000']);
  await until('stdout', /"name"/);
  child.stdout!.destroy();

  expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
});

test.runIf(process.platform === 'linux').each([
  ['fixtures', 1],
  ['capture --from URL', 2],
])('"%s" to a full disk fails', async (args, status) => {
  const { url } = await startHere();
  const line = `${process.execPath} dist/cli.js ${args.replace('URL', url)} > /dev/full`;
  const { code, stderr } = await watchChild(spawn('sh', ['-c', line])).ended;

  expect(stderr).toMatch(/^pet-catalog-mock: Cannot write to standard output: ENOSPC.*\n$/m);
  expect(code).toBe(status);
});
