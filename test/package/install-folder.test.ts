import { appendFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { run } from '../browser/support/run.ts';
import { folderWith } from '../support/folder.ts';
import { root } from './support/package.ts';

let folder: string;
/** What it says. */
const install = (...folders: string[]) =>
  run(process.execPath, ['scripts/install.js', ...folders], { cwd: root });
const installed = () => readdir(join(folder, 'node_modules'));

/** A project with a package that lies beside it, so that nothing is fetched. */
beforeEach(async () => {
  const devDependencies = { leash: 'file:leash' };
  const packages = {
    '': { devDependencies },
    leash: { version: '1.0.0', dev: true },
    'node_modules/leash': { resolved: 'leash', link: true },
  };
  folder = await folderWith({
    'package.json': { private: true, devDependencies },
    'package-lock.json': { lockfileVersion: 3, requires: true, packages },
  });
  await mkdir(join(folder, 'leash'));
  await writeFile(join(folder, 'leash/package.json'), '{"name":"leash","version":"1.0.0"}');
});

test('a folder is installed once, and again when its lockfile has changed', async () => {
  expect(await install(folder)).toContain(`Installing what ${folder} needs`);
  expect(await installed()).toContain('leash');
  expect(await install(folder)).toBe('');

  await appendFile(join(folder, 'package-lock.json'), '\n');
  expect(await install(folder)).toContain('Installing');
});

test('what an interrupted installation has left is installed anew', async () => {
  await mkdir(join(folder, 'node_modules/half'), { recursive: true });
  await install(folder);
  expect(await installed()).toContain('leash');
  expect(await installed()).not.toContain('half');
});

test('a failure of npm is shown, and is one of the command', async () => {
  await writeFile(
    join(folder, 'package.json'),
    '{"private":true,"devDependencies":{"leash":"file:leash","collar":"file:collar"}}',
  );
  await expect(install(folder)).rejects.toThrow(
    /collar[^]*npm ci failed in|npm ci failed in[^]*collar/,
  );
});

test('a folder without a lockfile is refused, and so is none', async () => {
  await expect(install('docs')).rejects.toThrow('docs has no package-lock.json');
  await expect(install()).rejects.toThrow('Name a folder that has a package-lock.json');
});
