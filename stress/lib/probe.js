// Loaded into the server's process before the server (`--import`): tells the parent what it uses.
import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

async function sample() {
  const [p99, max] = [delay.percentile(99), delay.max].map((nanoseconds) => nanoseconds / 1e6);
  delay.reset();
  for (let turns = 0; turns < 4; turns += 1) {
    globalThis.gc();
    await turn();
  }
  // The collection itself has held the loop up.
  delay.reset();
  return {
    heapMB: process.memoryUsage().heapUsed / 2 ** 20,
    descriptors: process.platform === 'linux' ? readdirSync('/proc/self/fd').length : undefined,
    delayP99Ms: p99,
    delayMaxMs: max,
  };
}

process.on('message', async (message) => {
  if (message === 'sample') process.send(await sample());
});
// Without its parent, nobody would end it.
process.once('disconnect', () => process.exit());
// The server decides when its process ends.
process.channel.unref();
