import { afterEach, expect, test, vi } from 'vitest';
import { commands, runArguments, type Commands } from '../../src/cli/arguments.ts';
import { UsageError } from '../../src/cli/errors.ts';
import { badPorts, chooseSettings, commandOptions } from '../../src/cli/settings.ts';
import { version } from '../../src/version.ts';
import { runCommand } from './support/command.ts';
import { runHere } from './support/in-process.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([['--help'], ['-h'], ['run', '--help']])(
  '%s %s fits one screen, and its options exist',
  async (...args) => {
    const { code, stdout } = await runHere(args.filter(Boolean));
    expect(code).toBe(0);
    const lines = stdout.split('\n');
    expect(lines.length).toBeLessThanOrEqual(36);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    const all = (await runHere([...args.filter(Boolean), 'all'])).stdout;
    for (const [flag] of stdout.matchAll(/--[a-z-]+/g)) expect(all).toContain(flag);
  },
);

test.each(['--help', '-h'])(
  '%s all tells of every flag, its variable and its default',
  async (help) => {
    const { code, stdout, stderr } = await runHere([help, 'all']);

    expect(code).toBe(0);
    expect(stderr).toBe('');
    // The help wraps where it likes.
    const text = stdout.replaceAll(/\s+/g, ' ');
    for (const { flag, off, variable, ...option } of commandOptions) {
      if (variable === undefined) continue;
      expect(text).toContain(flag ?? off!.flag);
      expect(text).toContain(off?.flag ?? '');
      expect(text).toContain(`env: ${variable}`);
      const byDefault = option.commandDefault ?? option.default;
      if (flag !== undefined && byDefault !== undefined && byDefault !== false) {
        expect(text).toContain(`default: ${String(byDefault)}`);
      }
    }
    const flags = ['--config', '--watch', '--port-file', '--open', '-p, --port', '-V'];
    const variables = ['PET_CATALOG_CONFIG', 'PET_CATALOG_WATCH'];
    for (const more of [...flags, ...variables]) expect(text).toContain(more);
  },
);

test('--version prints the version of the package', async () => {
  expect(await runHere(['-V'])).toMatchObject({ code: 0, stdout: `${version}\n` });
  expect(await runCommand(['--version'])).toMatchObject({
    code: 0,
    stdout: `${version}\n`,
    stderr: '',
  });
});

test.each<[command: string, has: RegExp[], hasNot: string]>([
  ['run', [/run \[options\] -- COMMAND/, /--port <number>[^(]+\(default: 0,/, /--open/], '--url'],
  ['run', [/--log <format>[^(]+\(default: none,/], '--against'],
  ['wait', [/--timeout/], '--pets'],
  ['fixtures', [/--locale/], '--port'],
])('"%s" has its own help', async (command, has, hasNot) => {
  const { code, stdout } = await runHere([command, '--help', 'all']);
  expect(code).toBe(0);
  for (const words of has) expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(words);
  expect(stdout).not.toContain(hasNot);
});

test.each<[args: string[], message: string | RegExp]>([
  [['--prot', '3'], "unknown option '--prot'\n(Did you mean --port?)"],
  [['rnu'], 'Unknown command "rnu". Did you mean "run"?'],
  [
    ['start'],
    'Unknown command "start". To start the server, give no command. Commands: run, wait, mcp, ',
  ],
  [['my-api-key'], /^Unknown command. To start the server, give no command/],
  [['--port', 'abc'], '--port must be 0–65535, not "abc"'],
  [['--port', '6000'], '--port must not be 6000: browsers and fetch refuse that port'],
  [['--locale', 'xx'], /--locale must be one of "ar", "cs_CZ", .*, not "xx"/],
  [['--port'], /argument missing/],
  [['--seed', ''], /--seed must be a whole number .*, not ""/],
  [['--delay', '300-100'], /--delay must be milliseconds .*, not "300-100"/],
  [['--cors-origin', 'app'], /--cors-origin must be \*, an origin .*, not "app"/],
  [['--cors-origin', '*', '--no-cors'], /cannot be used with/],
  [['--fixtures', ''], '--fixtures must be the path of a file, not ""'],
  [['run'], '"run" needs a command after two dashes: pet-catalog-mock run -- npm test'],
  [['run', '--pets', '3', '--'], '"run" needs a command after two dashes'],
  [['run', '--', ''], '"run" needs a command after two dashes, not an empty text'],
  [['--pets', '3', 'fixtures'], 'Put the options after "fixtures", not before it'],
  [['fixtures', '--port', '3'], "unknown option '--port'"],
  [['wait', 'http://127.0.0.1:4020'], /too many arguments for 'wait'/],
])('%j is wrong usage', async (args, message) => {
  await expect(read(args)).rejects.toThrow(UsageError);
  await expect(read(args)).rejects.toThrow(message);
});

test.each<[env: Record<string, string>, message: string | RegExp]>([
  [
    { PORT: 'abc' },
    'PORT of the environment must be 0–65535, not "abc". Unset PORT or pass --port',
  ],
  [
    { PORT: '10080' },
    /^PORT of the environment must not be 10080: .*refuse that port. Unset PORT or pass --port$/,
  ],
  [
    { PET_CATALOG_ISOLATE: 'yes' },
    /PET_CATALOG_ISOLATE must be true or false, or the name of a header .*, not "yes"/,
  ],
  [{ PET_CATALOG_ADMIN: 'off' }, 'PET_CATALOG_ADMIN must be true, false, 1 or 0, not "off"'],
  [{ PET_CATALOG_API_KEYS: ' , ' }, 'PET_CATALOG_API_KEYS must be at least one key'],
])('the variable in %j is wrong usage', async (env, message) => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  await expect(read([])).rejects.toThrow(UsageError);
  await expect(read([])).rejects.toThrow(message);
});

test.each([...badPorts])('fetch refuses port %i', async (port) => {
  const cause = expect.objectContaining({ message: 'bad port' }) as Error;
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ cause });
});

/** Reads the arguments and the variables, as the command does. */
function read(args: readonly string[]): Promise<void> {
  const serve: Commands['serve'] = async ({ settings }) => void chooseSettings(settings, []);
  return runArguments(args, () => {}, { ...commands, serve });
}
