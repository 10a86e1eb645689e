import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readResult } from './lib/results.js';
import { throughputPlot } from './lib/throughput-plot.js';

const result = readResult('http');
if (!result) {
  process.stderr.write('bench/results/http.json is missing: run `npm run bench` first\n');
  process.exit(1);
}
mkdirSync(fileURLToPath(new URL('../docs', import.meta.url)), { recursive: true });
const file = fileURLToPath(new URL('../docs/throughput.svg', import.meta.url));
writeFileSync(file, throughputPlot(result));
process.stdout.write(`written to ${file}\n`);
