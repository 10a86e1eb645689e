import { expect, test } from 'vitest';
import { folderWith, runCommand, startCommand, type ReadyCommand } from './support/command.ts';

const dialect = { createStatus: 200, idForm: 'integer' };
const options = ['--pets', '0'];

/** The status and the body of a create. */
async function createWith({ call }: ReadyCommand): Promise<[number, unknown]> {
  const response = await call('/pets', {
    method: 'POST',
    body: '{"name":"Rex"}',
    headers: { 'Content-Type': 'application/json' },
  });
  return [response.status, await response.json()];
}
const followed = [200, { name: 'Rex', tag: '', id: '1' }];

test('a dialect comes from the file that --dialect names', async () => {
  const cwd = await folderWith({ 'dialect.json': dialect });
  const command = await startCommand([...options, '--dialect', 'dialect.json'], { cwd });
  expect(await createWith(command)).toEqual(followed);
  const info = await fetch(new URL('/__admin/info', command.url));
  expect(await info.json()).toMatchObject({ dialect });
});

test('a dialect comes from the file that PET_CATALOG_DIALECT names, under the flag', async () => {
  const cwd = await folderWith({ 'dialect.json': dialect, 'other.json': { maxLimit: 1 } });
  const env = { PET_CATALOG_DIALECT: 'dialect.json' };
  expect(await createWith(await startCommand(options, { cwd, env }))).toEqual(followed);
  const other = await startCommand([...options, '--dialect', 'other.json'], { cwd, env });
  expect((await createWith(other))[0]).toBe(201);
});

test.each<[string, unknown]>([
  ['mock.json', { dialect: 'dialect.json' }],
  ['mock.mjs', `export default { dialect: './dialect.json' };`],
  ['mock.mjs', `export default { dialect: ${JSON.stringify(dialect)} };`],
])('the config file %s names it from its own folder, or has it: %j', async (file, content) => {
  const folder = await folderWith({ [file]: content, 'dialect.json': dialect });
  const command = await startCommand([...options, '--config', `${folder}/${file}`]);
  expect(await createWith(command)).toEqual(followed);
});

test('a file of fixtures or scenarios may have the fields that a dialect keeps', async () => {
  const fixtures = [{ name: 'Rex', tag: '', colour: 'red', id: 'rex' }];
  const cwd = await folderWith({
    'dialect.json': { unknownFields: 'keep' },
    'pets.json': fixtures,
    'week.json': { monday: { fixtures } },
  });
  const kept = ['--dialect', 'dialect.json'];
  const files = ['--fixtures', 'pets.json', '--scenarios', 'week.json'];
  const command = await startCommand([...kept, ...files, '--scenario', 'monday'], { cwd });
  expect(await (await command.call('/pets')).json()).toEqual(fixtures);
  const { code, stderr } = await runCommand(['-p', '0', ...files], { cwd });
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('pets.json[0] has no field "colour"'),
  ]);
});

test.each<[unknown, string]>([
  ['{"createStatus": 200,}', 'dialect.json is not valid JSON: line 1, column 22'],
  [{ createStatus: 202 }, 'dialect.json: "createStatus" must be one of 201, 200, not 202'],
  [{ maxLimit: '9' }, 'dialect.json: "maxLimit" must be a whole number of at least 0, not "9"'],
  [{ colour: 1 }, 'dialect.json has no field "colour". The fields are: createStatus, missingTag'],
  [[dialect], 'dialect.json must be a JSON object'],
])('a file with %j ends it with status 1', async (content, message) => {
  const cwd = await folderWith({ 'dialect.json': content });
  const ended = await runCommand(['-p', '0', '--dialect', 'dialect.json'], { cwd });
  expect(ended.stderr).toContain(message);
  expect(ended).toMatchObject({ code: 1, stdout: '' });
});

test('a file that is not there ends it with status 1', async () => {
  const cwd = await folderWith();
  const ended = await runCommand(['-p', '0', '--dialect', 'dialect.json'], { cwd });
  expect(ended.stderr).toContain('Cannot read the dialect dialect.json: there is no such file');
  expect(ended).toMatchObject({ code: 1, stdout: '' });
});

test('a wrong value in a config module is named, too', async () => {
  const cwd = await folderWith({ 'mock.mjs': 'export default { dialect: { order: "name" } };' });
  const ended = await runCommand(['-p', '0', '--config', 'mock.mjs'], { cwd });
  expect(ended.stderr).toContain(
    '"dialect" in mock.mjs: "order" must be one of "oldest", "newest", not "name"',
  );
  expect(ended).toMatchObject({ code: 1, stdout: '' });
});
