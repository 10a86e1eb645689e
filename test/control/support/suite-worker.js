// A test suite of somebody's in a worker of its own: it knows only the server's address and its key.
import assert from 'node:assert/strict';
import { parentPort, workerData } from 'node:worker_threads';

const { origin, key, rounds } = workerData;
const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };

async function send(method, path, body) {
  const response = await fetch(origin + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: text === '' ? undefined : JSON.parse(text) };
}

let first;
for (let round = 0; round < rounds; round++) {
  assert.equal((await send('POST', '/__admin/reset')).status, 204);
  assert.equal((await send('GET', '/v2/pets')).json.length, 5);
  const ids = [];
  for (let pet = 0; pet <= round % 4; pet++) {
    const { status, json } = await send('POST', '/v2/pets', { name: `${key} ${round} ${pet}` });
    assert.equal(status, 201);
    ids.push(json.id);
  }
  first ??= ids[0];
  assert.equal(ids[0], first, 'the ids begin anew after each reset');
  const { json: pets } = await send('GET', '/v2/pets');
  assert.deepEqual(
    pets.slice(5).map(({ name }) => name),
    ids.map((_, pet) => `${key} ${round} ${pet}`),
  );
  await send('POST', '/__admin/faults', { operation: 'getPet', status: 503, times: 1 });
  assert.equal((await send('GET', `/v2/pets/${first}`)).status, 503);
  assert.equal((await send('GET', `/v2/pets/${first}`)).status, 200);
  const { json: waited } = await send(
    'GET',
    '/__admin/requests/wait?operation=getPet&count=2&timeout=60000',
  );
  assert.equal(waited.requests.length, 2);
  const { json: counted } = await send('GET', '/__admin/requests/count');
  assert.equal(counted.count, 2 + ids.length + 2);
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has none
parentPort.postMessage('ok');
