import { execFileSync, spawn } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FailedError } from '../../src/cli/errors.ts';
import { clearPortFile, readPortFile, writePortFile } from '../../src/cli/port-file.ts';
import { readBytes, readJson } from '../../src/cli/read-file.ts';
import {
  commandFile,
  folderWith,
  runCommand,
  spawnCommand,
  watchChild,
} from './support/command.ts';

/** Reads a file of these bytes. */
async function readFixtures(bytes: Buffer | string) {
  const file = join(await folderWith(), 'pets.json');
  await writeFile(file, bytes);
  return readJson({ path: file, what: 'the fixtures', name: 'pets.json' });
}

describe('a file in another encoding', () => {
  test.each([
    ['Latin-1', Buffer.from('[\n  {"name": "Zoé"}]', 'latin1'), 'line 2, column 15'],
    ['UTF-16', Buffer.from('\uFEFF[]', 'utf16le'), 'line 1, column 1'],
    ['a character cut in half', Buffer.from('["é"]').subarray(0, 3), 'line 1, column 3'],
  ])('is refused with the place: %s', async (_what, bytes, place) => {
    const message = `Cannot read the fixtures pets.json: ${place}: a character that is not UTF-8; save it as UTF-8`;
    await expect(readFixtures(bytes)).rejects.toThrow(new FailedError(message));
  });

  test('is read when it is UTF-8 with a mark', async () => {
    expect(await readFixtures('\uFEFF[{"name": "Zoé"}]')).toEqual([{ name: 'Zoé' }]);
  });
});

describe('a large file', () => {
  test('that is too deep is refused as such', async () => {
    await expect(readFixtures('['.repeat(1_000_000))).rejects.toThrow(
      new FailedError('Cannot read the fixtures pets.json: it is not valid JSON: it is too deep'),
    );
  });

  test('that no string can hold is refused, and as a port file has no port', async () => {
    const folder = await folderWith({ huge: '' });
    const file = join(folder, 'huge');
    // It has no bytes on the disk.
    await truncate(file, 2 ** 30);

    await expect(readBytes({ path: file, what: 'the fixtures', name: 'huge' })).rejects.toThrow(
      'Cannot read the fixtures huge: it is longer than 512 MiB, more than a string can hold',
    );
    expect(await readPortFile(file)).toBeUndefined();
  });
});

describe.runIf(process.platform !== 'win32')('a pipe', () => {
  const folderWithPipe = async (name: string) => {
    const cwd = await folderWith();
    execFileSync('mkfifo', [join(cwd, name)]);
    return cwd;
  };

  test('that nobody writes to does not keep the process when a signal comes', async () => {
    const cwd = await folderWithPipe('mock.json');
    const command = spawnCommand(['--config', 'mock.json'], { cwd });
    await command.until('stderr', /waiting for the config file: the pipe mock\.json/);
    command.child.kill('SIGTERM');

    expect(await command.ended).toMatchObject({ code: 0, signal: null });
  });

  test('of a shell is read like a file', async () => {
    const line = 'printf "[1" | "$0" "$1" --fixtures /dev/stdin --port 0';
    const shell = spawn('sh', ['-c', line, process.execPath, commandFile]);
    const { stderr } = await watchChild(shell).ended;

    expect(stderr).toContain(
      '/dev/stdin: it is not valid JSON: line 1, column 3: close bracket expected',
    );
  });

  test.each([
    [['--handlers', 'odd.mjs'], 'Cannot load the handlers file'],
    [['--port-file', 'odd.mjs'], 'Cannot use the port file odd.mjs'],
    [['wait', '--timeout', '1m', '--port-file', 'odd.mjs'], 'Cannot read the port file odd.mjs'],
  ])('is refused where it is no use: %j', async (args, message) => {
    const cwd = await folderWithPipe('odd.mjs');
    const { code, stdout, stderr } = await runCommand(args, { cwd, env: { PORT: '0' } });

    expect(stderr).toContain(`pet-catalog-mock: ${message}`);
    expect(stderr).toMatch(/odd\.mjs: it is a pipe.*\n$/);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(statSync(join(cwd, 'odd.mjs')).isFIFO()).toBe(true);
  });
});

const noPort = 'it is no port file, which is a port and the end of its line alone';

test.each([
  ['notes', noPort],
  ['empty', noPort],
  ['no-end', noPort],
  ['no-port', noPort],
  ['folder', 'it is a folder'],
  ['link', 'it is a link'],
])('%s is refused as no port file, and left as it is', async (name, reason) => {
  const files = { notes: '{"a":1}', empty: '', 'no-end': '4020', 'no-port': '65536\n' };
  const cwd = await folderWith({ ...files, port: '1\n' });
  mkdirSync(join(cwd, 'folder'));
  symlinkSync('port', join(cwd, 'link'));
  const file = join(cwd, name);
  const state = () => [readdirSync(cwd), lstatSync(file).ino, lstatSync(file).mtimeMs];
  const before = state();

  // Something may come there while the server starts.
  for (const [what, act] of Object.entries({ use: clearPortFile, write: writePortFile })) {
    await expect(act(file, 1)).rejects.toThrow(`Cannot ${what} the port file ${file}: ${reason}`);
  }
  expect(state()).toEqual(before);
});
