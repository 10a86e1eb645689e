import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const benchFolder = fileURLToPath(new URL('..', import.meta.url));
const wanted = JSON.parse(readFileSync(join(benchFolder, 'peers.json'), 'utf8'));

/**
 * How many versions of a peer `peers.json` names, to be tried in order.
 *
 * @param {string} peer
 * @returns {number} 0 for a peer that needs no install
 */
export function versionsOf(peer) {
  return wanted[peer]?.length ?? 0;
}

/**
 * The version number of a peer's own package.
 *
 * @param {string} peer
 * @param {number} version index into the list of `peers.json`
 */
export function versionName(peer, version) {
  return Object.values(wanted[peer][version])[0].split('@').at(-1);
}

/**
 * Installs one version of a peer into a folder of its own, once; `peers/` is ignored by git.
 *
 * @param {string} peer a key of `peers.json`
 * @param {number} version index into its list
 * @returns {string} the folder that holds `node_modules`
 * @throws {Error} when npm fails, with the end of what it said
 */
export function installPeer(peer, version) {
  const dependencies = wanted[peer][version];
  const folder = join(benchFolder, 'peers', version === 0 ? peer : `${peer}-${version}`);
  const done = join(folder, 'installed.json');
  const recipe = JSON.stringify(dependencies);
  if (existsSync(done) && readFileSync(done, 'utf8') === recipe) return folder;

  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: `bench-${peer}`, private: true, dependencies }),
  );
  process.stderr.write(`installing ${peer} ${recipe}\n`);
  const npm = spawnSync(
    'npm',
    ['install', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: folder, encoding: 'utf8', timeout: 300_000 },
  );
  if (npm.status !== 0) {
    const said = (npm.stderr || npm.error?.message || '').trim().split('\n').slice(0, 3).join(' ');
    throw new Error(`npm install failed: ${said}`);
  }
  writeFileSync(done, recipe);
  return folder;
}
