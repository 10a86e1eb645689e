import { mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, startCommand, type ReadyCommand } from './support/command.ts';
import { helloHandlers } from './support/scripts.ts';

type Files = Readonly<Record<string, string>>;

const filesOf = (word: string): Files => ({
  'pets.json': JSON.stringify([{ name: word }]),
  'handlers.mjs': `import { word } from './word.mjs';\n${helloHandlers('new Response(word)')}`,
  'word.mjs': `export const word = ${JSON.stringify(word)};`,
});

const names = ['pets.json', 'handlers.mjs'];
const start = (cwd: string) =>
  startCommand(['--fixtures', 'pets.json', '--handlers', 'handlers.mjs', '--watch'], { cwd });

async function writeFolder(folder: string, files: Files): Promise<void> {
  await mkdir(folder);
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text);
    // As images and packages have it: that a link leads elsewhere is all that tells two of a length apart.
    await utimes(join(folder, name), 0, 0);
  }
}

/** As Kubernetes does it, and tools that deploy: another link, renamed over the one that is there. */
async function swapLink(folder: string, name: string, target: string): Promise<void> {
  const next = join(folder, `${name}_tmp`);
  await symlink(target, next, 'dir');
  // Windows replaces no folder by a rename, nor a link to one.
  if (process.platform === 'win32') await rm(join(folder, name), { force: true });
  await rename(next, join(folder, name));
}

/** The words of the pets and of the handler. */
async function wordsOf({ call, url }: ReadyCommand): Promise<string[]> {
  const pets = (await (await call('/pets')).json()) as { name: string }[];
  const hello = await (await fetch(new URL('/hello', url))).text();
  return [...pets.map(({ name }) => name), hello];
}

/** The files of which the log says that they were loaded anew, each as often as it says so. */
function reloaded(command: ReadyCommand): string[] {
  const { stderr } = command.output();
  return Array.from(stderr.matchAll(/reloaded ([\w.]+):/g), ([, name]) => name!).sort();
}

async function untilReloaded(command: ReadyCommand, times: number): Promise<void> {
  const expected = names.flatMap((name) => Array<string>(times).fill(name)).sort();
  await expect.poll(() => reloaded(command)).toEqual(expected);
}

test('the links of a config map that Kubernetes mounts are followed to where they lead, there and back', async () => {
  const folder = await folderWith({});
  await writeFolder(join(folder, 'v1'), filesOf('one'));
  await writeFolder(join(folder, 'v2'), filesOf('two'));
  await swapLink(folder, '..data', 'v1');
  for (const name of names) await symlink(join('..data', name), join(folder, name), 'file');
  const command = await start(folder);
  expect(await wordsOf(command)).toEqual(['one', 'one']);

  await swapLink(folder, '..data', 'v2');
  await untilReloaded(command, 1);
  expect(await wordsOf(command)).toEqual(['two', 'two']);

  await swapLink(folder, '..data', 'v1');
  await untilReloaded(command, 2);

  // The folder that the link led to before is nobody's now, and what is saved there is not read.
  await writeFile(join(folder, 'v2/pets.json'), '[]');
  await writeFile(join(folder, 'v1/pets.json'), JSON.stringify([{ name: 'saved' }]));
  await command.until('stderr', /(?:reloaded pets\.json[^]*){3}/);
  expect(await wordsOf(command)).toEqual(['saved', 'one']);
  expect(reloaded(command)).toHaveLength(5);

  await rm(join(folder, '..data'));
  await command.until(
    'stderr',
    /pets\.json: there is no such file or folder; the last good one stays/,
  );
  await swapLink(folder, '..data', 'v2');
  await command.until('stderr', /(?:reloaded pets\.json[^]*){4}/);
});

test('a copy that keeps the time and the length of what was there before is another file', async () => {
  const folder = await folderWith({});
  await writeFolder(join(folder, 'v1'), filesOf('one'));
  const command = await start(join(folder, 'v1'));
  await writeFolder(join(folder, 'v2'), filesOf('two'));
  for (const name of names) await rename(join(folder, 'v2', name), join(folder, 'v1', name));
  await untilReloaded(command, 1);
  const [word] = await wordsOf(command);
  expect(word).toBe('two');
});
