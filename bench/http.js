// Times servers over HTTP in rounds, or, with --start, how long they take to their first answer.
import { sendLoad, tool } from './lib/load.js';
import { readOptions } from './lib/options.js';
import { choosePeers } from './lib/peers.js';
import { createProcesses } from './lib/processes.js';
import { figure, httpReport, startReport } from './lib/report.js';
import { createResult, saveResult, say } from './lib/results.js';
import { check, launch, writePets } from './lib/servers.js';

/** Below this many requests a second, one long round is enough. */
const slow = 200;
const slowSeconds = 5;

const isStart = process.argv.includes('--start');
const options = readOptions(
  isStart
    ? { sizes: '25,100000,1000000', rounds: '7', peers: '' }
    : { sizes: '100,10000,100000,1000000', seconds: '3', rounds: '5', peers: '' },
  { sizes: '100', seconds: '1', rounds: '2', peers: 'project,bare,express,json-server-beta' },
);
const peers = choosePeers(options.peers);
const processes = createProcesses();
const settings = isStart ? options : { ...options, tool, pinned: processes.pinned };
const result = createResult(settings, peers);
const { records, failures } = result;
// Creates come last, as they make the catalog grow.
const operations = isStart ? ['start'] : ['get', 'list', 'create'];

/** Whether a server has failed, or is slow and was timed once. */
function isOver(peer, { size }, operation) {
  const isSame = (one) => one.peer === peer.id && one.size === size;
  return (
    failures.some((one) => isSame(one) && (one.operation ?? operation) === operation) ||
    records.some((one) => isSame(one) && one.operation === operation && one.perSecond < slow)
  );
}

function fail(peer, { size }, operation, error) {
  const reason = error.message.split('\n')[0].slice(0, 200);
  say(`${operation ?? ''} ${peer.id} at ${size} pets: not run: ${reason}`);
  failures.push({ peer: peer.id, size, operation, reason });
}

async function start(peer, data, round) {
  let server;
  try {
    server = await launch(processes, peer, data);
    await check(server);
  } catch (error) {
    fail(peer, data, undefined, error);
    await server?.stop();
    return undefined;
  }
  if (!isStart) return server;
  say(`${peer.id} with ${data.size} pets, round ${round}: ${figure(server.startMs)} ms`);
  // Round 0 installs what is missing and fills the file system's cache.
  const record = { peer: peer.id, size: data.size, operation: 'start', round, ms: server.startMs };
  if (round > 0) records.push(record);
  return server;
}

async function time(server, operation, round) {
  const { peer, data } = server;
  const send = (seconds) => sendLoad(processes, server, operation, seconds);
  try {
    const warm = await send(operation === 'get' ? peer.warmUp : 1);
    // In its first seconds of creates a fast server compiles as much as it creates. At 1,000,000
    // pets, they also take it past the 1,048,576 where a Map doubles and stands still.
    if (operation === 'create' && warm.perSecond > 2000) await send(options.quick ? 1 : 3);
    const measured = await send(warm.perSecond < slow ? slowSeconds : options.seconds);
    records.push({ peer: peer.id, size: data.size, operation, round, ...measured });
    const what = `${operation} ${peer.id} at ${data.size} pets, round ${round}`;
    say(`${what}: ${figure(measured.perSecond)} a second`);
  } catch (error) {
    fail(peer, data, operation, error);
  }
}

const catalogs = options.sizes.map((size) => writePets(processes.folder, size));
for (let round = isStart ? 0 : 1; round <= options.rounds; round += 1) {
  for (const data of catalogs) {
    for (const peer of peers.filter(({ most }) => most >= data.size)) {
      const due = operations.filter((operation) => !isOver(peer, data, operation));
      if (due.length === 0) continue;
      const server = await start(peer, data, round);
      // A server that waits while others are timed collects garbage, and may stay slower.
      if (!isStart && server) for (const operation of due) await time(server, operation, round);
      await server?.stop();
    }
  }
  saveResult(isStart ? 'start' : 'http', result);
}
console.log(isStart ? startReport(result) : httpReport(result));
