// Lists everything on one connection while light requests follow each other on another, and prints
// the longest that one of those took. Arguments: URL of the list, URL of the light request, API key.
import http from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const [listUrl, lightUrl, apiKey] = process.argv.slice(2);
const headers = { 'X-API-Key': apiKey };

function drain(url, agent) {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk) => (bytes += chunk.length));
      response.on('error', reject);
      response.on('end', () =>
        response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${response.statusCode}`)),
      );
    });
    request.on('error', reject);
  });
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
for (let warm = 0; warm < 200; warm += 1) await drain(lightUrl, agent);

const own = monitorEventLoopDelay({ resolution: 1 });
own.enable();
const listing = { bytes: 0, over: false };
drain(listUrl)
  .then((bytes) => Object.assign(listing, { bytes, over: true }))
  .catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
const began = performance.now();
let longest = 0;
while (!listing.over) {
  const start = performance.now();
  await drain(lightUrl, agent);
  longest = Math.max(longest, performance.now() - start);
}
const listMs = performance.now() - began;
agent.destroy();
console.log(
  JSON.stringify({ longestMs: longest, listMs, bytes: listing.bytes, ownMs: own.max / 1e6 }),
);
process.exit(0);
