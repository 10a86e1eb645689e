import { expect, test } from 'vitest';
import { hasSignals, noSignals } from '../support/systems.ts';
import { folderWith, runCommand, spawnCommand, type Ended } from './support/command.ts';
import { listPets, node } from './support/scripts.ts';

test('the command finds the mock by its environment, and standard output is its own', async () => {
  const script = `${listPets}
    const { PET_CATALOG_URL: url, PET_CATALOG_PORT: port, PORT } = process.env;
    console.log(JSON.stringify({ pets: (await response.json()).length, url, port, PORT }));`;
  const cwd = await folderWith({ 'pet-catalog-mock.config.json': { pets: 2, baseUrl: '/config' } });
  const env = { PET_CATALOG_PETS: '3' };
  const { code, stdout, stderr } = await runCommand(['run', '--', ...node(script)], { cwd, env });

  const { pets, url, port, PORT } = JSON.parse(stdout) as Record<string, unknown>;
  expect({ code, stderr, pets, PORT }).toEqual({ code: 0, stderr: '', pets: 3, PORT: undefined });
  expect(url).toBe(`http://127.0.0.1:${String(port)}/config`);
});

test('standard input is the command’s', async () => {
  const { child, ended } = spawnCommand(['run', '--', 'cat'], { stdin: 'pipe' });
  child.stdin!.end('what was typed');

  expect((await ended).stdout).toBe('what was typed');
});

const print = 'console.log(process.argv.slice(1).join(" "))';
test.for<[args: string[], ended: Partial<Ended>]>([
  [['--', 'sh', '-c', 'exit 7'], { code: 7 }],
  [['--', 'sh', '-c', 'kill -9 $$'], { code: 137 }],
  [
    ['--', 'no-such-command'],
    { code: 127, stderr: 'pet-catalog-mock: there is no such command: no-such-command\n' },
  ],
  [
    ['--', './notes.txt'],
    { code: 126, stderr: 'pet-catalog-mock: cannot run ./notes.txt: it is not executable\n' },
  ],
  // The options and the arguments after the dashes are the command's.
  [
    ['--isolate', '--', process.execPath, '-e', print, '--', '--pets', '--'],
    { stdout: '--pets --\n' },
  ],
  // Some shells and package managers keep the first two dashes for themselves.
  [['--pets', '3', 'echo', '--pets'], { stdout: '--pets\n' }],
])('"run" with %j ends as the command: %j', async ([args, ended], { skip }) => {
  skip(!hasSignals && args.join().includes('kill'), noSignals);
  const isText = args.includes('./notes.txt');
  skip(isText && process.platform === 'win32', 'Windows asks what opens a file');
  const cwd = await folderWith({ 'notes.txt': 'not a program' });
  const expected = { code: 0, signal: null, stdout: '', stderr: '', ...ended };
  expect(await runCommand(['run', ...args], { cwd })).toEqual(expected);
});

test('requests are logged only on demand, on standard error', async () => {
  const args = ['--', ...node(listPets)];

  expect(await runCommand(['run', ...args])).toMatchObject({ stdout: '', stderr: '' });
  const logged = await runCommand(['run', '--log', 'json', ...args]);
  expect(logged.stdout).toBe('');
  expect(JSON.parse(logged.stderr)).toMatchObject({ path: '/v2/pets', status: 200 });
});

test.each([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
])('a mock on all addresses (%s) is reached at %s', async (host, name) => {
  const script = `${listPets}
    console.log(new URL(process.env.PET_CATALOG_URL).hostname, response.status);`;
  const args = ['run', '--host', host, '--admin-token', 'secret', '--', ...node(script)];

  expect(await runCommand(args)).toMatchObject({ code: 0, stdout: `${name} 200\n` });
});
