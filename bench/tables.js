// Writes the last full results into docs/performance.md and the README, and draws the plot.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { drawPlot } from './lib/plot.js';
import * as report from './lib/report.js';
import { readResult, say } from './lib/results.js';

const file = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Puts a text between `<!-- name -->` and `<!-- /name -->`. */
async function fill(path, name, text) {
  const [page, open, close] = [readFileSync(path, 'utf8'), `<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, rest] = page.split(open);
  const after = rest?.split(close)[1];
  if (after === undefined) throw new Error(`${path}: expected ${open} and ${close}, once each`);
  const filled = `${before}${open}\n\n${text}\n\n${close}${after}`;
  writeFileSync(path, await format(filled, { ...(await resolveConfig(path)), filepath: path }));
}

const page = file('docs/performance.md');
const blocks = [
  ['http', page, 'http', report.httpSummary],
  ['http', file('README.md'), 'performance', report.readmeBlock],
  ['faults', page, 'faults', report.faultsReport],
  ['inprocess', page, 'inprocess', report.inprocessReport],
  ['start', page, 'start', report.startReport],
  ['memory', page, 'memory', report.memoryReport],
  ['install', page, 'install', report.installReport],
];
for (const [bench, path, name, write] of blocks) {
  const result = readResult(bench);
  if (result) await fill(path, name, write(result));
  else say(`bench/results/${bench}.json is missing: ${name} stays as it is`);
}
const http = readResult('http');
if (http) writeFileSync(file('docs/throughput.svg'), drawPlot(http));
