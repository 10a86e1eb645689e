import { launch } from './lib/launch.js';
import { figure } from './lib/markdown.js';
import { choosePeers, readOptions } from './lib/options.js';
import { allPeers, labelOf } from './lib/peers.js';
import { seededPets } from './lib/pets.js';
import { machine, saveResult } from './lib/results.js';
import { startReport } from './lib/start-report.js';
import { createSupervisor } from './lib/supervisor.js';

/** From here on only the project is started. */
const largeSize = 1_000_000;

const options = readOptions(
  { sizes: `25,${largeSize}`, seconds: '60', rounds: '7', peers: '' },
  { sizes: '25', seconds: '60', rounds: '3', peers: 'project,bare,json-server-beta' },
);
const peers = choosePeers(allPeers(), options.peers);
const supervisor = createSupervisor();
const say = (text) => process.stderr.write(`${text}\n`);

async function timeStart(peer, data, row, round) {
  row.failed ??= peer.missing();
  if (row.failed) return;
  try {
    const server = await launch(supervisor, peer, data, { timeout: options.seconds * 1_000 });
    await server.stop();
    if (round > 0) row.measured[round] = server.startMs;
    say(`${peer.id} at ${data.size}, round ${round}: ${figure(server.startMs)} ms`);
  } catch (error) {
    row.failed = error.message;
    say(`${peer.id} at ${data.size}: failed: ${error.message}`);
  }
}

const rows = [];
for (const size of options.sizes) {
  const data = await seededPets(supervisor, size);
  const starting = peers.filter(({ most, id }) =>
    size >= largeSize ? id === 'project' : most >= size,
  );
  const sized = starting.map(({ id }) => ({ peer: id, size, measured: {} }));
  // Round 0 installs what is missing and fills the file system's cache; it does not count.
  for (let round = 0; round <= options.rounds; round += 1) {
    for (const [index, peer] of starting.entries()) {
      await timeStart(peer, data, sized[index], round);
    }
  }
  for (const [index, row] of sized.entries()) row.label = labelOf(starting[index]);
  rows.push(...sized);
}

const result = { at: new Date().toISOString(), machine: machine(), settings: options, rows };
say(`written to ${saveResult(options.quick ? 'start-quick' : 'start', result)}`);
process.stdout.write(`${startReport(result)}\n`);
