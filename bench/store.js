// Requests per second of processor time, of the mock and of bare node:http, at several sizes.
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { readOptions } from './lib/options.js';
import { choosePeers } from './lib/peers.js';
import { createProcesses } from './lib/processes.js';
import { headers, launch, writePets } from './lib/servers.js';

const options = readOptions(
  { sizes: '100,10000,100000', rounds: '3', seconds: '1', peers: 'project,bare' },
  { sizes: '100,10000', rounds: '1', seconds: '1', peers: 'project,bare' },
);
const amount = options.quick ? 1500 : 10_000;
const processes = createProcesses();

const create = {
  method: 'POST',
  path: '/v2/pets',
  headers: { ...headers, 'Content-Type': 'application/json' },
  body: JSON.stringify({ name: 'Rex', tag: 'dog' }),
};
const list = { path: '/v2/pets?limit=20', headers };
const requestsOf = (ids) => ({
  get: ids.slice(0, 500).map((id) => ({ path: `/v2/pets/${id}`, headers })),
  list: [list],
  'list, create': [list, create],
  create: [create],
});

/** Sends requests and returns how many the server answers in a second of its processor time. */
async function measure(server, requests) {
  const send = (count) => autocannon({ url: server.url, amount: count, connections: 8, requests });
  await send(amount);
  const before = server.processorTime();
  const { non2xx, errors } = await send(amount);
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests failed`);
  return amount / (server.processorTime() - before);
}

const rates = {};
for (let round = 0; round < options.rounds; round += 1) {
  for (const data of options.sizes.map((size) => writePets(processes.folder, size))) {
    const kinds = requestsOf(readFileSync(data.idsFile, 'utf8').split('\n'));
    for (const peer of choosePeers(options.peers)) {
      const server = await launch(processes, peer, data);
      for (const [kind, requests] of Object.entries(kinds)) {
        const rate = await measure(server, requests);
        console.error(`${peer.id}: ${kind} at ${data.size}, ${Math.round(rate)}`);
        ((rates[`${kind} at ${data.size}`] ??= {})[peer.id] ??= []).push(rate);
      }
      await server.stop();
    }
  }
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
for (const [what, { project, bare }] of Object.entries(rates)) {
  const ratio = median(project.map((rate, round) => rate / bare[round]));
  console.log(
    `${what.padEnd(24)} ${Math.round(median(project))} of ${Math.round(median(bare))}, ${ratio.toFixed(2)}`,
  );
}
process.exit(0);
