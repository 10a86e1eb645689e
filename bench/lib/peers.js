import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mockoonEnvironment, openapiDocument, wiremockMappings } from './documents.js';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));

function write(folder, name, value) {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(value));
  return path;
}

const defaults = {
  most: 100_000, // pets that it is given
  root: '/v2/pets',
  list: '?limit=20',
  listed: (body) => body,
  stateless: false, // answers with an example and keeps no pets
  warmUp: 2, // seconds
};

/** The project's own command, with more room than it has by default. */
function project(id, label, most, flags, rest) {
  const start = `${file('../../dist/cli.js')} --max-pets 1000000 ${flags}`.split(' ');
  const program = [process.execPath, ...(rest?.node ?? [])];
  const command = ({ port, size }) => [...program, ...start, '--port', port, '--pets', size];
  return { ...defaults, id, label, kind: 'project', most, command, ...rest };
}

/** A server of `servers/`. */
function written(id, label, kind, { script = id, ...rest } = {}) {
  const start = [process.execPath, file(`../servers/${script}.js`)];
  const command = ({ port, petsFile }) => start.concat(port, petsFile, id);
  return { ...defaults, id, label, kind, command, ...rest };
}

/** A mock server that has a command: `entry` in its package, and the arguments before the port. */
function mock(id, label, packageName, entry, createArguments, rest) {
  const { program = [process.execPath], ...differences } = rest ?? {};
  const command = ({ port, pets, folder, installed }) => [
    ...program,
    join(installed, 'node_modules', entry),
    ...createArguments(pets, folder),
    '--port',
    port,
  ];
  return { ...defaults, id, label, kind: 'mock', package: packageName, command, ...differences };
}

/** With a handler of the user, Express and msw answer all requests. */
const ownHandler = `--handlers ${join(import.meta.dirname, '../servers/own-handler.mjs')}`;

/** Every server of the comparison, in the order of the tables. */
const peers = [
  project('project', 'pet-catalog-mock', Infinity, '--log none'),
  written('bare', 'bare node:http + Map', 'yardstick', { most: Infinity }),
  project('handlers', 'pet-catalog-mock --handlers', 1e5, `--log none ${ownHandler}`),
  project('logged', 'pet-catalog-mock --log json', 100, '--log json'),
  project('unjournaled', 'pet-catalog-mock --journal-size 0', 1e5, '--log none --journal-size 0'),
  project('young', "pet-catalog-mock, Node's --max-semi-space-size=64", 1e5, '--log none', {
    node: ['--max-semi-space-size=64'],
  }),
  written('express', 'Express 5 + Map', 'yardstick'),
  mock(
    'json-server-beta',
    'json-server 1.0.0-beta.15',
    'json-server@1.0.0-beta.15',
    'json-server/lib/bin.js',
    (pets, folder) => [write(folder, 'db.json', { pets })],
    { root: '/pets', list: '?_page=1&_per_page=20', listed: (body) => body.data },
  ),
  mock(
    'wiremock',
    'WireMock 3.13.2 (stateless)',
    'wiremock@3.13.2',
    'wiremock/build/wiremock-standalone-3.13.2.jar',
    (pets, folder) => {
      mkdirSync(join(folder, 'mappings'));
      write(join(folder, 'mappings'), 'pets.json', wiremockMappings(pets));
      const flags = ['--no-request-journal', '--disable-banner', '--bind-address', '127.0.0.1'];
      return ['--root-dir', folder, ...flags];
    },
    // A Java virtual machine needs long until it has compiled what it runs.
    { program: ['java', '-jar'], stateless: true, warmUp: 10 },
  ),
  mock(
    'prism',
    'Prism 5.16.0 (stateless)',
    '@stoplight/prism-cli@5.16.0',
    '@stoplight/prism-cli/dist/index.js',
    (pets, folder) => {
      const document = write(folder, 'openapi.json', openapiDocument(pets));
      return ['mock', document, '--verboseLevel', 'silent'];
    },
    { stateless: true, root: '/pets' },
  ),
  {
    ...defaults,
    id: 'scalar',
    label: 'Scalar 0.14.4 on Node 24 (stateless)',
    kind: 'mock',
    // It needs Node 22.
    package: '@scalar/mock-server@0.14.4 @hono/node-server@1 node@24',
    stateless: true,
    root: '/pets',
    command: ({ port, pets, folder, installed }) => [
      join(installed, 'node_modules/.bin/node'),
      file('../servers/scalar.js'),
      installed,
      write(folder, 'openapi.json', openapiDocument(pets)),
      '--port',
      port,
    ],
  },
  mock(
    'json-server',
    'json-server 0.17.4',
    'json-server@0.17.4',
    'json-server/lib/cli/bin.js',
    (pets, folder) => [write(folder, 'db.json', { pets }), '--quiet'],
    { root: '/pets', list: '?_limit=20' },
  ),
  mock(
    'mockoon',
    'Mockoon CLI 9.9.0',
    '@mockoon/cli@9.9.0',
    '@mockoon/cli/bin/run.js',
    (pets, folder) => {
      const data = write(folder, 'pets.json', mockoonEnvironment(pets));
      const flags = ['--hostname', '127.0.0.1', '--disable-log-to-file', '--disable-admin-api'];
      return ['start', '--repair', '--data', data, ...flags];
    },
  ),
  written('naive', 'msw + @mswjs/data, naive server', 'naive'),
  written('naive-map', 'msw + Map, naive server', 'naive', { script: 'naive' }),
];

const collecting = ['--expose-gc', '--import', file('../servers/collect.js')];
const origin = 'https://app.example';
const other = { operation: 'createPet', status: 503 };
const unmatched = { match: { header: { 'X-User': 'none' } }, status: 503 };

/** A get of the mock on its own, with what a test or a demo adds to it: a fault, a header or an option. */
export const variants = [
  ['get', 'nothing'],
  ['rested', 'nothing, after eight collections of garbage', { node: collecting }],
  ['other-fault', 'a fault of another operation', { fault: other }],
  ['unmatched-fault', 'a fault that matches a header which no request has', { fault: unmatched }],
  ['status-fault', 'a fault that answers each with 503', { fault: { status: 503 }, refuses: true }],
  ['prefer', '`Prefer: code=503`', { headers: { Prefer: 'code=503' }, refuses: true }],
  ['cors-one', 'CORS for one origin', { headers: { Origin: origin } }, `--cors-origin ${origin}`],
  [
    'cors-several',
    'CORS for several origins',
    { headers: { Origin: origin } },
    `--cors-origin ${origin},https://b.example`,
  ],
  ['express', 'a handler of the user: through Express and msw', {}, ownHandler],
].map(([id, label, rest, flags = '']) =>
  project(id, label, Infinity, `--log none ${flags}`.trim(), rest),
);

/**
 * @param {string[]} ids none means all
 * @throws {Error} for an id that no peer has
 */
export function choosePeers(ids) {
  const known = peers.map(({ id }) => id);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown) throw new Error(`--peers ${unknown}: expected any of ${known.join(', ')}`);
  return peers.filter(({ id }) => ids.length === 0 || ids.includes(id));
}
