import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

const url = (name) => new URL(`../results/${name}.json`, import.meta.url);

/** Writes a line about the progress to standard error. */
export const say = (text) => process.stderr.write(`${text}\n`);

/** What a bench measures: `records` of figures, and `failures` where there are none. */
export function createResult(settings, peers) {
  const [{ model }] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return {
    machine: `${model.trim()}, ${cpus().length} cores, ${memory} GB, Node ${process.version}`,
    settings,
    peers: peers.map(({ id, label, kind }) => ({ id, label, kind })),
    records: [],
    failures: [],
  };
}

/** Keeps a result in place of the one before; a quick one has a file of its own. */
export function saveResult(name, result) {
  const file = url(result.settings.quick ? `${name}-quick` : name);
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, JSON.stringify(result, null, 1));
}

/** The last full result, if there is one. */
export function readResult(name) {
  return existsSync(url(name)) ? JSON.parse(readFileSync(url(name), 'utf8')) : undefined;
}
