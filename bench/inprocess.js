// Times gets by id one after another with no server; each measurement is a process of its own.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { getResponse, http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { createPetCatalog } from '../dist/index.js';
import { readOptions } from './lib/options.js';
import { createProcesses } from './lib/processes.js';
import { figure, inprocessReport } from './lib/report.js';
import { createResult, saveResult, say } from './lib/results.js';

const headers = { 'X-API-Key': 'bench-key' };
const peers = [
  { id: 'project', label: 'pet-catalog-mock' },
  { id: 'constant', label: 'one msw handler, a constant' },
];

async function runAll() {
  const options = readOptions(
    { sizes: '100,10000,100000', seconds: '3', rounds: '5' },
    { sizes: '100,10000', seconds: '1', rounds: '2' },
  );
  const { runTask } = createProcesses();
  const result = createResult(options, peers);
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const size of options.sizes) {
      for (const operation of ['setupServer', 'fetch']) {
        for (const { id: peer } of peers) {
          const args = [fileURLToPath(import.meta.url), operation, peer, size, options.seconds];
          const { perSecond } = await runTask(process.execPath, ...args);
          result.records.push({ peer, size, operation, round, perSecond });
          say(
            `${operation} ${peer} at ${size} pets, round ${round}: ${figure(perSecond)} a second`,
          );
        }
      }
    }
  }
  saveResult('inprocess', result);
  console.log(inprocessReport(result));
}

async function runOne(operation, peer, size, seconds) {
  const catalog = createPetCatalog({ pets: Number(size) });
  const all = catalog.pets.list({ limit: 10_000 });
  const constant = http.get('*/v2/pets/:petId', () => HttpResponse.json(all[0]));
  const [handlers, pets, direct] =
    peer === 'constant'
      ? [[constant], all.slice(0, 1), (request) => getResponse([constant], request)]
      : [catalog.handlers, all, catalog.fetch];
  if (operation === 'setupServer') setupServer(...handlers).listen({ onUnhandledRequest: 'error' });

  async function get({ id }) {
    const url = `http://localhost/v2/pets/${id}`;
    const response = await (operation === 'setupServer'
      ? fetch(url, { headers })
      : direct(new Request(url, { headers })));
    return response.json();
  }
  async function callFor(milliseconds) {
    const began = performance.now();
    let calls = 0;
    while (performance.now() - began < milliseconds) {
      for (let batch = 0; batch < 50; batch += 1) await get(pets[calls++ % pets.length]);
    }
    return (calls * 1000) / (performance.now() - began);
  }
  for (const pet of pets.slice(0, 20)) assert.deepEqual(await get(pet), pet);
  await callFor(1000);
  console.log(JSON.stringify({ perSecond: await callFor(Number(seconds) * 1000) }));
}

const [first = '--', ...rest] = process.argv.slice(2);
if (first.startsWith('--')) await runAll();
else await runOne(first, ...rest);
