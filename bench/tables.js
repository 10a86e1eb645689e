// Writes the last full results into bench/README.md, and draws the plot. `npm run
// bench:tables` formats them afterwards.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drawPlot } from './lib/plot.js';
import * as report from './lib/report.js';
import { readResult, say } from './lib/results.js';

const file = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Puts a text between `<!-- name -->` and `<!-- /name -->`. */
function fill(path, name, text) {
  const [page, open, close] = [readFileSync(path, 'utf8'), `<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, rest] = page.split(open);
  const after = rest?.split(close)[1];
  if (after === undefined) throw new Error(`${path}: expected ${open} and ${close}, once each`);
  writeFileSync(path, `${before}${open}\n\n${text}\n\n${close}${after}`);
}

const page = file('bench/README.md');
const blocks = [
  ['http', page, 'http', report.httpSummary],
  ['faults', page, 'faults', report.faultsReport],
  ['inprocess', page, 'inprocess', report.inprocessReport],
  ['start', page, 'start', report.startReport],
  ['memory', page, 'memory', report.memoryReport],
  ['install', page, 'install', report.installReport],
];
for (const [bench, path, name, write] of blocks) {
  const result = readResult(bench);
  if (result) fill(path, name, write(result));
  else say(`bench/results/${bench}.json is missing: ${name} stays as it is`);
}
const http = readResult('http');
if (http) writeFileSync(file('docs/throughput.svg'), drawPlot(http));
