// Keeps the declarations that an entry of the package leads to: nobody can import the others.
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const { exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

const kept = new Set();
async function keep(path) {
  if (kept.has(path)) return;
  kept.add(path);
  const text = await readFile(path, 'utf8');
  for (const [, target] of text.matchAll(/(?:\bfrom |\bimport\()'(\.[^']+)\.ts'/g)) {
    await keep(join(path, '..', `${target}.d.ts`));
  }
}
for (const { import: entry } of Object.values(exports))
  if (entry) await keep(join(root, entry.types));

const dist = join(root, 'dist');
for (const name of await readdir(dist, { recursive: true })) {
  const path = join(dist, name);
  if (name.endsWith('.d.ts') && !kept.has(path)) await rm(path);
}
