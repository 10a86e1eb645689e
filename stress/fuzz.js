// Sends odd bytes to servers, and holds what comes back against what HTTP and the contract say.
import { parseArgs } from 'node:util';
import { runFuzz } from './fuzz/run.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    requests: { type: 'string', default: '20000' },
    only: { type: 'string' },
    slowest: { type: 'string', default: '1000' },
  },
});
const given = Object.entries(values).map(([name, value]) => [name, Number(value)]);
// A run of no requests would find nothing.
if (given.some(([, value]) => Number.isNaN(value))) throw new Error('Each flag takes a number');

const stopping = new AbortController();
process.once('SIGINT', () => {
  console.error('\nStopping: the report is of what was sent so far');
  stopping.abort();
  process.once('SIGINT', () => process.exit(130));
});
const result = await runFuzz(Object.fromEntries(given), {
  signal: stopping.signal,
  onFinding: (text) => console.error(`\n${text}`),
});
console.table(result.servers);
const { seed, requests, connections, unsteady, findings } = result;
console.log(
  `seed ${seed}: ${requests} requests on ${connections} connections; ${unsteady} judged again; findings: ${findings}`,
);
if (findings > 0) process.exitCode = 1;
else if (stopping.signal.aborted) process.exitCode = 130;
