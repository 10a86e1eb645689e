import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { createControl } from 'pet-catalog-mock/client';
import { startPool } from './pool.js';

const keys = Array.from({ length: 200 }, (_, index) => `suite-${index}`);
const created = 5;

let pool;

before(async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  pool = await startPool({ port, nginx: process.env.NGINX_PATH });
});

after(() => pool?.close());

function call(key, init, path = '') {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  return fetch(`${pool.url}/v2/pets${path}`, { headers, ...init });
}

async function list(key) {
  const response = await call(key);
  assert.equal(response.status, 200);
  return response.json();
}

async function create(key, name) {
  const response = await call(key, { method: 'POST', body: JSON.stringify({ name }) });
  assert.equal(response.status, 201);
}

const names = (pets) => pets.slice(25).map(({ name }) => name);
const sorted = (texts) => texts.toSorted();

/** The instances that have had a request with this key. */
async function homesOf(key) {
  const counts = await Promise.all(
    pool.instances.map(async ({ url, child }) => {
      if (child.signalCode !== null) return 0;
      const { requests } = createControl({ url, apiKey: key });
      return requests.count();
    }),
  );
  return counts.flatMap((count, index) => (count > 0 ? [index] : []));
}

/** Returns the instance of each key. No key is in two. */
async function findHomes() {
  const homes = new Map();
  for (const key of keys) {
    const found = await homesOf(key);
    assert.equal(found.length, 1, `${key} is in the instances ${found}`);
    homes.set(key, found[0]);
  }
  return homes;
}

/** Resets the catalogs of all keys, and creates pets in each, all keys at once. */
async function fill() {
  await Promise.all(
    keys.map(async (key) => {
      await createControl({ url: pool.url, apiKey: key }).reset();
      const more = Array.from({ length: created }, (_, index) => `${key} ${index}`);
      await Promise.all(more.map((name) => create(key, name)));
    }),
  );
}

const isWhole = (key, pets) =>
  pets.length === 25 + created &&
  sorted(names(pets)).every((name, index) => name === `${key} ${index}`);

test('a key stays whole under load: each pet is there once, in one instance', async () => {
  await fill();
  for (const key of keys) assert.ok(isWhole(key, await list(key)), key);
  const homes = await findHomes();
  const shares = pool.instances.map(
    (_, index) => [...homes.values()].filter((home) => home === index).length,
  );
  console.log(`keys of each instance: ${shares.join(', ')}`);
  assert.ok(shares.every((share) => share > 0));
});

test('any instance has the same fresh catalog for a key', async () => {
  const lists = await Promise.all(
    pool.instances.map(({ url }) =>
      fetch(`${url}/v2/pets`, { headers: { 'X-API-Key': 'fresh' } }).then((response) =>
        response.text(),
      ),
    ),
  );
  assert.equal(new Set(lists).size, 1);
});

test('a request without a key reaches the same instance each time', async () => {
  const seen = new Set();
  for (let sent = 0; sent < 8; sent += 1) {
    const response = await fetch(`${pool.url}/__admin/catalogs`);
    const { catalogs } = await response.json();
    seen.add(catalogs.map(({ id }) => id).join());
  }
  assert.equal(seen.size, 1);
});

test('the controls of a key work through the balancer', async () => {
  const key = keys[0];
  const { faults, requests, reset, pets, subscribe } = createControl({
    url: pool.url,
    apiKey: key,
  });
  await reset();
  await faults.add({ operation: 'listPets', status: 503, times: 1 });
  assert.equal((await call(key)).status, 503);
  assert.equal((await call(keys[1])).status, 200);
  assert.equal((await call(key)).status, 200);
  await pets.create({ name: 'Added by a control' });
  assert.deepEqual(names(await list(key)), ['Added by a control']);
  const waiting = requests.waitFor({ operation: 'createPet' });
  await create(key, 'Waited for');
  assert.equal((await waiting).at(-1).operation, 'createPet');
  const heard = new Promise((resolve) => {
    const stop = subscribe(({ type }) => {
      if (type === 'open') void call(key, {}, '/no-such-pet');
      if (type !== 'request') return;
      stop();
      resolve(type);
    });
  });
  assert.equal(await heard, 'request');
});

test('a network fault reaches the client, and no other instance is asked', async () => {
  const key = 'network';
  const { faults, requests, reset } = createControl({ url: pool.url, apiKey: key });
  for (const network of ['reset', 'empty', 'truncate']) {
    await reset();
    await faults.add({ network });
    await assert.rejects(async () => (await call(key)).text(), undefined, network);
    assert.equal(await requests.count(), 1, network);
  }
  await reset();
  await faults.add({ network: 'hang' });
  const signal = AbortSignal.timeout(300);
  await assert.rejects(call(key, { signal }), { name: 'TimeoutError' });
  await reset();
  assert.deepEqual(await homesOf(key), []);
});

test('the keys of an instance that dies come back seeded, and no other key notices', async () => {
  await fill();
  const homes = await findHomes();
  await pool.kill(1);
  for (const key of keys) {
    const pets = await list(key);
    if (homes.get(key) === 1) assert.equal(pets.length, 25, key);
    else assert.ok(isWhole(key, pets), key);
  }
  const lost = keys.find((key) => homes.get(key) === 1);
  await create(lost, 'Created elsewhere');
  assert.deepEqual(names(await list(lost)), ['Created elsewhere']);

  await pool.restart(1);
  // Seeded once more: it goes home, to an instance that knows nothing of it.
  assert.deepEqual(names(await list(lost)), []);
  for (const key of keys) {
    if (homes.get(key) !== 1) assert.ok(isWhole(key, await list(key)), key);
  }
});

test('one more instance takes its share of the keys, and the others stay', async () => {
  await fill();
  await pool.add();
  const { url } = pool.instances.at(-1);
  // A reload takes a moment: until then, no request comes to the new instance.
  for (let sent = 0; sent < 10_000; sent += 1) {
    await list(`probe-${sent}`);
    const { catalogs } = await fetch(`${url}/__admin/catalogs`).then((answer) => answer.json());
    if (catalogs.length > 0) break;
  }
  let moved = 0;
  for (const key of keys) {
    const pets = await list(key);
    if (isWhole(key, pets)) continue;
    assert.equal(pets.length, 25, key);
    assert.ok((await homesOf(key)).includes(4), key);
    moved += 1;
  }
  console.log(`keys that moved to the fifth instance: ${moved} of ${keys.length}`);
  assert.ok(moved > 0 && moved < keys.length / 3);
});
