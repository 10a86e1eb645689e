// Requests a second of one instance, of one behind nginx and of the pool, in one run: npm run measure
import autocannon from 'autocannon';
import { startPool } from './pool.js';

const rounds = 3;
const seconds = 4;
const keys = Array.from({ length: 100 }, (_, index) => `suite-${index}`);

async function load(url) {
  const requests = keys.flatMap((key) => {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    const get = { path: '/v2/pets?limit=5', headers };
    const create = { method: 'POST', path: '/v2/pets', headers, body: '{"name":"Rex"}' };
    return [get, get, get, create];
  });
  const result = await autocannon({ url, connections: 32, duration: seconds, requests });
  const failed = result.errors + result.non2xx;
  if (failed > 0) throw new Error(`${failed} requests failed at ${url}`);
  return result.requests.average;
}

const nginx = process.env.NGINX_PATH;
const ports = { one: 4120, four: 4121 };
const flags = ['--max-pets', '16000000'];
const one = await startPool({ instances: 1, port: ports.one, nginx, flags });
const four = await startPool({ instances: 4, port: ports.four, nginx, flags });
const targets = {
  'one instance': one.instances[0].url,
  'one instance behind nginx': one.url,
  'four instances behind nginx': four.url,
};
const figures = new Map(Object.keys(targets).map((name) => [name, []]));
try {
  for (const url of Object.values(targets)) await load(url); // warms them up
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, url] of Object.entries(targets)) figures.get(name).push(await load(url));
  }
} finally {
  await Promise.all([one.close(), four.close()]);
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const behind = figures.get('one instance behind nginx');
console.log('| | requests a second | beside one behind nginx |\n| --- | --: | --: |');
for (const [name, values] of figures) {
  const ratio = median(values.map((value, round) => value / behind[round]));
  console.log(`| ${name} | ${Math.round(median(values))} | ${ratio.toFixed(2)} |`);
}
