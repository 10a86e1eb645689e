// Calls one after another for some seconds. Arguments: caller, pets, seconds.
import { callers, checkCaller } from './callers.js';

const [name, pets, seconds] = process.argv.slice(2);
const caller = await callers[name](Number(pets));
await checkCaller(caller);

async function callFor(milliseconds) {
  const { ids, call } = caller;
  const began = performance.now();
  let calls = 0;
  while (performance.now() - began < milliseconds) {
    for (let batch = 0; batch < 50; batch += 1) {
      await call(ids[calls % ids.length]);
      calls += 1;
    }
  }
  return (calls * 1_000) / (performance.now() - began);
}

await callFor(1_000);
const perSecond = await callFor(Number(seconds) * 1_000);
caller.close();
console.log(JSON.stringify({ perSecond }));
