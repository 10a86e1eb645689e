// Bytes a stored pet. Run with --expose-gc. Arguments: catalog or map, pets.
import { randomUUID } from 'node:crypto';

const [store, size] = process.argv.slice(2);
const count = Number(size);
// randomUUID gives a rope of some 600 bytes; a flat copy is what an id costs, and flatters nobody.
const flatId = () => Buffer.from(randomUUID(), 'latin1').toString('latin1');
const tags = ['dog', 'cat', 'bird', 'rabbit'];

function usedBytes() {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function openStore() {
  if (store === 'map') {
    const pets = new Map();
    return {
      create({ name, tag }) {
        const pet = { name, tag, id: flatId() };
        pets.set(pet.id, pet);
        return pet;
      },
      count: () => pets.size,
      reset: () => pets.clear(),
    };
  }
  const { createPetCatalog } = await import('../../dist/index.js');
  const catalog = createPetCatalog({ pets: 0, maxPets: count });
  const { create, count: held } = catalog.pets;
  return { create, count: held, reset: () => catalog.reset() };
}

const open = await openStore();
for (let warm = 0; warm < 1_000; warm += 1) open.create({ name: `Warm ${warm}`, tag: 'dog' });
open.reset();
const before = usedBytes();
for (let made = 0; made < count; made += 1) {
  // Parsed, as a name that came in a request is.
  open.create(JSON.parse(`{"name":"Pet ${made}","tag":"${tags[made % tags.length]}"}`));
}
const full = usedBytes();
if (open.count() !== count) throw new Error(`${open.count()} of ${count} pets`);
open.reset();
const after = usedBytes();
const [bytesPerPet, leftMB] = [(full - before) / count, (after - before) / 2 ** 20];
console.log(
  JSON.stringify({ bytesPerPet, leftMB, beforeMB: before / 2 ** 20, held: open.count() }),
);
