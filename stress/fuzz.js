// Sends odd bytes to servers, and holds what comes back against what HTTP and the contract say.
import { parseArgs } from 'node:util';
import { runFuzz } from './fuzz/run.js';
import { summarize } from './fuzz/report.js';

const help = `Usage: npm run fuzz -- [options]

  --seed <number>      decides every byte that is sent (default: 1)
  --requests <number>  how many are sent, to all servers together (default: 20000)
  --only <number>      the connection of that number alone, and what came of it
  --slowest <ms>       how long the prober may wait for an answer (default: 1000)
`;

function readOptions() {
  const names = ['seed', 'requests', 'only', 'slowest'];
  const { values } = parseArgs({
    options: {
      ...Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(help);
    process.exit(0);
  }
  const least = { seed: 0, requests: 1, only: 0, slowest: 1 };
  const given = {};
  for (const name of names) {
    if (values[name] === undefined) continue;
    given[name] = Number(values[name]);
    if (/^\d{1,12}$/.test(values[name]) && given[name] >= least[name]) continue;
    throw new Error(
      `--${name} must be a whole number of at least ${least[name]}, not ${JSON.stringify(values[name])}`,
    );
  }
  return { seed: 1, requests: 20_000, slowest: 1000, ...given };
}

let options;
try {
  options = readOptions();
} catch (error) {
  console.error(`fuzz: ${error.message}\n\n${help}`);
  process.exit(2);
}
const stopping = new AbortController();
process.once('SIGINT', () => {
  console.error('\nStopping: the report is of what was sent so far');
  stopping.abort();
  process.once('SIGINT', () => process.exit(130));
});
const result = await runFuzz(options, {
  signal: stopping.signal,
  onFinding: (text) => console.error(`\n${text}`),
  onProgress: (text) => process.stderr.isTTY && process.stderr.write(`\r${text}`),
});
console.log(summarize(result));
if (result.findings > 0) process.exitCode = 1;
else if (stopping.signal.aborted) process.exitCode = 130;
