import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import spawn from 'cross-spawn';
import { createPetCatalog } from '../../dist/index.js';

export const headers = { 'X-API-Key': 'bench-key' };

/** Installs packages into a folder of their own, once, and returns that folder. */
function install(packageNames) {
  const names = packageNames.split(' ');
  const name = names[0].replace('/', '+');
  const folder = fileURLToPath(new URL(`../peers/${name}`, import.meta.url));
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return folder;
  mkdirSync(folder, { recursive: true });
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr } = spawn.sync('npm', [...args, ...names], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm install failed: ${stderr.slice(0, 200)}`);
  return folder;
}

async function findFreePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}

/**
 * Writes the pets that every server of one size starts with: the pets that the mock seeds.
 * `idsFile` has up to 10,000 of their ids, from all over the catalog, neighbours far apart.
 */
export function writePets(folder, size) {
  const pets = createPetCatalog({ pets: size, maxPets: 1_000_000 }).pets.list();
  const count = Math.min(size, 10_000);
  const stride = 7919; // a prime number, so that each id comes up once
  const ids = Array.from({ length: count }, (_, index) => {
    return pets[Math.floor(((index * stride) % count) * (size / count))].id;
  });
  const [petsFile, idsFile] = ['pets', 'ids'].map((name) => join(folder, `${name}-${size}`));
  writeFileSync(petsFile, JSON.stringify(pets));
  writeFileSync(idsFile, ids.join('\n'));
  return { size, pets, petsFile, idsFile };
}

/**
 * Starts a peer on a catalog of pets and waits for its first 200.
 *
 * @throws {Error} with the reason, when it ends or does not answer within a minute
 */
export async function launch(processes, peer, data) {
  const installed = peer.package ? install(peer.package) : '';
  const folder = mkdtempSync(join(processes.folder, `${peer.id}-`));
  const port = await findFreePort();
  const command = peer.command({ ...data, port, folder, installed });
  const url = `http://127.0.0.1:${port}${peer.root}`;
  const began = performance.now();
  const running = processes.startServer(command, folder);
  try {
    for (;;) {
      const signal = AbortSignal.timeout(60_000);
      const first = fetch(`${url}/${data.pets[0].id}`, { headers, signal });
      if (await first.then(({ status }) => status === 200).catch(() => false)) break;
      running.assertRunning();
      if (performance.now() - began > 60_000) throw new Error('no 200 within a minute');
      await pause(2);
    }
    return { ...running, peer, data, url, startMs: performance.now() - began };
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/** @throws {Error} with the message of the mock, when it refuses the fault */
export async function addFault({ url }, fault) {
  const response = await fetch(new URL('/__admin/faults', url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fault),
  });
  if (response.status !== 201) throw new Error(await response.text());
}

/**
 * Makes sure that a server answers the timed requests correctly. Creates one pet.
 *
 * @throws {Error} with the first wrong answer
 */
export async function check({ url, peer, data: { pets } }) {
  async function ask(path, isRight, init) {
    const response = await fetch(`${url}${path}`, { headers, ...init });
    const text = await response.text();
    const body = response.ok ? JSON.parse(text) : undefined;
    if (isRight(body, response.status)) return body;
    throw new Error(`${path || 'create'} answered ${response.status} ${text.slice(0, 80)}`);
  }
  const is = (wanted) => (body) => isDeepStrictEqual(body, wanted);

  const asked = peer.stateless ? [pets[0]] : [pets[0], pets[pets.length >> 1], pets.at(-1)];
  for (const pet of asked) await ask(`/${pet.id}`, is(pet));
  await ask(peer.list, (body) => is(pets.slice(0, 20))(peer.listed(body)));
  const newPet = { name: 'Checked before timing', tag: 'check' };
  const isCreated = ({ id, ...rest } = {}, status) =>
    status === 201 && typeof id === 'string' && (peer.stateless || is(newPet)(rest));
  const created = await ask('', isCreated, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(newPet),
  });
  if (peer.stateless) return;
  await ask(`/${created.id}`, is(created));
  await ask('/no-such-pet', (_body, status) => status === 404);
}
