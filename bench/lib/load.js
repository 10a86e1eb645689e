import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { isOnPath } from './processes.js';
import { headers } from './servers.js';

const script = fileURLToPath(new URL('pets.lua', import.meta.url));

/** autocannon is slower than a fast server, and then measures itself. */
export const tool = isOnPath('wrk') ? 'wrk' : 'autocannon';

/** Sends the requests of `pets.lua` without wrk. */
async function runAutocannon(url, seconds, operation, path, idsFile, all) {
  const lines =
    operation === 'get' ? readFileSync(idsFile, 'utf8').split('\n') : Array(1000).keys();
  const requests = {
    get: (id) => ({ path: `${path}/${id}` }),
    list: () => ({ path }),
    create: (index) => ({ method: 'POST', path, body: `{"name":"Pet ${index}","tag":"dog"}` }),
  };
  const type = operation === 'create' && { 'Content-Type': 'application/json' };
  const options = { url, connections: 16, duration: seconds, headers: { ...all, ...type } };
  const times = [];
  const run = autocannon({ ...options, requests: Array.from(lines, requests[operation]) });
  run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  const { duration, errors, non2xx } = await run;
  const p99Ms = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)];
  return { requests: times.length, seconds: duration, p99Ms, refused: non2xx, errors };
}

/**
 * Sends requests of one kind over 16 connections for some seconds.
 *
 * @param {'get' | 'list' | 'create'} operation
 * @param {number} seconds a whole number
 * @throws {Error} when a request failed, none was answered, or one was answered with an error where
 *   that is not what the peer is for
 */
export async function sendLoad(processes, server, operation, seconds) {
  const { url, data, peer } = server;
  const { origin, pathname } = new URL(url);
  const path = operation === 'list' ? `${pathname}${peer.list}` : pathname;
  const flags = ['-t1', '-c16', `-d${seconds}s`, '--timeout', '10s', '-s', script, origin, '--'];
  const wanted = [operation, path, data.idsFile];
  const all = { ...headers, ...peer.headers };
  const sent = await (tool === 'wrk'
    ? processes.runTask('wrk', ...flags, ...wanted, ...Object.entries(all).flat())
    : runAutocannon(origin, seconds, ...wanted, all));
  server.assertRunning();
  const wrong = sent.errors + (peer.refuses ? sent.requests - sent.refused : sent.refused);
  if (wrong > 0) throw new Error(`${wrong} failed requests under load`);
  if (sent.requests === 0) throw new Error(`no answer within ${seconds} s of load`);
  // A server still works on requests that were cut off, and would slow the next one on its core.
  const rest = await fetch(`${url}/none`, { headers });
  await rest.text();
  return { requests: sent.requests, perSecond: sent.requests / sent.seconds, p99Ms: sent.p99Ms };
}
