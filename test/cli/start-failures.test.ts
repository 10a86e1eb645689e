import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, runCommand, startCommand } from './support/command.ts';
import { loadsTypeScript } from './support/scripts.ts';

test('a port that is taken ends it with status 1 and says what to do', async () => {
  const { port } = await startCommand();
  const { code, stdout, stderr } = await runCommand(['--port', String(port)]);

  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain(`Port ${port} of 127.0.0.1 is taken`);
  expect(stderr).toContain('--port 0');
});

test('a host that is not of this machine ends it with status 1', async () => {
  // Of a network for documentation (RFC 5737).
  const ended = await runCommand(['--host', '192.0.2.1', '--no-admin', '--port', '0']);

  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('Cannot listen on the host "192.0.2.1"');
});

const badFixtures: [content: unknown, message: string][] = [
  [[{ name: 'Rex' }, { tag: 'dog' }], 'pets.json[1] lacks the field "name"'],
  [[{ name: 5 }], 'pets.json[0]: "name" must be a string, not 5'],
  [[{ name: 'Rex', age: 3 }], 'pets.json[0] has no field "age"'],
  [
    [
      { name: 'a', id: 'x' },
      { name: 'b', id: 'x' },
    ],
    'pets.json[1]: "id" is already that of',
  ],
  ['"pets"', 'pets.json must be a JSON array of pets'],
  ['[{"name": "Rex"},\n {"name" "Max"}]', 'pets.json is not valid JSON: line 2, column 10'],
];

test('pets beside fixtures of one source are wrong usage, named as they were given', async () => {
  const cwd = await folderWith({ 'pets.json': [{ name: 'Rex' }] });
  const ended = await runCommand(['-p', '0'], {
    cwd,
    env: { PET_CATALOG_PETS: '3', PET_CATALOG_FIXTURES: 'pets.json' },
  });
  expect(ended).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      'PET_CATALOG_PETS must not be given beside PET_CATALOG_FIXTURES',
    ) as string,
  });
});

test.each(badFixtures)('the fixtures %j end it with status 1', async (content, message) => {
  const cwd = await folderWith({ 'pets.json': content });
  const { code, stdout, stderr } = await runCommand(['--fixtures', 'pets.json', '-p', '0'], {
    cwd,
  });

  expect(stderr).toContain(message);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
});

test.each([
  ['--fixtures', 'Cannot read the fixtures nowhere'],
  ['--handlers', 'Cannot read the handlers nowhere'],
  ['--operations', 'Cannot read the operations nowhere'],
])('a file that is not there ends it with status 1: %s', async (flag, message) => {
  const { code, stderr } = await runCommand([flag, 'nowhere']);

  expect(code).toBe(1);
  expect(stderr).toBe(`pet-catalog-mock: ${message}: there is no such file or folder\n`);
});

test('a folder in place of a file ends it with status 1', async () => {
  const folder = await folderWith();
  const { code, stderr } = await runCommand(['--fixtures', folder]);

  expect(code).toBe(1);
  expect(stderr).toContain(`${folder}: it is a folder`);
});

const badHandlers: [content: string, message: string][] = [
  ['export default 5;', 'must have an array of msw handlers as its default export'],
  ['export default [{}];', 'item 0 is not an msw request handler'],
  ['throw new Error("not today");', 'not today'],
  ['export default [', 'Unexpected'],
  ['export default [\n  {,\n];', 'handlers.mjs:2:4)'],
  ['const none = null;\nexport default none.handlers;', 'handlers.mjs:2:21)'],
  ['import { none } from "node:fs";\nexport default [];', 'handlers.mjs:1:'],
];

test.each(badHandlers)('the handlers file "%s" ends it with status 1', async (content, message) => {
  const folder = await folderWith({ 'handlers.mjs': content });
  const { code, stderr } = await runCommand(['--handlers', join(folder, 'handlers.mjs')]);

  expect(stderr).toContain('handlers.mjs');
  expect(stderr).toContain(message);
  expect(code).toBe(1);
});

test.each([
  ['export default 5;', 'must have an array of operations as its default export'],
  ['throw new Error("not today");', 'not today'],
  ['export default [{}];', 'operations[0] lacks the field "name"'],
  [
    'export default [{ name: "x", method: "HEAD", path: "/x", run() {} }];',
    'Operation "x": "method" must be one of "GET", "POST", "PUT", "PATCH", "DELETE", not "HEAD"',
  ],
  [
    'export default [{ name: "x", method: "GET", path: "/pets", run() {} }];',
    'GET /pets matches the same paths as "listPets"',
  ],
])('the operations file "%s" ends it with status 1', async (content, message) => {
  const cwd = await folderWith({ 'operations.mjs': content });
  const { code, stderr } = await runCommand(['--operations', 'operations.mjs'], { cwd });

  expect(stderr).toContain('operations.mjs');
  expect(stderr).toContain(message);
  expect(code).toBe(1);
});

test.each([
  ['operations', 'operations'],
  ['handlers', 'msw handlers'],
])('%s in JSON end it with status 1', async (option, items) => {
  const cwd = await folderWith({ 'list.json': '[]' });
  const { code, stderr } = await runCommand([`--${option}`, 'list.json'], { cwd });

  expect(stderr).toContain(`The ${option} file `);
  expect(stderr).toContain(`list.json must be a JavaScript module, as ${items} are code\n`);
  expect(code).toBe(1);
});

test('a syntax error in what a handlers file imports says that it is there', async () => {
  const cwd = await folderWith({
    'handlers.mjs': 'import "./part.mjs";\nexport default [];',
    'part.mjs': 'export const = 1;',
  });
  const { code, stderr } = await runCommand(['--handlers', 'handlers.mjs'], { cwd });

  expect(stderr).toContain('in a module that it imports');
  expect(code).toBe(1);
});

test.skipIf(loadsTypeScript)(
  'handlers in TypeScript end it where Node does not load them, and it says from when on it does',
  async () => {
    const cwd = await folderWith({ 'handlers.ts': 'export default [] as object[];' });
    const { code, stderr } = await runCommand(['--handlers', 'handlers.ts'], { cwd });

    expect(stderr).toContain('does not load TypeScript: use Node 22.18 or later, or compile it');
    expect(code).toBe(1);
  },
);

test('an invalid certificate ends it with status 1, and the message has nothing of the key', async () => {
  const cwd = await folderWith({ 'cert.pem': 'no certificate', 'key.pem': 'private-part-of-it' });
  const args = ['--tls-cert', 'cert.pem', '--tls-key', 'key.pem'];
  const { code, stderr } = await runCommand(args, { cwd });

  expect(code).toBe(1);
  expect(stderr).toContain('Cannot use the certificate cert.pem with the key key.pem');
  expect(stderr).not.toContain('private-part-of-it');
});

test('a port file that cannot be written ends it with status 1', async () => {
  const folder = await folderWith();
  const file = join(folder, 'no', 'such', 'port');
  const { code, stdout, stderr } = await runCommand(['--port-file', file, '--port', '0']);

  expect(stderr).toContain(`Cannot write the port file ${file}: there is no such file or folder`);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
});
