import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { examplesDocument, mockoonEnvironment, wiremockMappings } from './documents.js';
import { versionName } from './install.js';
import { isOnPath } from './supervisor.js';

const command = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const own = (name) => fileURLToPath(new URL(`../servers/${name}.js`, import.meta.url));
const node = (...args) => ({ command: process.execPath, args });

/** The largest catalog that anything but the project and the yardstick is given. */
const mostPets = 100_000;
const service = { root: '/v2/pets', list: (limit) => `/v2/pets?limit=${limit}` };

/**
 * @typedef {object} Place
 * @property {number} port
 * @property {number} size how many pets
 * @property {object[]} pets the pets, in order
 * @property {string} petsFile the same as a JSON file
 * @property {string} folder for files of this server alone
 * @property {string} installed the folder with the peer's `node_modules`
 *
 * @typedef {object} Peer
 * @property {string} id as given to `--peers`
 * @property {string} label as in the tables
 * @property {'project' | 'yardstick' | 'mock' | 'naive'} kind
 * @property {boolean} stateful whether it keeps pets; otherwise it answers with an example
 * @property {number} most how many pets it is given at most
 * @property {number} warmUp seconds of load before its first round
 * @property {string} root path of the collection
 * @property {(limit: number) => string} list path of a list
 * @property {(body: any) => object[]} listed the pets in the answer to a list
 * @property {number} [version] the one of its versions that started here
 * @property {() => string | undefined} missing why it cannot run here
 * @property {(place: Place) => import('./supervisor.js').Program & { portFile?: string }} program
 */

/** @returns {Peer} */
function peer(id, label, kind, program, rest = {}) {
  const defaults = {
    stateful: true,
    most: mostPets,
    warmUp: 1.5,
    listed: (body) => body,
    missing: () => undefined,
  };
  return { id, label, kind, program, ...service, ...defaults, ...rest };
}

/** A server of `servers/`. */
function ownServer(id, label, kind, rest) {
  const program = ({ port, petsFile, installed }) =>
    node(own(id), String(port), petsFile, installed ?? '');
  return peer(id, label, kind, program, rest);
}

function write(folder, name, value) {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(value));
  return file;
}

/**
 * The project's own command, as a user starts it but for the log.
 *
 * @param {'none' | 'json'} [log]
 * @returns {Peer}
 */
export function project(log = 'none') {
  const label = log === 'none' ? 'pet-catalog-mock' : `pet-catalog-mock --log ${log}`;
  return peer(
    log === 'none' ? 'project' : `project-log-${log}`,
    label,
    'project',
    ({ folder, size }) => {
      const portFile = join(folder, 'port');
      // Above the default capacity, so that a round of creates on a million pets has room.
      const args = ['--port', '0', '--port-file', portFile, '--log', log, '--pets', String(size)];
      return {
        ...node(command, ...args, '--max-pets', '10000000'),
        portFile,
        ...(log !== 'none' && { logFile: join(folder, 'requests.log') }),
      };
    },
    { most: Infinity, missing: () => (existsSync(command) ? undefined : 'not built') },
  );
}

/**
 * The name in the tables, with the version that ran where there is a choice.
 *
 * @param {Peer} peer
 */
export function labelOf({ id, label, version }) {
  return label.includes('VERSION')
    ? label.replace('VERSION', versionName(id, version ?? 0))
    : label;
}

/** Every server of the comparison, in the order of the tables. @returns {Peer[]} */
export function allPeers() {
  return [
    project(),
    ownServer('bare', 'bare node:http + Map', 'yardstick', { most: Infinity }),
    ownServer('fastify', 'Fastify 5 + Map', 'yardstick'),
    ownServer('express', 'Express 5 + Map', 'yardstick'),
    peer(
      'json-server-beta',
      'json-server 1.0.0-beta.15',
      'mock',
      ({ port, pets, folder, installed }) =>
        node(
          join(installed, 'node_modules/json-server/lib/bin.js'),
          write(folder, 'db.json', { pets }),
          '--port',
          String(port),
        ),
      {
        root: '/pets',
        list: (limit) => `/pets?_page=1&_per_page=${limit}`,
        listed: (body) => body.data,
      },
    ),
    peer(
      'wiremock',
      'WireMock 3.13.2 (stateless)',
      'mock',
      ({ port, pets, folder, installed }) => {
        mkdirSync(join(folder, 'mappings'));
        write(join(folder, 'mappings'), 'pets.json', wiremockMappings(pets));
        const jar = join(installed, 'node_modules/wiremock/build/wiremock-standalone-3.13.2.jar');
        const args = ['-jar', jar, '--port', String(port), '--bind-address', '127.0.0.1'];
        const quiet = ['--root-dir', folder, '--no-request-journal', '--disable-banner'];
        return { command: 'java', args: [...args, ...quiet] };
      },
      {
        stateful: false,
        // A virtual machine compiles for long before it is at its speed.
        warmUp: 10,
        missing: () => (isOnPath('java') ? undefined : 'no Java'),
      },
    ),
    peer(
      'prism',
      'Prism VERSION (stateless)',
      'mock',
      ({ port, pets, folder, installed }) =>
        node(
          join(installed, 'node_modules/@stoplight/prism-cli/dist/index.js'),
          'mock',
          write(folder, 'openapi.json', examplesDocument(pets)),
          '--port',
          String(port),
          '--verboseLevel',
          'silent',
        ),
      { stateful: false },
    ),
    ownServer('connect-api-mocker', 'connect-api-mocker 1.11.0', 'mock'),
    peer(
      'json-server',
      'json-server 0.17.4',
      'mock',
      ({ port, pets, folder, installed }) =>
        node(
          join(installed, 'node_modules/json-server-0/lib/cli/bin.js'),
          write(folder, 'db.json', { pets }),
          '--port',
          String(port),
          '--quiet',
        ),
      { root: '/pets', list: (limit) => `/pets?_limit=${limit}` },
    ),
    peer('mockoon', 'Mockoon CLI 9.9.0', 'mock', ({ port, pets, folder, installed }) =>
      node(
        join(installed, 'node_modules/@mockoon/cli/bin/run.js'),
        'start',
        '--data',
        write(folder, 'pets.json', mockoonEnvironment(pets)),
        '--port',
        String(port),
        '--hostname',
        '127.0.0.1',
        '--disable-log-to-file',
        '--disable-admin-api',
      ),
    ),
    ownServer('scalar', 'Scalar mock server 0.14.4', 'mock'),
    ownServer('naive', 'msw + @mswjs/data, naive server', 'naive'),
    ownServer('naive-map', 'msw + Map, naive server', 'naive'),
  ];
}
