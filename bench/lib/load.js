import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { apiKey, request } from './requests.js';
import { isOnPath } from './supervisor.js';

const script = fileURLToPath(new URL('../load/pets.lua', import.meta.url));
const autocannon = fileURLToPath(new URL('../load/autocannon.js', import.meta.url));

/**
 * @typedef {object} Operation
 * @property {string} id
 * @property {string} label
 * @property {'get' | 'list' | 'create'} sends
 * @property {number} connections
 * @property {boolean} [all] a list without a limit
 *
 * @typedef {object} Measurement
 * @property {number} perSecond requests answered a second; 0 when none was answered in the time
 * @property {number} p50Ms
 * @property {number} p99Ms
 */

/** @type {Record<string, Operation>} */
export const operations = {
  get: { id: 'get', label: 'GET by id', sends: 'get', connections: 16 },
  list: { id: 'list', label: 'List of 20', sends: 'list', connections: 16 },
  create: { id: 'create', label: 'Create', sends: 'create', connections: 16 },
  'get-one': { id: 'get-one', label: 'GET by id', sends: 'get', connections: 1 },
  'list-one': { id: 'list-one', label: 'List of 20', sends: 'list', connections: 1 },
  'create-one': { id: 'create-one', label: 'Create', sends: 'create', connections: 1 },
  'list-all': { id: 'list-all', label: 'List of all', sends: 'list', connections: 16, all: true },
};

function pathOf(operation, peer) {
  if (operation.sends !== 'list' || operation.all) return peer.root;
  return peer.list(20);
}

/**
 * Drives servers with wrk where it is on the PATH, with autocannon otherwise, from the last core.
 *
 * @param {ReturnType<import('./supervisor.js').createSupervisor>} supervisor
 */
export function createLoad(supervisor) {
  const tool = isOnPath('wrk') ? 'wrk' : 'autocannon';
  const core = cpus().length - 1;

  function program(server, operation, idsFile, seconds) {
    const path = pathOf(operation, server.peer);
    const { sends, connections } = operation;
    if (tool === 'wrk') {
      // wrk takes whole seconds only; a shorter load is ended by the signal that it reports on.
      const duration = `${Math.ceil(seconds)}s`;
      const flags = ['-t', '1', '-c', String(connections), '-d', duration, '--timeout', '10s'];
      const args = [...flags, '-s', script, server.origin, '--', sends, path, idsFile, apiKey];
      return { command: 'wrk', args };
    }
    const task = { operation: sends, url: server.origin, path, idsFile, apiKey, connections };
    const args = [autocannon, JSON.stringify({ ...task, seconds })];
    return { command: process.execPath, args };
  }

  return {
    tool,

    /**
     * @param {import('./launch.js').Launched} server
     * @param {Operation} operation
     * @param {string} idsFile ids that are asked for in turn
     * @param {number} seconds
     * @returns {Promise<Measurement>}
     * @throws {Error} when a request failed or was answered with an error
     */
    async run(server, operation, idsFile, seconds) {
      const task = program(server, operation, idsFile, seconds);
      const { child, ended, pid } = supervisor.start({ ...task, core, stdout: 'pipe' });
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
      const early = tool === 'wrk' && !Number.isInteger(seconds);
      const timer = early && setTimeout(() => process.kill(pid, 'SIGINT'), seconds * 1_000);
      const end = await ended;
      clearTimeout(timer);

      const line = output.trim().split('\n').at(-1);
      if (!line.startsWith('{')) throw new Error(`${tool} ${end}`);
      const result = JSON.parse(line);
      if (server.hasEnded()) throw new Error(`under load: ${await server.ended}`);
      if (result.errors > 0) throw new Error(`${result.errors} failed requests under load`);
      // What was cut off is still being worked on, and would slow the next server on that core.
      await request(`${server.origin}${server.peer.root}/none`, { timeout: 60_000 });
      const { requests, p50Ms, p99Ms } = result;
      return { perSecond: requests / result.seconds, p50Ms, p99Ms };
    },
  };
}
