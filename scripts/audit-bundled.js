// Asks npm's service for advisories on what is bundled into dist, which `npm audit --omit=dev` does not
// see: a user cannot update it, only a release can. A failure is an advisory of level high or critical;
// where the service cannot be reached, that is said.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import spawn from 'cross-spawn';

const file = join(import.meta.dirname, '../dist/THIRD-PARTY-LICENSES.txt');
const entries = readFileSync(file, 'utf8').matchAll(/^={80}\n(\S+) (\S+), /gm);
const bundled = new Set(Array.from(entries, ([, name, version]) => `${name} ${version}`));
if (bundled.size === 0) throw new Error(`${file} names no package`);
const what = `npm audit of ${bundled.size} bundled packages`;

const { vulnerabilities, message } = audit();
if (vulnerabilities === undefined) {
  console.log(`${what} could not reach the service: ${message}; not checked`);
} else {
  // What a package has only from one that it depends on is named as a text, and that one by itself.
  const found = Object.values(vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((advisory) => typeof advisory !== 'string');
  console.log(`${what}: ${found.length === 0 ? 'nothing' : found.length} found`);
  for (const { severity, name, range, title, url } of found) {
    console.log(`  ${severity}: ${name} ${range}: ${title} (${url})`);
  }
  const isGrave = found.some(({ severity }) => severity === 'high' || severity === 'critical');
  process.exitCode = isGrave ? 1 : 0;
}

/** What `npm audit --json` says of a project that has these packages and no others. */
function audit() {
  const folder = mkdtempSync(join(tmpdir(), 'audit-bundled-'));
  try {
    // Two versions of one package may be bundled, so the folders have names of their own.
    const packages = Array.from(bundled, (entry, index) => {
      const [name, version] = entry.split(' ');
      return [`node_modules/bundled-${index}`, { name, version }];
    });
    write(folder, 'package.json', {});
    write(folder, 'package-lock.json', {
      lockfileVersion: 3,
      packages: { '': {}, ...Object.fromEntries(packages) },
    });
    const flags = ['--json', '--package-lock-only', '--fetch-retries=0', '--fetch-timeout=20000'];
    const { error, stdout, stderr } = spawn.sync('npm', ['audit', ...flags], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 60_000,
    });
    if (error) return { message: error.message };
    return stdout.startsWith('{') ? JSON.parse(stdout) : { message: stderr.trim() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(folder, name, content) {
  writeFileSync(join(folder, name), JSON.stringify(content));
}
