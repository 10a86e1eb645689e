import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

const url = (name) => new URL(`../results/${name}.json`, import.meta.url);

/** Writes a line about the progress, beside the tables on standard output. */
export const say = (text) => process.stderr.write(`${text}\n`);

/**
 * What every bench measures: one record for each figure, and one for each that there is none of.
 *
 * @param {object} settings
 * @param {{ id: string, label: string, kind?: string }[]} peers in the order of the tables
 */
export function createResult(settings, peers) {
  const [{ model }] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return {
    at: new Date().toISOString(),
    machine: `${model.trim()}, ${cpus().length} cores, ${memory} GB, Node ${process.version}`,
    settings,
    peers: peers.map(({ id, label, kind }) => ({ id, label, kind })),
    /** @type {{ peer: string, size: number, operation: string, round: number, perSecond?: number, p99Ms?: number, ms?: number }[]} */
    records: [],
    /** @type {{ peer: string, size: number, operation?: string, reason: string }[]} */
    failures: [],
  };
}

/** Keeps a result in place of the one before; a quick one has a file of its own. */
export function saveResult(name, result) {
  const file = url(result.settings.quick ? `${name}-quick` : name);
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, JSON.stringify(result, null, 1));
}

/** @returns {ReturnType<typeof createResult> | undefined} the last full result */
export function readResult(name) {
  try {
    return JSON.parse(readFileSync(url(name), 'utf8'));
  } catch {
    return undefined;
  }
}
