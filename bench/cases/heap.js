// The heap after a collection, sampled ten times over many requests. Run with --expose-gc.
// Arguments: caller, pets, requests.
import { setImmediate as turn } from 'node:timers/promises';
import { callers, checkCaller } from './callers.js';

const [name, pets, requests] = process.argv.slice(2);
const caller = await callers[name](Number(pets));
await checkCaller(caller);

async function collectedMB() {
  await turn();
  globalThis.gc();
  await turn();
  globalThis.gc();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

const heapMB = [];
const portion = Math.ceil(Number(requests) / 10);
for (let sample = 0; sample < 10; sample += 1) {
  for (let count = 0; count < portion; count += 1) {
    await caller.call(caller.ids[count % caller.ids.length]);
  }
  heapMB.push(await collectedMB());
}
caller.close();
console.log(JSON.stringify({ heapMB }));
