// A thread of its own: while the fuzzer is busy, its prober must not be.
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createControl } from './control.js';

/** Between two questions, in ms. */
const interval = 50;

const worst = {};
const tell = parentPort.postMessage.bind(parentPort);
for (const server of workerData) void probe(server);

async function probe(server) {
  const control = createControl(server);
  for (;;) {
    const start = performance.now();
    try {
      await control.ping();
    } catch (error) {
      tell({ name: server.name, failure: error.message });
      return;
    }
    const time = performance.now() - start;
    if (time > (worst[server.name] ?? 0)) {
      worst[server.name] = time;
      tell({ name: server.name, worst: time });
    }
    await pause(interval);
  }
}
