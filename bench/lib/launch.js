import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installPeer, versionsOf } from './install.js';
import { freePort } from './ports.js';
import { request } from './requests.js';

/** Servers on the first core, load on the last: the same for every server. */
export const serverCore = 0;

async function answers(url, running, until) {
  for (;;) {
    if (running.hasEnded()) throw new Error(await running.ended);
    const left = until - performance.now();
    if (left <= 0) throw new Error('did not answer in time');
    try {
      const { status } = await request(url, { timeout: left });
      if (status === 200) return;
    } catch {
      // Not listening yet.
    }
    await pause(2);
  }
}

async function portFrom(file, running, until) {
  for (;;) {
    const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
    if (text) return Number(text);
    if (running.hasEnded()) throw new Error(await running.ended);
    if (performance.now() > until) throw new Error('wrote no port in time');
    await pause(2);
  }
}

/**
 * @typedef {object} Launched
 * @property {import('./peers.js').Peer} peer
 * @property {number} size
 * @property {string} origin such as `http://127.0.0.1:4020`
 * @property {string} logFile
 * @property {number} pid
 * @property {number} startMs from spawn to the first 200
 * @property {() => Promise<void>} stop
 */

/**
 * Starts one version of a peer on the given pets and waits for its first 200.
 *
 * @param {import('./supervisor.js').ReturnType} supervisor
 * @param {import('./peers.js').Peer} peer
 * @param {{ pets: object[], petsFile: string, size: number }} data
 * @param {{ timeout?: number, version?: number, ready?: string }} [options]
 *   `timeout` in milliseconds, 60,000 by default; `ready` is the path asked, that of the first pet by default
 * @returns {Promise<Launched>}
 * @throws {Error} with the reason, when it ends or does not answer in time
 */
async function launchVersion(supervisor, peer, data, options) {
  const { timeout = 60_000, version = 0, ready } = options;
  const installed = versionsOf(peer.id) ? installPeer(peer.id, version) : undefined;
  const folder = mkdtempSync(join(supervisor.folder, `${peer.id}-`));
  const port = await freePort();
  const program = peer.program({ ...data, port, folder, installed });
  const began = performance.now();
  const running = supervisor.start({ core: serverCore, ...program });
  try {
    const until = began + timeout;
    const real = program.portFile ? await portFrom(program.portFile, running, until) : port;
    const origin = `http://127.0.0.1:${real}`;
    const path = ready ?? `${peer.root}/${data.pets[0].id}`;
    await answers(`${origin}${path}`, running, until);
    const startMs = performance.now() - began;
    return { ...running, peer, size: data.size, origin, startMs, logFile: program.logFile };
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/**
 * As `launchVersion`, with the first of the peer's versions that starts here; the peer remembers it.
 *
 * @param {import('./peers.js').Peer} peer
 */
export async function launch(supervisor, peer, data, options = {}) {
  const versions = Math.max(1, versionsOf(peer.id));
  for (let version = peer.version ?? 0; ; version += 1) {
    try {
      const server = await launchVersion(supervisor, peer, data, { ...options, version });
      peer.version = version;
      return server;
    } catch (error) {
      if (peer.version !== undefined || version + 1 >= versions) throw error;
    }
  }
}
