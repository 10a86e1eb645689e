// What `npm install` brings of the mock and of other mock servers, and how long it takes from a cold cache.
import { lstatSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import spawn from 'cross-spawn';
import { readOptions } from './lib/options.js';
import { choosePeers } from './lib/peers.js';
import { installReport } from './lib/report.js';
import { createResult, saveResult, say } from './lib/results.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const options = readOptions({
  rounds: '3',
  sizes: '1',
  peers: 'json-server-beta,json-server,prism,mockoon',
});
const folder = mkdtempSync(join(tmpdir(), 'install-'));

function npm(args, cwd) {
  const { status, stdout, stderr } = spawn.sync('npm', args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${args[0]} failed: ${stderr.slice(0, 200)}`);
  return stdout;
}

/** Installs packages in a folder of their own with a cache of their own. */
function install(packages) {
  const cwd = mkdtempSync(join(folder, 'project-'));
  writeFileSync(join(cwd, 'package.json'), '{"private":true}');
  const flags = ['--cache', join(cwd, 'cache'), '--no-audit', '--no-fund', '--loglevel=error'];
  const started = performance.now();
  npm(['install', ...flags, ...packages], cwd);
  const seconds = (performance.now() - started) / 1000;
  const installed = join(cwd, 'node_modules');
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
  const stats = files.map((name) => lstatSync(join(installed, name)));
  const bytes = stats.filter((one) => one.isFile()).reduce((sum, { size }) => sum + size, 0);
  const lock = JSON.parse(readFileSync(join(installed, '.package-lock.json'), 'utf8'));
  rmSync(cwd, { recursive: true });
  return { seconds, packages: Object.keys(lock.packages).length, megabytes: bytes / 1e6 };
}

const tarball = join(folder, npm(['pack', '--silent', '--pack-destination', folder], root).trim());
const project = { id: 'project', label: 'pet-catalog-mock, with msw 2', kind: 'project' };
const peers = [project, ...choosePeers(options.peers)];
const result = createResult(options, peers);
for (let round = 1; round <= options.rounds; round += 1) {
  for (const { id, label, package: name } of peers) {
    say(`Round ${round} of ${options.rounds}: ${label}`);
    const record = install(id === 'project' ? [tarball, 'msw@2'] : [name]);
    result.records.push({ peer: id, round, size: 1, operation: 'install', ...record });
  }
}
rmSync(folder, { recursive: true });
saveResult('install', result);
console.log(installReport(result));
