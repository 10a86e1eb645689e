// Writes the tables of the last full results between the markers of docs/performance.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { httpReport } from './lib/http-report.js';
import { inprocessReport } from './lib/inprocess-report.js';
import { readResult } from './lib/results.js';
import { startReport } from './lib/start-report.js';

const file = fileURLToPath(new URL('../docs/performance.md', import.meta.url));
const reports = { http: httpReport, start: startReport, inprocess: inprocessReport };
const names = Object.keys(reports);
const markers = names.map((name) => `<!-- ${name} tables -->\n\n<!-- end of ${name} tables -->\n`);
const fresh = ['# Performance\n', '![Throughput](throughput.svg)\n', ...markers].join('\n');
let page = existsSync(file) ? readFileSync(file, 'utf8') : fresh;

for (const [name, report] of Object.entries(reports)) {
  const result = readResult(name);
  if (!result) {
    process.stderr.write(`no results of ${name}: its tables stay as they are\n`);
    continue;
  }
  const [open, close] = [`<!-- ${name} tables -->`, `<!-- end of ${name} tables -->`];
  const [from, to] = [page.indexOf(open), page.indexOf(close)];
  if (from < 0 || to < from) {
    process.stderr.write(`docs/performance.md has no "${open}" with "${close}" after it\n`);
    process.exitCode = 1;
    continue;
  }
  page = `${page.slice(0, from + open.length)}\n\n${report(result)}\n\n${page.slice(to)}`;
}
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, page);
