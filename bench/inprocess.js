import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { inprocessReport } from './lib/inprocess-report.js';
import { figure } from './lib/markdown.js';
import { readOptions } from './lib/options.js';
import { machine, saveResult } from './lib/results.js';
import { createSupervisor } from './lib/supervisor.js';

const options = readOptions(
  { sizes: '100,10000,100000', seconds: '3', rounds: '5', peers: '' },
  { sizes: '100,10000', seconds: '1', rounds: '2', peers: '' },
);
const requests = options.quick ? 20_000 : 200_000;
const stored = options.quick ? 100_000 : 1_000_000;
const supervisor = createSupervisor();
const say = (text) => process.stderr.write(`${text}\n`);
const built = existsSync(fileURLToPath(new URL('../dist/index.js', import.meta.url)));

/** Runs a file of `cases/` in a process of its own and gives what it prints. */
async function runCase(file, ...args) {
  const script = fileURLToPath(new URL(`cases/${file}.js`, import.meta.url));
  const { child, ended } = supervisor.start({
    command: process.execPath,
    args: ['--expose-gc', script, ...args.map(String)],
    core: cpus().length - 1,
    stdout: 'pipe',
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  const end = await ended;
  const line = output.trim().split('\n').at(-1);
  if (!line.startsWith('{')) throw new Error(end);
  return JSON.parse(line);
}

/** Adds what a case gives to its row, or why there is nothing. */
async function fill(row, needsBuild, run) {
  if (needsBuild && !built) row.failed = 'not built';
  if (row.failed) return;
  try {
    await run();
  } catch (error) {
    row.failed = error.message;
    say(`${row.caller ?? row.store}: failed: ${error.message}`);
  }
}

function callRows() {
  const sized = (caller) => options.sizes.map((pets) => ({ caller, pets, measured: [] }));
  const single = (caller) => ({ caller, pets: 0, measured: [] });
  return [
    single('setup-server-constant'),
    ...sized('setup-server'),
    single('get-response-constant'),
    ...sized('fetch'),
  ];
}

const calls = callRows();
for (let round = 1; round <= options.rounds; round += 1) {
  for (const row of calls) {
    await fill(row, row.pets > 0, async () => {
      const { perSecond } = await runCase('calls', row.caller, row.pets, options.seconds);
      row.measured.push({ round, perSecond });
      say(`${row.caller} at ${row.pets}, round ${round}: ${figure(perSecond)}/s`);
    });
  }
}

const heaps = [
  { caller: 'setup-server-constant', pets: 0, label: 'one msw handler, a constant', requests },
  { caller: 'setup-server', pets: 25, label: 'pet-catalog-mock', requests },
];
for (const row of heaps) {
  await fill(row, row.pets > 0, async () => {
    Object.assign(row, await runCase('heap', row.caller, row.pets, requests));
    say(`heap ${row.caller}: ${row.heapMB.map(figure).join(' ')} MB`);
  });
}

const stores = [
  { store: 'map', label: 'plain objects in a Map', stored },
  { store: 'catalog', label: 'pet-catalog-mock', stored },
];
for (const row of stores) {
  await fill(row, row.store === 'catalog', async () => {
    Object.assign(row, await runCase('stored', row.store, stored));
    say(`${row.store}: ${figure(row.bytesPerPet)} bytes a pet`);
  });
}

const result = {
  at: new Date().toISOString(),
  machine: machine(),
  settings: options,
  calls,
  heaps,
  stored: stores,
};
say(`written to ${saveResult(options.quick ? 'inprocess-quick' : 'inprocess', result)}`);
process.stdout.write(`${inprocessReport(result)}\n`);
