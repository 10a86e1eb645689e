// Compares gets with faults, `Prefer` and CORS settings, or after a rest, with plain gets.
import { setTimeout as pause } from 'node:timers/promises';
import { sendLoad, tool } from './lib/load.js';
import { readOptions } from './lib/options.js';
import { variants } from './lib/peers.js';
import { createProcesses } from './lib/processes.js';
import { faultsReport, figure } from './lib/report.js';
import { createResult, saveResult, say } from './lib/results.js';
import { addFault, launch, writePets } from './lib/servers.js';

/** So many requests, or for so many seconds: on a busy machine, a time alone may compile nothing. */
const enough = { requests: 30_000, seconds: 10 };

const options = readOptions({ sizes: '100', seconds: '3', rounds: '9' });
const processes = createProcesses();
const result = createResult({ ...options, tool, pinned: processes.pinned }, variants);

async function warmUp(server) {
  let requests = 0;
  for (let second = 0; second < enough.seconds && requests < enough.requests; second += 1) {
    const sent = await sendLoad(processes, server, 'get', 1);
    requests += sent.requests;
  }
}

const [data] = options.sizes.map((size) => writePets(processes.folder, size));
for (let round = 1; round <= options.rounds; round += 1) {
  for (const variant of variants) {
    // Alone, as in http.js.
    const server = await launch(processes, variant, data);
    if (variant.fault) await addFault(server, variant.fault);
    await warmUp(server);
    if (variant.node) {
      server.collect();
      await pause(1000);
      await warmUp(server);
    }
    const before = server.processorTime();
    const { requests } = await sendLoad(processes, server, 'get', options.seconds);
    const perSecond = requests / (server.processorTime() - before);
    result.records.push({ peer: variant.id, size: data.size, operation: 'get', round, perSecond });
    say(`${variant.id}, round ${round}: ${figure(perSecond)} a second`);
    await server.stop();
  }
  saveResult('faults', result);
}
console.log(faultsReport(result));
