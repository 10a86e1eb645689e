// What is sent where there is no wrk: wrk's side of this is load/pets.lua.
// One argument: JSON with operation, url, path, idsFile, apiKey, connections, seconds.
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

const { operation, url, path, idsFile, apiKey, connections, seconds } = JSON.parse(process.argv[2]);
const headers = { 'X-API-Key': apiKey };

function requests() {
  if (operation === 'get') {
    const ids = readFileSync(idsFile, 'utf8').split('\n');
    return ids.map((id) => ({ method: 'GET', path: `${path}/${id}` }));
  }
  if (operation === 'list') return [{ method: 'GET', path }];
  const json = { ...headers, 'Content-Type': 'application/json' };
  return Array.from({ length: 1_000 }, (_, index) => ({
    method: 'POST',
    path,
    headers: json,
    body: JSON.stringify({ name: `Pet ${index + 1}`, tag: 'dog' }),
  }));
}

const times = [];
const options = { url, headers, connections, duration: seconds, requests: requests(), timeout: 10 };
const run = autocannon({ ...options, sampleInt: 100 });
run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
const result = await run;
times.sort((a, b) => a - b);
const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
console.log(
  JSON.stringify({
    requests: times.length,
    seconds: result.duration,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    errors: result.errors + result.non2xx,
  }),
);
