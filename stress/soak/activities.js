import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { WebSocket } from 'ws';
import { verifyService } from '../../dist/verify.js';
import { asJson, head, host } from '../fuzz/request.js';
import { apiKey } from './client.js';

/** Faults, and what comes of a call that they hit: a status, no answer, or none that the client waits for. */
const faults = [
  [{ status: 502, body: '<h1>Bad</h1>', delay: 3 }, 502],
  [{ status: 500, rate: 0 }, 200],
  [{ status: 500, rate: 1 }, 500],
  [{ delay: 5 }, 200],
  [{ delay: { min: 0, max: 9 } }, 200],
  [{ delay: { p50: 2, p99: 9 } }, 200],
  [{ network: 'dribble', delay: 10 }, 200],
  [{ network: 'reset' }, 'dropped'],
  [{ network: 'empty' }, 'dropped'],
  [{ network: 'truncate' }, 'dropped'],
  [{ network: 'garbage' }, 'dropped'],
  [{ delay: 60_000 }, 'given up'],
  [{ network: 'hang' }, 'given up'],
  [{ network: 'dribble', delay: 60_000 }, 'given up'],
];

/**
 * What the clients of the load do, by names: each leaves nothing behind that would change what the
 * next one gets. What comes back is checked; an error is something that nobody asked for.
 *
 * @typedef {ReturnType<typeof import('./client.js').createClient>} Client
 * @type {Record<string, (client: Client, random: import('../fuzz/random.js').Random) => Promise<unknown>>}
 */
export const activities = {
  /** Calls that succeed and calls that are refused: creates, lists, keys, paths, bodies of any kind. */
  async 'the contract'({ want, url, identity }) {
    const headers = { 'X-Test-Id': identity['X-Test-Id'] };
    const { cases } = await verifyService({ url, apiKey, headers, write: true });
    const wrong = cases.find(({ outcome }) => outcome === 'different');
    if (wrong) throw new Error(`${wrong.row}: ${wrong.name}`);
    await want(204, 'POST /__admin/reset');
  },
  async 'a large create'({ want, create }) {
    const { json: pet } = await create({ name: 'x'.repeat(300_000) });
    await want(200, `GET /v2/pets/${pet.id}`);
    await want(204, `DELETE /__admin/pets/${pet.id}`);
    await want(404, 'GET /__admin/nothing');
  },
  async 'clients that leave in the middle'({ sendRaw, identity }) {
    const own = Object.entries(identity).map((pair) => pair.join(': '));
    const headOf = (line, ...lines) => head(`${line} HTTP/1.1`, [host, ...own, ...lines]);
    await sendRaw('GET /v2/pets HT');
    await sendRaw(`${headOf('POST /v2/pets', asJson, 'Content-Length: 999')}{"name":`);
    await sendRaw(headOf('GET /v2/pets').repeat(20));
    // It is refused by its head, and the client does not send it.
    await sendRaw(headOf('POST /v2/pets', `Content-Length: ${2 ** 24}`));
  },
  async 'failures asked for'({ want }, random) {
    const status = 400 + random.below(199); // 599 never comes, and is waited for elsewhere
    await want(status, 'GET /v2/pets', { headers: { Prefer: `code=${status}` } });
    await want(200, 'GET /v2/pets', { headers: { Prefer: 'delay=5' } });
  },
  async 'a call that is let go'(client) {
    await withFault(client, { network: 'hang' }, async (how, remove) => {
      const header = encodeURIComponent(Object.entries(how.headers)[0].join(':'));
      const arrival = `GET /__admin/requests/wait?fault=true&timeout=60000&header=${header}`;
      await Promise.all([
        client.wantDrop('GET /v2/pets', how),
        client.want(200, arrival).then(remove),
      ]);
    });
  },
  async 'faults of every kind'(client) {
    for (const [fault, outcome] of faults) {
      await withFault(client, fault, async (how) => {
        if (outcome === 'given up') {
          return client.wantDrop('GET /v2/pets', { ...how, patience: 20 });
        }
        if (outcome !== 'dropped') return client.want(outcome, 'GET /v2/pets', how);
        await client.wantDrop('GET /v2/pets', how);
        return client.wantDrop('POST /v2/pets', { ...how, json: { name: 'Rex' } });
      });
    }
  },
  async 'resets and seeds'({ want, create }) {
    await create({ name: 'Rex' });
    await want(204, 'POST /__admin/reset');
    await want(200, 'POST /__admin/seed', { json: { pets: 40, seed: 9 } });
    await want(200, 'POST /__admin/seed', { json: { fixtures: [{ name: 'Rex', id: 'rex' }] } });
    await want(200, 'GET /v2/pets/rex');
    await want(204, 'POST /__admin/reset');
  },
  async 'a snapshot saved and loaded'({ want, create }) {
    const { json: saved } = await want(200, 'GET /__admin/snapshot');
    const { json: pet } = await create({ name: 'Gone' });
    await want(204, 'PUT /__admin/snapshot', { json: saved });
    await want(404, `GET /v2/pets/${pet.id}`);
  },
  async scenarios({ want }) {
    const { json } = await want(200, 'GET /__admin/scenarios');
    if (json.scenarios.length === 0) throw new Error('There are no scenarios');
    for (const name of ['shelter', 'empty']) {
      await want(204, 'PUT /__admin/scenarios/current', { json: { name } });
      await want(200, 'GET /v2/pets');
    }
    await want(204, 'PUT /__admin/scenarios/current', { json: { name: 'down' } });
    await want(503, 'GET /v2/pets');
    await want(204, 'POST /__admin/reset');
  },
  async 'the journal'({ want }) {
    await want(200, 'GET /v2/pets?limit=1');
    await want(200, 'GET /__admin/requests?limit=5');
    await want(200, 'GET /__admin/requests/count?operation=listPets');
    await want(200, 'GET /__admin/requests/verify?operation=listPets');
    await want(409, 'GET /__admin/requests/verify?status=599');
    await want(200, 'GET /__admin/requests.har');
    await want(204, 'DELETE /__admin/requests');
  },
  async 'waits that time out or are given up'({ want, wantDrop }) {
    await want(408, 'GET /__admin/requests/wait?status=599&timeout=5');
    await wantDrop('GET /__admin/requests/wait?status=599&timeout=60000', { patience: 20 });
  },
  async 'subscribers that come and go'({ want, port, identity }) {
    const path = '/__admin/events';
    const outgoing = request({ host: '127.0.0.1', port, path, headers: identity, agent: false });
    outgoing.on('error', () => {}).end();
    const [stream] = await once(outgoing, 'response');
    await want(200, 'GET /v2/pets?limit=1');
    let text = '';
    for await (const chunk of stream.setEncoding('utf8')) {
      text += chunk;
      if (text.includes('event: request')) return;
    }
    throw new Error('The event stream ended by itself');
  },
  async 'control over a WebSocket'({ port, identity }) {
    const ask = async (path) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/__admin/socket`);
      await once(socket, 'open');
      socket.send(JSON.stringify({ method: 'GET', path, headers: identity }));
      return socket;
    };
    const socket = await ask('/__admin/requests?limit=1');
    const ended = once(socket, 'close');
    const [status] = await once(socket, 'message');
    const [code] = await ended;
    if (String(status) !== '200' || code !== 1000)
      throw new Error(`${status}, closed with ${code}`);
    // It leaves with a wait under way.
    const waiting = await ask('/__admin/requests/wait?status=599&timeout=60000');
    waiting.close();
    await once(waiting, 'close');
  },
  async pages({ want }) {
    const { text } = await want(200, 'GET /', { headers: { Accept: 'text/html' } });
    for (const [, path] of text.matchAll(/(?:src|href)="(\.?\/[^"]+\.(?:js|css|svg))"/g)) {
      await want(200, `GET ${path.replace(/^\./, '')}`);
    }
    await want(200, 'GET /docs', { headers: { Accept: 'text/html' } });
    for (const path of [
      '/openapi.json',
      '/openapi.yaml',
      '/__admin/openapi.json',
      '/__admin/health',
    ]) {
      await want(200, `GET ${path}`);
    }
  },
  async 'new keys'({ want }, random) {
    // More than the 1,000 catalogs that are kept.
    for (let count = 0; count < 10; count++) {
      const headers = { 'X-Test-Id': `visitor-${random.below(5000)}` };
      await want(201, 'POST /v2/pets', { headers, json: { name: 'Rex' } });
      await want(200, 'GET /__admin/requests', {
        headers: { 'X-Test-Id': `reader-${random.below(2 ** 32)}` },
      });
    }
    await want(200, 'GET /__admin/catalogs', { headers: { 'X-Test-Id': undefined } });
  },
};

/**
 * Adds a fault for the calls that bring its header, and removes it after `run`, which may do so
 * itself.
 */
async function withFault({ want }, fault, run) {
  const headers = { 'X-Soak': randomUUID() };
  const { json } = await want(201, 'POST /__admin/faults', {
    json: { ...fault, match: { header: headers } },
  });
  let isThere = true;
  const remove = async () => {
    isThere = false;
    await want(204, `DELETE /__admin/faults/${json.id}`);
  };
  await run({ headers }, remove);
  if (isThere) await remove();
}
