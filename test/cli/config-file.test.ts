import { expect, test } from 'vitest';
import { folderWith, runCommand, startCommand } from './support/command.ts';

const wrong: [content: unknown, code: number, message: string][] = [
  [
    { prot: 1 },
    2,
    'mock.json has an unknown key "prot" (did you mean "port"?). The keys are: pets, seed, ',
  ],
  [{ frobnicate: 1 }, 2, 'mock.json has an unknown key "frobnicate". The keys are: pets, seed, '],
  [{ portFile: 'x' }, 2, 'mock.json has an unknown key "portFile"'],
  ['{"__proto__": {"pets": 1}}', 2, 'mock.json has an unknown key "__proto__"'],
  [{ tls: { crt: 'x' } }, 2, 'mock.json has an unknown key "crt" in "tls" (did you mean "cert"?)'],
  [{ tls: { certificate: 'x' } }, 2, 'mock.json has an unknown key "certificate" in "tls"'],
  [{ tls: 'x' }, 2, '"tls" in mock.json must be an object with "cert" and "key"'],
  [
    { tls: { cert: 'x' } },
    2,
    '"tls.cert" in mock.json needs the certificate\'s key with it: "tls.key"',
  ],
  [{ pets: '25' }, 2, '"pets" in mock.json must be a whole number from 0 to 16777216, not "25"'],
  [{ pets: null }, 2, '"pets" in mock.json must be a whole number from 0 to 16777216, not null'],
  [{ delay: '3-1' }, 2, '"delay" in mock.json must be milliseconds'],
  [{ fixtures: [{ name: 'Rex' }] }, 2, '"fixtures" in mock.json must be the path of a file'],
  [
    { isolate: 'yes' },
    2,
    '"isolate" in mock.json must be true or false, or the name of a header such as "X-Test-Id", not "yes"',
  ],
  [
    { pets: 5, maxPets: 3 },
    2,
    '"pets" in mock.json must be at most "maxPets" in mock.json (3), not 5',
  ],
  [[], 2, 'mock.json must be a JSON object with the options by their names'],
  [
    '{\n  "pets": 3,\n}',
    1,
    'mock.json is not valid JSON: line 3, column 1: expected a key, not "}"',
  ],
];

test.each(wrong)('the config %j is refused with a message', async (content, code, message) => {
  const cwd = await folderWith({ 'mock.json': content });
  const ended = await runCommand(['--config', 'mock.json'], { cwd, env: { PORT: '0' } });

  expect(ended.stderr).toContain(message);
  expect(ended).toMatchObject({ code, stdout: '' });
});

test('a config file may name its schema, which is no option', async () => {
  const cwd = await folderWith({ 'mock.json': { $schema: './mock.schema.json', pets: 3 } });
  const { call } = await startCommand(['--config', 'mock.json', '--log', 'none'], { cwd });
  expect(await (await call('/pets')).json()).toHaveLength(3);
});

test('a config file that is not there cannot be read', async () => {
  expect(await runCommand(['--config', 'nowhere.json'])).toMatchObject({
    code: 1,
    stderr:
      'pet-catalog-mock: Cannot read the config file nowhere.json: there is no such file or folder\n',
  });
});
