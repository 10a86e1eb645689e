import { readFileSync } from 'node:fs';

/**
 * What every server written here is told: `node server.js PORT PETS_FILE [INSTALL_FOLDER]`.
 *
 * @returns {{ port: number, pets: { name: string, tag: string, id: string }[], folder: string }}
 */
export function readArguments() {
  const [port, petsFile, folder] = process.argv.slice(2);
  return { port: Number(port), pets: JSON.parse(readFileSync(petsFile, 'utf8')), folder };
}

/** @param {{ id: string }[]} pets */
export function byId(pets) {
  return new Map(pets.map((pet) => [pet.id, pet]));
}

/**
 * The first pets of a Map, oldest first.
 *
 * @template Pet
 * @param {Map<string, Pet>} pets
 * @param {number} limit `Infinity` for all
 * @returns {Pet[]}
 */
export function firstOf(pets, limit) {
  if (limit >= pets.size) return [...pets.values()];
  const first = [];
  for (const pet of pets.values()) {
    if (first.length >= limit) break;
    first.push(pet);
  }
  return first;
}
