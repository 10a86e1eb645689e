import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../results', import.meta.url));

/** The machine that the figures belong to. */
export function machine() {
  const cores = cpus();
  return {
    cpu: cores[0].model.trim(),
    cores: cores.length,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  };
}

/** @param {ReturnType<typeof machine>} of */
export function machineLine({ cpu, cores, memoryGB, node, platform }) {
  return `${cpu}, ${cores} cores, ${memoryGB} GB, ${platform}, Node ${node}`;
}

/**
 * Keeps a result as JSON, in place of the one before.
 *
 * @param {string} name such as `http`
 * @param {object} result
 * @returns {string} the file
 */
export function saveResult(name, result) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  return file;
}

/**
 * @param {string} name
 * @returns {any} `undefined` where there is none
 */
export function readResult(name) {
  try {
    return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
