import { setTimeout as pause } from 'node:timers/promises';

/** What counts as flat, of each sample against the start's. */
const limits = {
  /** MB of the heap, beyond the start's. */
  heapMB: 4,
  /** Descriptors beyond the start's. */
  descriptors: 0,
  /** Times the start's 99th percentile of the loop's delay, of at least 20 ms. */
  delayFactor: 3,
};

/** The same in words. */
export const flatness =
  `the heap grew by at most ${limits.heapMB} MB, the descriptors by at most ${limits.descriptors}, ` +
  `the loop's delay to at most ${limits.delayFactor} times`;

/**
 * A sample of a server whose load has paused: its connections end within some seconds, as it reads on
 * for a while what it has refused.
 */
export async function sampleAtRest(server) {
  const { delayP99Ms, delayMaxMs } = await server.sample();
  let sample = await server.sample();
  for (let calm = 0, tries = 0; calm < 3 && tries < 40; tries++) {
    await pause(250);
    const next = await server.sample();
    calm = next.descriptors === sample.descriptors ? calm + 1 : 0;
    sample = next;
  }
  return { ...sample, delayP99Ms, delayMaxMs };
}

/** @returns {string[]} what is not flat, in sentences */
export function findGrowth([start, ...others]) {
  const last = others.at(-1);
  const growth = [];
  const grownMB = last.heapMB - start.heapMB;
  if (grownMB > limits.heapMB) {
    growth.push(`the heap has grown by ${grownMB.toFixed(1)} MB (at most ${limits.heapMB})`);
  }
  const grown = (last.descriptors ?? 0) - (start.descriptors ?? 0);
  if (grown > limits.descriptors) growth.push(`${grown} descriptors more than at the start`);
  const most = limits.delayFactor * Math.max(start.delayP99Ms, 20);
  if (last.delayP99Ms > most) {
    growth.push(
      `the loop's delay is ${last.delayP99Ms.toFixed(1)} ms (at most ${most.toFixed(1)})`,
    );
  }
  return growth;
}
