import { httpReport } from './lib/http-report.js';
import { createLoad } from './lib/load.js';
import { choosePeers, readOptions } from './lib/options.js';
import { timePauses } from './lib/pause.js';
import { allPeers, labelOf, project } from './lib/peers.js';
import { seededPets } from './lib/pets.js';
import { machine, saveResult } from './lib/results.js';
import { timeFresh, timeReads } from './lib/rounds.js';
import { createSupervisor } from './lib/supervisor.js';

/** Where one connection and the list of all are timed. */
const middleSize = 10_000;
/** Where the pause of a listing is measured. */
const largeSize = 1_000_000;

const options = readOptions(
  { sizes: '100,10000,100000,1000000', seconds: '3', rounds: '5', peers: '' },
  { sizes: '100', seconds: '1', rounds: '2', peers: 'project,bare,express,json-server-beta' },
);
const peers = choosePeers(allPeers(), options.peers);
const supervisor = createSupervisor();
const load = createLoad(supervisor);
const bench = {
  supervisor,
  load,
  seconds: options.seconds,
  rounds: options.rounds,
  // Until creates are compiled, and from 1,000,000 pets until there are more than 1,048,576, where a
  // `Map` doubles and stands still for 0.05 to 0.3 s.
  longWarmUp: options.quick ? 1 : 3,
  say: (text) => process.stderr.write(`${text}\n`),
};
const unbounded = peers.filter(({ most }) => most === Infinity);
const on = (data, chosen) => chosen.map((peer) => ({ peer, data }));
const result = {
  at: new Date().toISOString(),
  machine: machine(),
  settings: { ...options, load: load.tool, pinned: supervisor.pinned },
  sizes: options.sizes,
  peers: [],
  rows: [],
  flat: [],
  pauses: [],
  log: [],
};

/** Adds what a part gives, and keeps it, so that an error later on costs only what comes after. */
async function add(part, timing) {
  result[part].push(...(await timing));
  result.peers = peers.map((peer) => ({ id: peer.id, label: labelOf(peer), kind: peer.kind }));
  return saveResult(options.quick ? 'http-quick' : 'http', result);
}

const all = [];
for (const size of options.sizes) {
  const data = await seededPets(supervisor, size);
  all.push(data);
  const middle = size === middleSize && !options.quick;
  const contestants = on(
    data,
    peers.filter(({ most }) => most >= size),
  );
  const reads = middle ? ['get', 'list', 'get-one', 'list-one'] : ['get', 'list'];
  await add('rows', timeReads(bench, contestants, reads));
  const creates = middle ? ['create', 'create-one'] : ['create'];
  await add('rows', timeFresh(bench, contestants, creates));
  if (middle) await add('rows', timeReads(bench, on(data, unbounded), ['list-all']));
}

if (all.length > 1 && !options.quick) {
  const everySize = all.flatMap((data) => on(data, unbounded));
  await add('flat', timeFresh(bench, everySize, ['get', 'list', 'create']));
}

const large = all.find(({ size }) => size === largeSize);
if (large) await add('pauses', timePauses(bench, on(large, unbounded)));

const withProject = peers.some(({ id }) => id === 'project');
const logs = withProject ? [project(), project('json')] : [];
const file = await add('log', timeReads(bench, on(all[0], logs), ['get']));

bench.say(`written to ${file}`);
process.stdout.write(`${httpReport(result)}\n`);
