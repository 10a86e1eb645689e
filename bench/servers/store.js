import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** What every server here is told: `node server.js PORT PETS_FILE ID`. */
export function readArguments() {
  const [port, petsFile, id] = process.argv.slice(2);
  return { port: Number(port), pets: JSON.parse(readFileSync(petsFile, 'utf8')), id };
}

/**
 * Pets in a Map.
 *
 * @param {{ name: string, tag: string, id: string }[]} seeded
 */
export function createStore(seeded) {
  const pets = new Map(seeded.map((pet) => [pet.id, pet]));
  return {
    get: (id) => pets.get(id),
    /** The first pets, oldest first. */
    list(limit = Infinity) {
      if (limit >= pets.size) return [...pets.values()];
      const first = [];
      for (const pet of pets.values()) {
        if (first.length >= limit) break;
        first.push(pet);
      }
      return first;
    },
    create({ name, tag = '' }) {
      const pet = { name, tag, id: randomUUID() };
      pets.set(pet.id, pet);
      return pet;
    },
  };
}
