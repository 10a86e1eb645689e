import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { selfSigned } from '../control/support/self-signed.ts';
import { hasSignals, noSignals } from '../support/systems.ts';
import { commandFile, folderWith, runCommand, startCommand } from './support/command.ts';
import { listPets, node } from './support/scripts.ts';
import { endsWithTheRun } from '../support/child.ts';

test('the command finds the mock by its environment, and standard output is its own', async () => {
  const script = `${listPets}
    const { PET_CATALOG_URL: url, PET_CATALOG_PORT: port, PORT } = process.env;
    console.log(JSON.stringify({ pets: (await response.json()).length, url, port, PORT }));`;
  const { code, stdout, stderr } = await runCommand(['run', '--pets', '3', '--', ...node(script)]);

  const { pets, url, port, PORT } = JSON.parse(stdout) as Record<string, unknown>;
  expect({ code, stderr, pets, PORT }).toEqual({ code: 0, stderr: '', pets: 3, PORT: undefined });
  expect(url).toBe(`http://127.0.0.1:${String(port)}/v2`);
});

test('standard input is the command’s', async () => {
  const child = endsWithTheRun(
    spawn(process.execPath, [commandFile, 'run', '--', 'cat'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.end('what was typed');

  expect(await text(child.stdout)).toBe('what was typed');
});

const statuses: [script: string, code: number][] = [
  ['exit 0', 0],
  ['exit 7', 7],
  ['kill -9 $$', 137],
  ['kill -15 $$', 143],
];

test.for(statuses)(
  'the exit status is that of the command: %s',
  async ([script, code], { skip }) => {
    skip(!hasSignals && script.startsWith('kill'), noSignals);
    expect(await runCommand(['run', '--', 'sh', '-c', script])).toEqual({
      code,
      signal: null,
      stdout: '',
      stderr: '',
    });
  },
);

test('a command that there is none of, and one that cannot be run, have the statuses of a shell', async () => {
  const cwd = await folderWith({ 'notes.txt': 'not a program' });

  expect(await runCommand(['run', '--', 'no-such-command'], { cwd })).toMatchObject({
    code: 127,
    stderr: 'pet-catalog-mock: there is no such command: no-such-command\n',
  });
  // Windows asks what opens a file, not whether it is executable.
  if (process.platform === 'win32') return;
  expect(await runCommand(['run', '--', './notes.txt'], { cwd })).toMatchObject({
    code: 126,
    stderr: 'pet-catalog-mock: cannot run ./notes.txt: it is not executable\n',
  });
});

test('the options and the arguments after the dashes are the command’s', async () => {
  const script = 'console.log(process.argv.slice(1).join(" "))';
  const args = [
    'run',
    '--isolate',
    '--',
    process.execPath,
    '-e',
    script,
    '--',
    '--pets',
    'x',
    '--',
  ];

  expect(await runCommand(args)).toMatchObject({ code: 0, stdout: '--pets x --\n' });
});

// Some shells and package managers keep the first two dashes for themselves.
test('the dashes may be missing', async () => {
  expect(await runCommand(['run', '--pets', '3', 'echo', '--pets'])).toMatchObject({
    code: 0,
    stdout: '--pets\n',
  });
});

test('it runs an npm script of a project', async () => {
  const cwd = await folderWith({
    'package.json': { scripts: { test: 'node test.mjs' } },
    'test.mjs': `${listPets} console.log('status', response.status); process.exit(3);`,
  });
  const { code, stdout } = await runCommand(['run', '--', 'npm', 'test'], { cwd });

  expect(stdout).toContain('status 200\n');
  expect(code).toBe(3);
});

const unstarted: [args: string[], code: number, message: string | RegExp][] = [
  [['--pets', 'many'], 2, '--pets must be a whole number'],
  [['--config', 'bad.json'], 2, 'bad.json has an unknown key "prot"'],
  [['--fixtures', 'none.json'], 1, 'Cannot read the fixtures none.json'],
  [['--open', '--no-admin'], 2, '--open opens the dashboard, and --no-admin turns it off'],
];

test.each(unstarted)('with %j the command does not run', async (args, code, message) => {
  const cwd = await folderWith({ 'bad.json': { prot: 1 } });
  const ended = await runCommand(['run', ...args, '--', 'touch', 'it-ran'], { cwd });

  expect(ended.stderr).toContain(message);
  expect(ended).toMatchObject({ code, stdout: '' });
  expect(existsSync(join(cwd, 'it-ran'))).toBe(false);
});

test('the command does not run where the port is taken', async () => {
  const { port } = await startCommand();
  const ended = await runCommand(['run', '--', 'echo', 'it ran'], { env: { PORT: String(port) } });

  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toContain(`Port ${port} of 127.0.0.1 is taken`);
});

test('options come from variables and a config file too', async () => {
  const cwd = await folderWith({ 'pet-catalog-mock.config.json': { pets: 2, baseUrl: '/config' } });
  const script = `${listPets}
    console.log(new URL(process.env.PET_CATALOG_URL).pathname, (await response.json()).length);`;
  const env = { PET_CATALOG_PETS: '4' };

  expect((await runCommand(['run', '--', ...node(script)], { cwd, env })).stdout).toBe(
    '/config 4\n',
  );
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

test('with a certificate the URL is of HTTPS', async () => {
  const cwd = await folderWith({ 'cert.pem': selfSigned.cert, 'key.pem': selfSigned.key });
  const args = ['--tls-cert', 'cert.pem', '--tls-key', 'key.pem', '--host', 'localhost'];
  const env = { NODE_EXTRA_CA_CERTS: join(cwd, 'cert.pem') };
  const command = node(`${listPets} console.log(response.url, response.status);`);
  const { stdout, stderr } = await runCommand(['run', ...args, '--', ...command], { cwd, env });

  expect(stderr).toBe('');
  expect(stdout).toMatch(/^https:\/\/localhost:\d+\/v2\/pets 200\n$/);
});

test('the port file is there while the command runs, and goes with it', async () => {
  const cwd = await folderWith();
  const args = ['run', '--port-file', 'port', '--', 'sh', '-c', 'cat port; echo $PET_CATALOG_PORT'];
  const { stdout } = await runCommand(args, { cwd });

  expect(stdout).toMatch(/^(\d+)\n\1\n$/);
  expect(existsSync(join(cwd, 'port'))).toBe(false);
});

test('the mock has stopped when it ends', async () => {
  const { stdout } = await runCommand(['run', '--', 'sh', '-c', 'echo $PET_CATALOG_URL']);

  await expect(fetch(stdout.trim())).rejects.toThrow('fetch failed');
});

test('a run in a run has a mock of its own', async () => {
  const inner = [process.execPath, commandFile, 'run', '--', 'sh', '-c', 'echo $PET_CATALOG_URL'];
  const script = ['sh', '-c', 'echo $PET_CATALOG_URL; "$@"', 'sh', ...inner];
  const { stdout, stderr, code } = await runCommand(['run', '--', ...script]);

  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(new Set(stdout.trim().split('\n')).size).toBe(2);
});

test('the help of run has the options of the server, and the defaults that it has for them', async () => {
  const { stdout } = await runCommand(['run', '--help']);
  const words = stdout.replaceAll(/\s+/g, ' ');

  expect(words).toContain('run [options] -- COMMAND');
  expect(words).toMatch(/--port <number>[^(]+\(default: 0,/);
  expect(words).toMatch(/--log <format>[^(]+\(default: none,/);
  expect(words).toContain('--open');
});
