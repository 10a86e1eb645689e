// Runs the suite on one Node after the other, against the build that is there, and says at the end
// how each run went. Versions that are named take the place of those in nodes.json.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runnerImport } from 'vite';

const root = join(import.meta.dirname, '..');
const all = JSON.parse(readFileSync(join(import.meta.dirname, 'nodes.json'), 'utf8'));
const versions = process.argv.length > 2 ? process.argv.slice(2) : all;

const { module } = await runnerImport(join(root, 'test/support/other-node.ts'));
const rows = [];
for (const version of versions) {
  const bin = await module.otherNode(version);
  const node = join(bin, 'node');
  const name = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  console.log(`\nNode ${name}`);
  rows.push({
    name,
    ...(await runSuite(node, bin, join(root, `test-results/node-${version}.json`))),
  });
}

console.log(`\n${line('Node', 'passed', 'failed', 'skipped', 'seconds')}`);
for (const { name, passed, failed, skipped, seconds } of rows) {
  console.log(line(name, passed, failed, skipped, seconds));
}
process.exitCode = rows.every(({ isGood }) => isGood) ? 0 : 1;

async function runSuite(node, bin, report) {
  rmSync(report, { force: true });
  const began = performance.now();
  const flags = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const child = spawn(node, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...flags], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
  });
  const [status] = await once(child, 'close');
  const seconds = Math.round((performance.now() - began) / 1000);
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = read(report);
  // An error outside of all tests fails a run, too.
  return { passed, failed, skipped, seconds, isGood: status === 0 && passed > 0 };
}

/** What the runner counted; nothing where it did not get to the end. */
function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return {};
  }
}

function line(name, ...cells) {
  return name.padEnd(10) + cells.map((cell) => String(cell ?? '-').padStart(9)).join('');
}
