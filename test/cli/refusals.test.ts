import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { folderWith, runCommand } from './support/command.ts';
import { runHere, startHere } from './support/in-process.ts';
import { loadsTypeScript } from './support/scripts.ts';

/** A command line, with its variables, in a folder with these files; how it ends, and what it says. */
type Refusal = [line: string, files: Record<string, unknown>, code: number, message: string];

const usage: Refusal[] = [
  ['--tls-cert cert.pem', {}, 2, '--tls-cert needs the other file: HTTPS takes a certificate and'],
  ['--pets 5 --max-pets 2', {}, 2, '--pets must be at most "maxPets" (2), not 5'],
  ['--open --no-admin', {}, 2, '--open opens the dashboard, and --no-admin turns it off'],
  ['--host 0.0.0.0', {}, 2, '--host is "0.0.0.0", which others can reach'],
  [
    'PET_CATALOG_PETS=3 PET_CATALOG_FIXTURES=pets.json',
    { 'pets.json': [] },
    2,
    'PET_CATALOG_PETS must not be given beside PET_CATALOG_FIXTURES',
  ],
  ['PET_CATALOG_WATCH=true', {}, 2, '(PET_CATALOG_WATCH) has nothing to watch: give it a file'],
  ['PET_CATALOG_WATCH=all', {}, 2, 'PET_CATALOG_WATCH must be true, false, 1 or 0, not "all"'],
  ['run --pets many -- touch it-ran', {}, 2, '--pets must be a whole number'],
  ['wait --url 127.0.0.1:4020', {}, 2, '--url must be a URL such as http://127.0.0.1:4020'],
  ['wait --timeout soon', {}, 2, 'milliseconds, or a time such as 10s or 1m, not "soon"'],
  ['wait --port-file .', {}, 1, 'Cannot read the port file .: it is a folder'],
  ['mcp --pets x', {}, 2, '--pets must be a whole number'],
  ['mcp --no-admin', {}, 2, '"mcp" needs the control plane, which --no-admin turns off'],
  ['mcp --host 0.0.0.0', {}, 2, 'set "adminToken"'],
  ['mcp --url nowhere', {}, 2, '--url must be a URL such as http://127.0.0.1:4020'],
  ['mcp --url http://a.example --pets 3', {}, 2, '--pets is for a server that is started'],
  ['mcp --url http://a.example --api-key a --api-key b', {}, 2, 'one --api-key'],
  ['verify', {}, 2, 'needs --against URL'],
  ['verify --against pets.example', {}, 2, '--against must be the base URL'],
  ['verify --against http://a --only limits', {}, 2, '--only must be a row: any of Success'],
  ['verify --against http://a --timeout 0', {}, 2, '--timeout must be a whole number'],
  ['verify --against http://a --header secret', {}, 2, '--header must be a name, a colon'],
  ['verify --against http://a --header X-API-Key:secret', {}, 2, '--api-key'],
  ['verify --against http://a --header sec@ret:secret', {}, 2, '--header must be the name of a'],
  ['verify --against http://a --api-key=', {}, 2, '--api-key must be a key that is not empty'],
  ['capture --from http://a --limit 0', {}, 2, '--limit must be a whole number from 1 to'],
  ['verify --against http://a --update', {}, 2, '--update writes the file of'],
  ['verify --against http://a --expectations no.json', {}, 2, 'read the expectations no.json'],
];

/** What is wrong with them is said without them. */
const secrets: Refusal[] = [
  ['--admin-tokn=secret', {}, 2, "unknown option '--admin-tokn'\n"],
  ['-ksecret', {}, 2, "unknown option '-k'\n"],
  ['--api-key secret secret', {}, 2, 'Unknown command. To start the server'],
  ['--admin-token secretü', {}, 2, '--admin-token must be a token of visible ASCII'],
  ['--admin-token secret --host never.invalid', {}, 1, 'Cannot listen on host "never'],
  ['--api-key secret --api-key=', {}, 2, '--api-key must be at least one key that is not'],
  [
    '--api-key secret☃',
    {},
    2,
    '--api-key must be at least one key that is not empty and that a header',
  ],
  ['--api-key secret-key --fixtures secret-key', {}, 1, 'Cannot read the fixtures s…y: '],
];

const missing = ['fixtures', 'handlers', 'operations', 'scenarios', 'dialect', 'config'].map(
  (flag): Refusal => {
    const what = flag === 'config' ? 'config file' : flag;
    return [`--${flag} no`, {}, 1, `Cannot read the ${what} no: there is no such file or folder\n`];
  },
);

/** What a config file in JSON is refused with. */
const config: Refusal[] = (
  [
    [{ frobnicate: 1 }, 'mock.json has an unknown key "frobnicate". The keys are: pets, seed, '],
    ['{"__proto__": {"pets": 1}}', 'mock.json has an unknown key "__proto__"'],
    [{ tls: { crt: 'x' } }, 'an unknown key "crt" in "tls". The keys are: cert, key'],
    [{ tls: 'x' }, '"tls" in mock.json must be an object with "cert" and "key"'],
    [{ tls: { cert: 'x' } }, '"tls.cert" in mock.json needs the other file'],
    [{ pets: '25' }, '"pets" in mock.json must be a whole number from 0 to 1000000, not "25"'],
    [{ handlers: [] }, '"handlers" in mock.json must be the path of a file'],
    [{ fixtures: 5 }, '"fixtures" in mock.json must be an array of pets or a snapshot, not 5'],
    [{ pets: 5, maxPets: 3 }, 'must be at most "maxPets" (3)'],
    [[], 'mock.json must be an object with the options by their names'],
    [{ apiKeys: 'secret' }, '"apiKeys" in mock.json must be an array of keys'],
    [{ apiKeys: ['secret', ''] }, '"apiKeys" in mock.json must be a key that is not empty'],
  ] as const
).map(([content, message]) => ['--config mock.json', { 'mock.json': content }, 2, message]);

type Content = [content: unknown, code: number, message: string];

/** What a module is refused with, by the flag that names it. */
const modules: Record<string, Content[]> = {
  config: [
    ['export default () => ({});', 2, 'must be an object with the options by their names'],
    ['export default { fixture: [] };', 2, 'key "fixture". The keys are: '],
    ['export default { fixtures: [{ tag: "dog" }] };', 1, 'in it.mjs: fixtures[0] lacks'],
    ['export default { scenarios: [] };', 2, 'must be an object of scenarios by'],
    ['export default { scenarios: { a: { pet: 1 } } };', 1, '"scenarios" in it.mjs: '],
    // A forgotten await; the second would never end.
    ['export default { scenarios: Promise.resolve({}) };', 1, 'not [object Promise]'],
    ['export default { scenarios: { then() {} } };', 1, 'Scenario "then" must be'],
    ['export default { handlers: [{}] };', 2, 'in it.mjs: item 0 is not an msw request'],
    ['export default { dialect: { order: 1 } };', 1, 'it.mjs: "order" must'],
    ['export default { baseUrl: "/docs/v2" };', 2, 'not at or below /docs, which is taken'],
    ['throw null;', 1, 'Cannot load the config file it.mjs: it threw null'],
  ],
  scenarios: [['export const monday = {};', 1, 'it.mjs: The scenarios must be an object']],
  handlers: [
    ['export default 5;', 1, 'an array of msw handlers as its default export'],
    ['export default [{}];', 1, 'item 0 is not an msw request handler'],
    ['const none = null;\nexport default none.handlers;', 1, 'it.mjs:2:21)'],
  ],
  operations: [['export default [{}];', 1, 'operations[0] lacks the field "name"']],
};

/** What another file is refused with, by the flags before its name. */
const files: Record<string, Content[]> = {
  '--config': [
    ['{"adminToken": "secret" "pets": 1}', 1, 'JSON: line 1, column 25: comma expected'],
    [{ dialect: { order: 1 } }, 1, '"dialect" in it.json: "order" must be one of'],
  ],
  '--fixtures': [
    [[{ name: 5 }], 1, 'mock: --fixtures: it.json[0]: "name" must be a string, not 5'],
  ],
  '--max-pets 0 --fixtures': [
    [[{ name: 'Rex' }], 2, '--fixtures must be at most --max-pets (0) pets, not 1'],
  ],
  '--scenarios': [
    [{ a: { fixtures: [{}] } }, 1, '--scenarios: it.json: Scenario "a": fixtures[0] lacks'],
    [null, 1, 'The scenarios must be an object of scenarios by their names, not null'],
  ],
  '--max-pets 8 --scenarios': [[{ a: { pets: 9 } }, 2, '--scenarios: it.json: Scenario "a"']],
  '--scenario friday --scenarios': [[{ a: {} }, 2, '"full", "a", not "friday"']],
  '--dialect': [
    [{ createStatus: 202 }, 1, '"createStatus" must be one of 201, 200, not 202'],
    [[], 1, 'mock: --dialect: it.json must be a JSON object'],
  ],
  '--handlers': [[[], 1, 'must be a JavaScript module, as msw handlers are code\n']],
};

const given = [
  ...Object.entries(modules).flatMap(([flag, all]) =>
    all.map(([content, code, message]): Refusal => {
      return [`--${flag} it.mjs`, { 'it.mjs': content }, code, message];
    }),
  ),
  ...Object.entries(files).flatMap(([flags, all]) =>
    all.map(([content, ...end]): Refusal => [`${flags} it.json`, { 'it.json': content }, ...end]),
  ),
];

const others: Refusal[] = [
  // Of a network for documentation (RFC 5737).
  ['--host 192.0.2.1 --no-admin', {}, 1, 'Cannot listen on host "192.0.2.1"'],
  [
    'HOST=192.0.2.1 --no-admin',
    {},
    1,
    'host "192.0.2.1" (HOST of the environment): this machine has no such name or address. ' +
      'Unset HOST or pass --host',
  ],
  ['HOST=0.0.0.0', {}, 2, 'HOST of the environment is "0.0.0.0", which others can reach'],
  ['HOST=0.0.0.0', {}, 2, '(--no-admin). Unset HOST or pass --host'],
  ['--fixtures .', {}, 1, 'Cannot read the fixtures .: it is a folder'],
  // Not for the variable that another command has no use for.
  ['PET_CATALOG_WATCH=all wait --timeout x', {}, 2, '--timeout must be'],
  [
    '--tls-cert cert.pem --tls-key key.pem',
    { 'cert.pem': 'no certificate', 'key.pem': 'secret part' },
    1,
    'Cannot use the certificate cert.pem with the key key.pem',
  ],
  ['--port-file no/port', {}, 1, 'Cannot write the port file no/port: there is no'],
  [
    '',
    { 'pet-catalog-mock.config.json': {}, 'pet-catalog-mock.config.mjs': '' },
    2,
    'There is more than one config file here: pet-catalog-mock.config.mjs and ' +
      'pet-catalog-mock.config.json. Keep one of them, or name one with --config FILE',
  ],
];
/** What only Node's own loader finds, and how the process ends. */
const ofNode: Refusal[] = [
  ['--port abc', {}, 2, '0–65535, not "abc"\nSee pet-catalog-mock --help\n'],
  ['--handlers it.mjs', { 'it.mjs': 'export default [\n  {,\n];' }, 1, 'it.mjs:2:4)'],
  [
    '--handlers it.mjs',
    { 'it.mjs': 'import { none } from "node:fs";\nexport default [];' },
    1,
    'it.mjs:1:',
  ],
  [
    '--handlers it.mjs',
    { 'it.mjs': 'import "./part.mjs";\nexport default [];', 'part.mjs': 'export const = 1;' },
    1,
    'in a module that it imports',
  ],
  [
    '--config it.mjs',
    { 'it.mjs': 'export default { get pets() { throw Error("inside"); } };' },
    1,
    'Error: inside',
  ],
];
if (!loadsTypeScript) {
  const message = 'does not load TypeScript: use Node 22.18 or later, or compile it';
  ofNode.push(['--handlers it.ts', { 'it.ts': 'export default [] as object[];' }, 1, message]);
}

const inProcess = [...usage, ...secrets, ...missing, ...config, ...given, ...others];

test.each<[Refusal, typeof runHere]>([
  ...inProcess.map((one): [Refusal, typeof runHere] => [one, runHere]),
  ...ofNode.map((one): [Refusal, typeof runHere] => [one, runCommand]),
])('%j is refused', async ([line, contents, code, message], run) => {
  const cwd = await folderWith(contents);
  const words = line.split(' ').filter((word) => word !== '');
  const args = words.filter((word) => !/^[A-Z_]+=/.test(word));
  const variables = words.filter((word) => !args.includes(word)).map((word) => word.split('='));
  const env = { PORT: '0', ...(Object.fromEntries(variables) as Record<string, string>) };
  const { stderr, ...ended } = await run(args, { cwd, env });

  expect(stderr).toContain(message);
  expect(stderr).toMatch(/^pet-catalog-mock: /);
  expect(stderr).not.toContain('secret');
  expect(ended).toMatchObject({ code, stdout: '' });
  expect(readdirSync(cwd).toSorted()).toEqual(Object.keys(contents).toSorted());
});

test('a taken port ends it with status 1 and advice, and the command is not run', async () => {
  const { port } = await startHere();
  for (const args of [[], ['run', '--', 'echo', 'it ran']]) {
    const { code, stdout, stderr } = await runHere(args, { env: { PORT: String(port) } });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(
      `Port ${port} (PORT of the environment) is in use. Stop what is using it`,
    );
    expect(stderr).toContain('--port 0');
  }
});
