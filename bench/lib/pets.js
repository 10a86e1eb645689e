import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from './launch.js';
import { project } from './peers.js';
import { request } from './requests.js';

const names = ['Bella', 'Charlie', 'Coco', 'Daisy', 'Luna', 'Max', 'Milo', 'Rocky', 'Toby', 'Zoë'];
const tags = ['dog', 'cat', 'bird', 'rabbit', ''];

/** Pets that look like the project's own, for a run without it: the same in each run. */
function samplePets(size) {
  return Array.from({ length: size }, (_, index) => {
    const hex = createHash('md5').update(String(index)).digest('hex');
    const id = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
    id.push(`a${hex.slice(17, 20)}`, hex.slice(20));
    return { name: names[index % names.length], tag: tags[index % tags.length], id: id.join('-') };
  });
}

/** The pets that the project seeds by itself, as it lists them. */
async function projectPets(supervisor, size) {
  const server = await launch(supervisor, project(), { size }, { ready: '/v2/pets?limit=1' });
  try {
    const { text } = await request(`${server.origin}/v2/pets`, { timeout: 60_000 });
    return JSON.parse(text);
  } finally {
    await server.stop();
  }
}

/**
 * The pets that every server of one size is started on: those the project seeds, where it is built.
 *
 * @returns {Promise<{ pets: object[], petsFile: string, idsFile: string, size: number }>}
 *   `idsFile` has up to 10,000 ids, a line each, from all over the catalog and in no order
 */
export async function seededPets(supervisor, size) {
  const built = project().missing() === undefined;
  const pets = built ? await projectPets(supervisor, size) : samplePets(size);
  if (pets.length !== size) throw new Error(`the project seeded ${pets.length} of ${size} pets`);
  const petsFile = join(supervisor.folder, `pets-${size}.json`);
  const idsFile = join(supervisor.folder, `ids-${size}.txt`);
  writeFileSync(petsFile, JSON.stringify(pets));
  writeFileSync(idsFile, scattered(pets).join('\n'));
  return { pets, petsFile, idsFile, size };
}

function scattered(pets) {
  const count = Math.min(pets.length, 10_000);
  const step = pets.length / count;
  const ids = Array.from({ length: count }, (_, index) => pets[Math.floor(index * step)].id);
  // A step that shares no factor with the count visits each once, neighbours far apart.
  const stride = count > 7_919 ? 7_919 : 1;
  return ids.map((_, index) => ids[(index * stride) % count]);
}
