// How soon the dashboard shows the first of 10,000 requests, and what it costs its browser while requests
// pour in: the longest task, layout shifts and the heap. `--seconds 600` for a longer look (default 30),
// `--rate 500` requests a second.
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { createServer } from 'vite';
import { startServer } from '../dist/server.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    rate: { type: 'string', default: '500' },
  },
});
const seconds = Number(values.seconds);
const rate = Number(values.rate);

const vite = await createServer({
  configFile: false,
  root: `${import.meta.dirname}/..`,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, watch: null, ws: false },
});
const { launchBrowser } = await vite.ssrLoadModule('/test/browser/support/browser.ts');
const server = await startServer({ port: 0 });
const full = await startServer({ port: 0, journalSize: 10_000 });
const browser = await launchBrowser();
try {
  await measureFirstRow();
  const page = await browser.newPage({ viewport: { width: 1366, height: 657 } });
  await page.addInitScript(() => {
    globalThis.measured = { tasks: [], shift: 0 };
    const observe = (type, onEntry) =>
      new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({ type });
    observe('longtask', ({ duration }) => measured.tasks.push(duration));
    observe('layout-shift', ({ value }) => (measured.shift += value));
  });
  await page.goto(new URL('/', server.url).href);
  await page.locator('.app[data-state=live]').waitFor();
  const session = await page.context().newCDPSession(page);
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize / 2 ** 20;
  };
  const load = autocannon({
    url: `${server.url}/pets?limit=5`,
    headers: { 'X-API-Key': 'bench' },
    connections: 8,
    overallRate: rate,
    duration: seconds,
  });
  // Its first requests fill the list, which is then as long as it gets.
  await pause(Math.min(25_000, (seconds * 1000) / 3));
  const first = await heap();
  await page.evaluate(() => (measured.tasks = []));
  const { requests } = await load;
  const last = await heap();
  const { tasks, shift } = await page.evaluate(() => measured);
  const shown = await page.locator('.request').count();
  console.log(`${requests.total} requests in ${seconds} s, ${shown} rows drawn`);
  console.log(`longest task ${Math.round(Math.max(0, ...tasks))} ms, ${tasks.length} over 50 ms`);
  console.log(`layout shift ${shift.toFixed(4)}`);
  console.log(`heap ${first.toFixed(1)} MiB, at the end ${last.toFixed(1)} MiB`);
} finally {
  await browser.close();
  await server.close();
  await full.close();
  await vite.close();
}

/** Times the first row of 10,000 requests, three times, each in a new profile. */
async function measureFirstRow() {
  const headers = { 'X-API-Key': 'bench' };
  for (let id = 1; id <= 10_000; id++) {
    await full.catalog.fetch(new Request(`${full.url}/pets/${id}`, { headers }));
  }
  for (let time = 0; time < 3; time++) {
    const page = await browser.newPage({ viewport: { width: 1366, height: 657 } });
    const start = performance.now();
    await page.goto(new URL('/', full.url).href, { waitUntil: 'commit' });
    await page.locator('.request').first().waitFor();
    const first = performance.now() - start;
    await page.locator('.request[aria-setsize="10000"]').first().waitFor();
    const all = performance.now() - start;
    console.log(`first of 10,000 rows after ${Math.round(first)} ms, all ${Math.round(all)} ms`);
    await page.close();
  }
}
