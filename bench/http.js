import { httpReport } from './lib/http-report.js';
import { createLoad } from './lib/load.js';
import { choosePeers, readOptions } from './lib/options.js';
import { timePauses } from './lib/pause.js';
import { allPeers, project } from './lib/peers.js';
import { seededPets } from './lib/pets.js';
import { machine, saveResult } from './lib/results.js';
import { timeCreates, timeReads } from './lib/rounds.js';
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
  say: (text) => process.stderr.write(`${text}\n`),
};
const unbounded = peers.filter(({ most }) => most === Infinity);
const rows = [];
const dataOf = new Map();

for (const size of options.sizes) {
  const data = await seededPets(supervisor, size);
  dataOf.set(size, data);
  const contestants = peers.filter(({ most }) => most >= size).map((peer) => ({ peer, data }));
  const middle = size === middleSize && !options.quick;
  const one = middle ? ['get-one', 'list-one'] : [];
  rows.push(...(await timeReads(bench, contestants, ['get', 'list', ...one])));
  const creates = middle ? ['create', 'create-one'] : ['create'];
  rows.push(...(await timeCreates(bench, contestants, creates)));
  if (size === middleSize) {
    const all = unbounded.map((peer) => ({ peer, data }));
    rows.push(...(await timeReads(bench, all, ['list-all'])));
  }
}

const everySize = unbounded.flatMap((peer) => [...dataOf.values()].map((data) => ({ peer, data })));
const several = options.sizes.length > 1 && !options.quick;
const flat = several
  ? [
      ...(await timeReads(bench, everySize, ['get', 'list'])),
      ...(await timeCreates(bench, everySize, ['create'])),
    ]
  : [];

const large = dataOf.get(largeSize);
const listing = large ? unbounded.map((peer) => ({ peer, data: large })) : [];
const pauses = await timePauses(bench, listing);

const small = dataOf.get(options.sizes[0]);
const logs = peers.some(({ id }) => id === 'project')
  ? [project(), project('json')].map((peer) => ({ peer, data: small }))
  : [];
const log = await timeReads(bench, logs, ['get']);

const result = {
  at: new Date().toISOString(),
  machine: machine(),
  settings: { ...options, load: load.tool, pinned: supervisor.pinned },
  sizes: options.sizes,
  peers: peers.map(({ id, label, kind, most }) => ({ id, label, kind, most })),
  rows,
  flat,
  pauses,
  log,
};
const file = saveResult(options.quick ? 'http-quick' : 'http', result);
bench.say(`written to ${file}`);
process.stdout.write(`${httpReport(result)}\n`);
