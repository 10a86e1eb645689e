// A mixed load for some minutes, and whether the server holds more at its end than at its start.
import { parseArgs } from 'node:util';
import { startProbedServer } from './lib/probed-server.js';
import { apiKey } from './soak/client.js';
import { createLoad } from './soak/load.js';
import { findGrowth, flatness, sampleAtRest } from './soak/samples.js';

const lanes = { fast: [], express: ['--no-fast-lane'] };

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    lane: { type: 'string' },
  },
});
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
// A run of no parts would be flat.
if (!(minutes > 0)) throw new Error('--minutes takes a number above 0');
const chosen = values.lane === undefined ? Object.keys(lanes) : [values.lane];

// The first of the parts is the warm-up: its end is the start.
const parts = Math.max(4, Math.round(minutes));
const partMs = (minutes * 60_000) / parts;

/** @returns what nobody asked for, and what has grown */
async function soak(lane) {
  const flags = ['--isolate', 'X-Test-Id', '--api-key', apiKey, '--log', 'none'];
  const server = await startProbedServer([...flags, ...lanes[lane]]);
  const greeting = server.output();
  const unexpected = [];
  const load = createLoad(server, seed, unexpected);
  const samples = [];
  try {
    await load.fill();
    for (let part = 1; part <= parts && unexpected.length === 0; part++) {
      await load.work(partMs);
      const when = `${((part * minutes) / parts).toFixed(1)} min`;
      const names = { 1: ', start', [(parts >> 1) + 1]: ', middle', [parts]: ', end' };
      samples.push({ when: when + (names[part] ?? ''), ...(await sampleAtRest(server)) });
    }
  } catch (error) {
    unexpected.push(error.message);
  }
  if (!server.isRunning()) unexpected.push('The server has died');
  if (server.output() !== greeting) unexpected.push(`The server wrote: ${server.output()}`);
  if (server.isRunning()) await server.stop();
  return { lane, done: load.done, samples, unexpected };
}

console.log(`Soaking for ${minutes} minutes, with --seed ${seed}`);
// Ended early, it takes the servers with it.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
for (const { lane, done, samples, unexpected } of await Promise.all(chosen.map(soak))) {
  const times = Object.values(done).reduce((sum, count) => sum + count, 0);
  console.log(`\n${lane} lane: ${times.toLocaleString('en')} activities\n`);
  console.table(samples);
  const growth = samples.length === parts ? findGrowth(samples) : [];
  for (const line of unexpected) console.log(`\nUnexpected: ${line}`);
  for (const line of growth) console.log(`\nNot flat: ${line}`);
  if (unexpected.length + growth.length > 0) process.exitCode = 1;
  else console.log(`\nFlat: ${flatness}`);
}
