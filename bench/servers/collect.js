// Collects all garbage eight times at SIGUSR2, as V8 does during a rest.
import { setTimeout as pause } from 'node:timers/promises';

process.on('SIGUSR2', async () => {
  for (let count = 0; count < 8; count += 1) {
    globalThis.gc();
    await pause(30);
  }
});
