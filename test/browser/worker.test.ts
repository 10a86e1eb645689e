import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { loadPetNames } from '../../src/fixtures/pet-names.ts';
import type { WorkerOptions } from '../../src/browser/index.ts';
import { leftAlone } from './support/static-server.ts';
import { openPage } from './support/watched-page.ts';
import type { PageRequest } from './support/worker-page.ts';
import { serveWorkerSite } from './support/worker-site.ts';

const site = await serveWorkerSite();
afterAll(() => site.close());

let page: Page;
/** Messages that a test brings about on the console. */
let expected: RegExp | undefined;

beforeEach(async () => {
  expected = undefined;
  page = await openPage(site.url, { expected: (text) => expected?.test(text) ?? false });
});

const list: PageRequest = { method: 'GET', path: '/v2/pets', headers: { 'X-API-Key': 'k' } };
const create = (name: string): PageRequest => ({
  method: 'POST',
  path: '/v2/pets',
  headers: { 'X-API-Key': 'k', 'Content-Type': 'application/json' },
  body: JSON.stringify({ name }),
});

/** Starts the mock in the page. What `startWorker` refuses comes out as its message. */
async function start(
  options: Omit<WorkerOptions, 'handlers' | 'operations' | 'collections' | 'fields'> = {
    quiet: true,
  },
): Promise<string | undefined> {
  return page.evaluate(
    (given) =>
      mock.start(given).then(
        () => undefined,
        (error: Error) => `${error.name}: ${error.message}`,
      ),
    options,
  );
}

async function send(request: PageRequest) {
  const answer = await page.evaluate((sent) => mock.send(sent), request);
  const text = Buffer.from(answer.body, 'base64').toString();
  return { ...answer, text, isLeftAlone: leftAlone in answer.headers };
}

test('network faults are network errors in the page', async () => {
  expected = /Failed to load resource: net::ERR_FAILED|The FetchEvent for/;
  await start();
  for (const network of ['reset', 'empty', 'truncate'] as const) {
    await page.evaluate(
      (kind) => void mock.running!.catalog.faults.add({ network: kind, times: 1 }),
      network,
    );
    await expect(send(list)).rejects.toThrow('Failed to fetch');
    expect((await send(list)).status).toBe(200);
  }
});

test('locale gives the pets names of that language', async () => {
  expect(await start({ quiet: true, locale: 'Klingon' })).toMatch(/"locale" must be one of "ar"/);
  await start({ quiet: true, locale: 'de-AT', pets: 5 });
  const names = new Set(await loadPetNames('de'));
  const pets = JSON.parse((await send(list)).text) as { name: string }[];
  expect(pets.filter(({ name }) => !names.has(name))).toEqual([]);
});

test("onUnhandledRequest is msw's own", async () => {
  expected = /^\[MSW\] .*\/v2\/owners/s;
  await start({ quiet: true, onUnhandledRequest: 'error' });
  const refused = await send({ ...list, path: '/v2/owners' });
  expect(refused.text).toMatch(/onUnhandled(?:Request|Frame)/);
  expect((await send(list)).status).toBe(200);
});

test('onUnhandledRequest may be a function, which can print what msw would', async () => {
  expected = /^\[MSW\] .*\/v2\/owners/s;
  const told = await page.evaluate(async () => {
    const paths: string[] = [];
    await mock.start({
      quiet: true,
      onUnhandledRequest: ({ url }, print) => {
        paths.push(new URL(url).pathname);
        print.warning();
      },
    });
    await fetch('/v2/owners');
    return paths;
  });
  expect(told).toEqual(['/v2/owners']);
});

test("handlers of the page come before the service's own", async () => {
  await page.evaluate(async () => {
    const { http, HttpResponse } = mock;
    const early = http.get('*/v2/pets', () => HttpResponse.json(['mine']));
    await mock.start({ quiet: true, handlers: [early] });
  });
  expect((await send(list)).text).toBe('["mine"]');
  expect((await send(create('Rex'))).status).toBe(201);
});

test('a second mock is refused; after stop() requests go to the network, and a second stop() does nothing', async () => {
  await start();
  expect(await start()).toContain(
    'A mock already runs in this page: await its stop() before you start another',
  );
  expect((await send(list)).status).toBe(200);
  await page.evaluate(async () => {
    await Promise.all([mock.running!.stop(), mock.running!.stop()]);
    await mock.running!.stop();
  });
  expect((await send(list)).isLeftAlone).toBe(true);
});

// msw's service worker unregisters itself after a stop, and a start that met it half gone failed to
// update it: "Failed to update a ServiceWorker […]: Not found", which a page cannot catch.
test('after stop() another can be started at once, again and again', async () => {
  const counts = await page.evaluate(async () => {
    const seen: number[] = [];
    for (let pets = 1; pets <= 12; pets += 1) {
      const { stop } = await mock.start({ quiet: true, pets });
      const response = await fetch('/v2/pets', { headers: { 'X-API-Key': 'k' } });
      seen.push(((await response.json()) as unknown[]).length);
      await stop();
    }
    return seen;
  });
  expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

test('a mock whose worker the page has stopped itself still stops', async () => {
  expected = /Found a redundant "worker\.stop\(\)" call/;
  await start();
  await page.evaluate(async () => {
    await mock.running!.worker.stop();
    await mock.running!.stop();
  });
  expect(await start()).toBeUndefined();
});

test('two tabs of one site share neither their pets nor their end', async () => {
  await start({ quiet: true, pets: 2 });
  const second = await page.context().newPage();
  await second.goto(site.url);
  await second.evaluate(() => mock.start({ quiet: true, pets: 2 }).then(() => undefined));
  await send(create('Rex'));
  expect(await second.evaluate(() => mock.running!.catalog.pets.count())).toBe(2);
  await second.evaluate(() => mock.running!.stop());
  expect(JSON.parse((await send(list)).text)).toHaveLength(3);
});

test('msw logs to the console unless `quiet` is set', async () => {
  const logs: string[] = [];
  page.on('console', (message) => logs.push(message.text()));
  await start({ quiet: true });
  await send(create('Rex'));
  await page.evaluate(() => mock.running!.stop());
  await start({});
  await send(list);
  // The page has its answer before msw has logged it.
  await expect.poll(() => logs.join('\n')).toMatch(/\[MSW\].* GET \/v2\/pets/);
  expect(logs.join('\n')).not.toContain('POST');
});

test('options that are wrong are refused before anything is started', async () => {
  const wrong: [options: object, message: string][] = [
    [{ petz: 3 }, 'Unknown option "petz". The options are: baseUrl,'],
    [{ pets: -1 }, 'Option "pets" must be'],
    [{ quiet: 'yes' }, 'Option "quiet" must be true or false, not "yes"'],
    [
      { onUnhandledRequest: 'ignore' },
      'Option "onUnhandledRequest" must be "bypass", "warn", "error" or a function, not "ignore"',
    ],
    [{ handlers: {} }, 'Option "handlers" must be an array of msw handlers'],
    [{ serviceWorker: '/sw.js' }, 'Option "serviceWorker" must be an object with "url"'],
    [{ serviceWorker: { url: 7 } }, 'Option "serviceWorker.url" must be a string, not 7'],
    [{ persist: 'forever' }, 'Option "persist" must be "session" or "local", not "forever"'],
    [
      { persist: 'session', isolate: true },
      'Option "persist" must be left out beside "isolate", with which each key has a catalog of its own, not "session"',
    ],
  ];
  for (const [options, message] of wrong) {
    expect(await start(options as WorkerOptions)).toContain(`OptionError: ${message}`);
    expect(await page.evaluate(() => mock.running)).toBeUndefined();
  }
});

test('the error for a missing service worker names the address and the command that creates it', async () => {
  expected = /./;
  // Dev servers answer a missing file with a page.
  for (const url of ['/elsewhere.js', '/index.html']) {
    const message = await start({ quiet: true, serviceWorker: { url } });
    expect(message).toContain(`msw's worker script is not at ${url}`);
    expect(message).toContain('npx msw init <public folder> --no-save');
    expect(message).toContain('petCatalogMock()');
  }
  expect(await start()).toBeUndefined();
});
