import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createPetCatalog } from '../../src/index.ts';
import { routePage } from '../../src/playwright/index.ts';
import { listening } from '../control/support/started-server.ts';
import { newContext } from './support/browser.ts';
import { patient } from '../support/patience.ts';

const origin = 'http://app.example';
const catalog = createPetCatalog({ fixtures: [{ name: 'Žofka 🐈', tag: 'cat', id: 'zofka' }] });

let context: BrowserContext;
let page: Page;

beforeEach(async () => {
  catalog.reset();
  context = await newContext();
  page = await context.newPage();
  // The app, and all that is not the service's.
  await context.route('**', (route) =>
    route.fulfill({ contentType: 'text/html', body: `the app has ${route.request().url()}` }),
  );
  await page.goto(origin);
});
afterEach(() => context.close());

/** What a page sees of a call. */
interface Seen {
  status: number;
  body: string;
  headers: Record<string, string>;
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Calls from within the page; a text is why its `fetch` rejected. */
function call(path: string, init: Sent = {}, from: Page = page): Promise<Seen | string> {
  return from.evaluate(
    async ([url, options]) => {
      try {
        const response = await fetch(url, {
          ...options,
          headers: { 'X-API-Key': 'test', ...options.headers },
        });
        const headers = Object.fromEntries(response.headers);
        return { status: response.status, body: await response.text(), headers };
      } catch (error) {
        return String(error);
      }
    },
    [path, init] as const,
  );
}

const refused = 'TypeError: Failed to fetch';
const create = { method: 'POST', headers: { 'Content-Type': 'application/json' } };

test('a page lists and creates pets, at another origin, too, whose headers it may read', async () => {
  await routePage(page, catalog);
  expect(await call('/v2/pets')).toMatchObject({
    status: 200,
    body: '[{"name":"Žofka 🐈","tag":"cat","id":"zofka"}]',
    headers: { 'content-type': 'application/json' },
  });
  const created = await call('https://pets.example/v2/pets', { ...create, body: '{"name":"Ďas"}' });
  expect(created).toMatchObject({
    status: 201,
    headers: { location: expect.stringMatching(/^\/v2\/pets\//) as unknown },
  });
  expect(catalog.requests.bodies()).toEqual([{ name: 'Ďas' }]);
  expect(catalog.requests.list().map(({ method }) => method)).toEqual(['GET', 'POST']);
});

test('HEAD and OPTIONS have no body, and the service decides about other methods', async () => {
  await routePage(page, catalog);
  expect(await call('/v2/pets', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
  expect(await call('/v2/pets', { method: 'OPTIONS' })).toMatchObject({ status: 204, body: '' });
  expect(await call('/v2/pets', { method: 'DELETE' })).toMatchObject({ status: 405 });
});

test.each(['reset', 'empty', 'truncate', 'garbage'] as const)(
  'a network fault, %s, is a broken connection in the page',
  async (network) => {
    await routePage(page, catalog);
    catalog.faults.add({ network });
    const failures: unknown[] = [];
    page.on('requestfailed', (request) => failures.push(request.failure()?.errorText));
    expect(await call('/v2/pets')).toBe(refused);
    await expect.poll(() => failures).toEqual(['net::ERR_CONNECTION_RESET']);
  },
);

test('a body that dribbles comes whole', async () => {
  await routePage(page, catalog);
  catalog.faults.add({ network: 'dribble', delay: 30 });
  expect(await call('/v2/pets/zofka')).toMatchObject({
    status: 200,
    body: '{"name":"Žofka 🐈","tag":"cat","id":"zofka"}',
  });
});

test('other requests go to earlier routes, or to the network', async () => {
  await routePage(page, catalog);
  expect(await call('/v2/cats')).toMatchObject({
    body: `the app has ${origin}/v2/cats`,
  });
  expect(catalog.requests.count()).toBe(0);
});

test('once stopped, a page gets to the network again', async () => {
  const stop = await routePage(page, catalog);
  await stop();
  await stop();
  expect(await call('/v2/pets')).toMatchObject({ body: `the app has ${origin}/v2/pets` });
  expect(catalog.requests.count()).toBe(0);
});

/** Whether calls still wait in the catalog: those of a removed fault are let go. */
const waiting = () =>
  catalog.requests.list().filter(({ durationMs }) => durationMs === null).length;

async function hang(): Promise<void> {
  catalog.faults.add({ network: 'hang' });
  call('/v2/pets').catch(() => {});
  await catalog.requests.waitFor({ operation: 'listPets' }, patient);
}

test.each<[what: string, routed: () => Page | BrowserContext, end: () => Promise<unknown>]>([
  ['the page closes', () => page, () => page.close()],
  ['the page closes, where its context is routed', () => context, () => page.close()],
  ['the context closes', () => context, () => context.close()],
  ['the page goes elsewhere', () => page, () => page.goto(`${origin}/elsewhere`)],
  ['the page gives up', () => page, () => page.evaluate(() => window.stop())],
])('a call hangs until %s', async (_what, routed, end) => {
  await routePage(routed(), catalog);
  await hang();
  await end();
  await expect.poll(waiting).toBe(0);
});

test('a call hangs until the routing is stopped, and is not sent to the network', async () => {
  const asked: (string | undefined)[] = [];
  const app = await listening((req, res) => {
    asked.push(req.url);
    res.end('the app');
  });
  const unrouted = await newContext();
  onTestFinished(() => unrouted.close());
  const other = await unrouted.newPage();
  await other.goto(app.origin);
  const stop = await routePage(other, catalog);
  catalog.faults.add({ network: 'hang' });
  const called = call('/v2/pets', {}, other);
  await catalog.requests.waitFor({ operation: 'listPets' }, patient);
  await stop();
  expect(await called).toBe(refused);
  expect(waiting()).toBe(0);
  expect(asked).not.toContain('/v2/pets');
});
