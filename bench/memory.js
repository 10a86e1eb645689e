// Whether the heap stays within its bounds after much use, of the server and of the handlers.
import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import autocannon from 'autocannon';
import { setupServer } from 'msw/node';
import { createPetCatalog } from '../dist/index.js';
import { startServer } from '../dist/server.js';
import { readOptions } from './lib/options.js';
import { count, memoryReport } from './lib/report.js';
import { createResult, saveResult } from './lib/results.js';

const options = readOptions();
const share = options.quick ? 0.1 : 1;
const requests = 100_000 * share;
const keys = 10_000 * share;
const pets = 1_000_000 * share;
const result = createResult(options, []);

async function measureHeap() {
  for (let turns = 0; turns < 4; turns += 1) {
    globalThis.gc();
    await turn();
  }
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** Records what the heap has grown by while `work` ran; `boundMB` is the most that it may. */
async function measure(what, boundMB, work) {
  const before = await measureHeap();
  const left = await work();
  const grownMB = (await measureHeap()) - before;
  result.records.push({ what, grownMB, boundMB, left });
  return grownMB;
}

const get = (key = 'k') => ({ path: '/v2/pets?limit=5', headers: { 'X-API-Key': key } });
const post = (name, key = 'k') => ({
  method: 'POST',
  path: '/v2/pets',
  headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
  body: JSON.stringify({ name }),
});

async function send({ url }, amount, each, connections = 1) {
  const sent = await autocannon({ url, amount, connections, requests: each });
  if (sent['2xx'] !== amount) throw new Error(`${sent['2xx']} of ${amount} requests went well`);
}

async function measureRequests() {
  const server = await startServer({ port: 0 });
  const { catalog } = server;
  const each = [post('x'.repeat(2000)), ...Array.from({ length: 49 }, () => get())];
  await send(server, 2000, each);
  catalog.reset();
  // The journal may fill its own budget.
  await measure(`${count(requests)} requests, one in 50 a create of 2 kB`, 24, async () => {
    await send(server, requests, each, 20);
    return `${catalog.requests.count()} in the journal, ${catalog.pets.count()} pets`;
  });
  await server.close();
}

async function measureKeys() {
  const server = await startServer({ port: 0, isolate: true });
  // 1,000 catalogs are kept.
  await measure(`${count(keys)} keys, each with a list and a create`, 32, async () => {
    const each = Array.from({ length: keys }, (_, index) => `key-${index}`);
    await send(
      server,
      keys * 2,
      each.flatMap((key) => [get(key), post('Rex', key)]),
    );
    const response = await fetch(new URL('/__admin/catalogs', server.url));
    const { catalogs } = await response.json();
    return `${catalogs.length} catalogs`;
  });
  await server.close();
}

async function measureHandlers() {
  const catalog = createPetCatalog();
  const server = setupServer(...catalog.handlers);
  server.listen();
  async function call(total) {
    for (let calls = 0; calls < total; calls += 1) {
      const response = await fetch('http://localhost/v2/pets', { headers: { 'X-API-Key': 'k' } });
      await response.text();
    }
  }
  await call(5000);
  await measure(`${count(requests / 2)} calls of fetch with setupServer`, 4, async () => {
    await call(requests / 2);
    return `${catalog.requests.count()} in the journal`;
  });
  server.close();
}

async function measurePets() {
  const map = new Map();
  const catalog = createPetCatalog({ pets: 0, maxPets: pets });
  const add = ({ name, tag }) => {
    // randomUUID gives a string that holds much more than itself; a flat copy is what an id costs.
    const id = Buffer.from(randomUUID(), 'latin1').toString('latin1');
    map.set(id, { name, tag, id });
  };
  const fill = (what, boundMB, create) =>
    measure(`${count(pets)} pets in ${what}`, boundMB, () => {
      // Parsed, as a name in a request is.
      for (let index = 0; index < pets; index += 1) {
        create(JSON.parse(`{"name":"Pet ${index}","tag":"dog"}`));
      }
      return '';
    });
  const inMap = await fill('a Map', undefined, add);
  await fill('a catalog', Math.ceil(inMap * 1.4), catalog.pets.create);
  return [map, catalog]; // so that neither is collected before it is measured
}

if (typeof globalThis.gc !== 'function') throw new Error('Run it with: npm run bench:memory');
await measureRequests();
await measureKeys();
await measureHandlers();
await measurePets();

saveResult('memory', result);
console.log(memoryReport(result));
const over = result.records.filter(({ grownMB, boundMB }) => grownMB > boundMB);
for (const { what } of over) console.error(`Over its bound: ${what}`);
process.exit(over.length > 0 ? 1 : 0);
