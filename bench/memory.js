// Memory of the server after much use: requests, keys and event readers that vanish.
//
//   npm run build && node --expose-gc bench/memory.js
//
// The heap is measured after garbage collection, in this process: the server is built from `dist`,
// the clients run beside it. It fails when the heap has grown by more than the bounds allow.
import { once } from 'node:events';
import { connect } from 'node:net';
import { startServer } from '../dist/server.js';

const requests = Number(process.argv[2] ?? 100_000);
const keys = Number(process.argv[3] ?? 10_000);
const readers = Number(process.argv[4] ?? 1000);

/** What the heap may have grown by, in MiB: the journal's own budget, and 1,000 catalogs' worth. */
const bounds = { requests: 24, keys: 32, readers: 4 };

if (typeof globalThis.gc !== 'function') {
  console.error('Run it with: node --expose-gc bench/memory.js');
  process.exit(2);
}

async function heap() {
  for (let turn = 0; turn < 4; turn++) {
    globalThis.gc();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** Sends texts over one connection each, so many at a time, and waits for as many answers. */
async function pump(port, total, textOf, connections = 20) {
  let next = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      while (next < total) {
        const batch = Math.min(50, total - next);
        let text = '';
        for (let turn = 0; turn < batch; turn++) text += textOf(next++);
        socket.write(text);
        let answers = 0;
        let rest = '';
        while (answers < batch) {
          const [chunk] = await once(socket, 'data');
          const parts = (rest + chunk.toString('latin1')).split('HTTP/1.1 ');
          answers += parts.length - 1;
          rest = parts.at(-1).slice(-9);
        }
      }
      socket.destroy();
    }),
  );
}

const get = (path, key) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${key}\r\n\r\n`;
function post(path, key, name) {
  const body = JSON.stringify({ name });
  return (
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${key}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
}

const rows = [];
async function measure(what, bound, work) {
  const before = await heap();
  const left = await work();
  const after = await heap();
  rows.push({
    what,
    'before (MiB)': Number(before.toFixed(1)),
    'after (MiB)': Number(after.toFixed(1)),
    'grown (MiB)': Number((after - before).toFixed(1)),
    'bound (MiB)': bound,
    left,
  });
}

/** TCP handles of this process, of both ends. */
const handles = () =>
  process.getActiveResourcesInfo().filter((one) => one === 'TCPSocketWrap').length;

async function control(server, path) {
  const response = await fetch(new URL(`/__admin${path}`, server.url));
  return response.json();
}

const shared = await startServer({ port: 0 });
// Warm: what is loaded and compiled once is no growth.
await pump(shared.port, 2000, (n) =>
  n % 10 === 0 ? post('/v2/pets', 'k', 'warm') : get('/v2/pets?limit=5', 'k'),
);
await control(shared, '/health');
shared.catalog.reset();

await measure(`${requests} requests, one in 50 a create of 2 kB`, bounds.requests, async () => {
  const name = 'x'.repeat(2000);
  await pump(shared.port, requests, (n) =>
    n % 50 === 0 ? post('/v2/pets', 'k', name) : get('/v2/pets?limit=5', 'k'),
  );
  return `${shared.catalog.requests.count()} in the journal, ${shared.catalog.pets.count()} pets`;
});
shared.catalog.reset();

await measure(`${readers} event readers that vanish`, bounds.readers, async () => {
  for (let done = 0; done < readers; done += 100) {
    const sockets = await Promise.all(
      Array.from({ length: Math.min(100, readers - done) }, async () => {
        const socket = connect(shared.port, '127.0.0.1');
        socket.on('error', () => {});
        await once(socket, 'connect');
        socket.write(get('/__admin/events', 'k'));
        await once(socket, 'data');
        return socket;
      }),
    );
    await pump(shared.port, 20, () => get('/v2/pets?limit=5', 'k'), 1);
    sockets.forEach((socket, index) => (index % 2 ? socket.destroy() : socket.resetAndDestroy()));
  }
  for (let turn = 0; turn < 100 && handles() > 10; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  shared.catalog.reset();
  return `${handles()} TCP handles of both ends`;
});
await shared.close();

const isolated = await startServer({ port: 0, isolate: true });
await measure(`${keys} keys, each with a list and a create`, bounds.keys, async () => {
  await pump(isolated.port, keys * 2, (n) =>
    n % 2 ? post('/v2/pets', `key-${n >> 1}`, 'Rex') : get('/v2/pets', `key-${n >> 1}`),
  );
  const { catalogs } = await control(isolated, '/catalogs');
  return `${catalogs.length} catalogs`;
});
await isolated.close();

console.table(rows);
const over = rows.filter((row) => row['grown (MiB)'] > row['bound (MiB)']);
for (const { what } of over) console.error(`Over its bound: ${what}`);
process.exitCode = over.length > 0 ? 1 : 0;
