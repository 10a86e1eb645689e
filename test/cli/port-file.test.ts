import { lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPortFile, writePortFile } from '../../src/cli/port-file.ts';
import { folderWith } from '../support/folder.ts';
import { runHere } from './support/in-process.ts';

test.each(['notes', 'empty', 'no-end', 'no-port', 'folder', 'link'])(
  'a start refuses to replace %s, and leaves it as it is',
  async (name) => {
    const files = { notes: '{"a":1}', empty: '', 'no-end': '4020', 'no-port': '123456\n' };
    const cwd = await folderWith({ ...files, port: '1\n' });
    mkdirSync(join(cwd, 'folder'));
    symlinkSync('port', join(cwd, 'link'));
    const file = join(cwd, name);
    const state = () => [lstatSync(file).ino, lstatSync(file).mtimeMs];
    const before = state();

    const ended = await runHere(['--port', '0', '--port-file', name], { cwd });
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain(`Cannot use the port file ${name}: something else is there`);
    // Something may come there while the server starts.
    expect(() => writePortFile(file, 1)).toThrow('something else is there');
    expect(state()).toEqual(before);
    expect(readFileSync(join(cwd, 'port'), 'utf8')).toBe('1\n');
  },
);

test('a port file that is not written yet has no port', async () => {
  const cwd = await folderWith({ empty: '', port: '4020\n' });

  expect(await readPortFile(join(cwd, 'none'))).toBeUndefined();
  expect(await readPortFile(join(cwd, 'empty'))).toBeUndefined();
  expect(await readPortFile(join(cwd, 'port'))).toBe('4020');
});
