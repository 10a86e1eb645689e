import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WorkerOptions } from '../../src/browser.ts';
import { runCaseInPage } from '../browser/support/run-case-in-page.ts';
import { run } from '../browser/support/run.ts';
import { leftAlone, type StaticServer } from '../browser/support/static-server.ts';
import { openWatchedPage, type WatchedPage } from '../browser/support/watched-page.ts';
import type { PageRequest } from '../browser/support/worker-page.ts';
import { serveWorkerSite } from '../browser/support/worker-site.ts';
import { contractCases } from '../contract/cases.ts';
import { compile } from '../package/support/compile.ts';
import { packedPackage } from '../package/support/installed-project.ts';
import { manifest, root } from '../package/support/package.ts';
import { msw3, runOwnWithMsw3, runWithMsw3 } from './support/msw-project.ts';

const fixtures = join(import.meta.dirname, 'fixtures/msw-versions');
const files = ['contract', 'suite'].map((name) => join(fixtures, `${name}.test.ts`));

test('the packed package keeps its whole contract with msw 3', async () => {
  expect(await runWithMsw3(files)).toContain('2 passed (2)');
});

test("handlers of users on the server, and a suite's own server, work with msw 3", async () => {
  expect(await runOwnWithMsw3()).toContain('4 passed (4)');
});

describe('a project with msw 3', () => {
  let project: string;
  let site: StaticServer;
  let watched: WatchedPage;

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'msw-3-'));
    await writeFile(join(project, 'package.json'), '{"private":true,"type":"module"}');
    const names = ['typescript', '@types/node'].map(
      (name) => `${name}@${manifest.devDependencies[name]}`,
    );
    const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
    // npm refuses a package whose peers are not those that are asked for.
    const asked = [await packedPackage(), `msw@${msw3}`, ...names];
    await run('npm', ['install', ...flags, ...asked], { cwd: project });
    const old = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
    site = await serveWorkerSite('', { '/old.js': await readFile(old, 'utf8') }, project);
    watched = await openWatchedPage({
      expected: (text) => /^\[MSW\] .*\/v2\/owners/s.test(text),
    });
    await watched.page.goto(site.url);
  });

  afterAll(async () => {
    await watched?.close();
    await site?.close();
    await rm(project, { recursive: true, force: true });
  });

  const list: PageRequest = { method: 'GET', path: '/v2/pets', headers: { 'X-API-Key': 'k' } };
  const send = (path = list.path) =>
    watched.page.evaluate((sent) => mock.send(sent), { ...list, path });

  const start = (options: Omit<WorkerOptions, 'handlers'> = {}) =>
    watched.page.evaluate(
      async (given) => void (await mock.start({ quiet: true, ...given })),
      options,
    );
  const stop = () => watched.page.evaluate(() => mock.running!.stop());

  test.each([
    ['nodenext', 'nodenext', ['in-commonjs.cts']],
    ['esnext', 'bundler', []],
  ])('has right types, with module %s', async (module, moduleResolution, more) => {
    const check = async (names: string[], settings: object) => {
      for (const name of names) {
        const source = await readFile(join(root, 'test/package/consumer', name), 'utf8');
        const renamed = source.replace('onUnhandledRequest', 'onUnhandledFrame');
        await writeFile(join(project, name), renamed);
      }
      const compiling = compile(project, names, { module, moduleResolution, ...settings });
      await expect(compiling).resolves.toContain(project);
    };
    await check(['in-a-page.mts'], { types: [], lib: ['es2023', 'dom', 'dom.iterable'] });
    await check(['in-a-test.mts', 'on-the-server.mts', ...more], { types: ['node'] });
  });

  describe('in a page, through its service worker', () => {
    beforeAll(() => start());
    afterAll(() => stop());

    test.each(contractCases)('$name', async (one) => {
      expect.hasAssertions();
      await runCaseInPage(watched, one);
    });
  });

  test('another mock can be started as soon as one has stopped, again and again', async () => {
    for (let pets = 1; pets <= 6; pets++) {
      await start({ pets });
      const { body } = await send();
      expect(JSON.parse(Buffer.from(body, 'base64').toString())).toHaveLength(pets);
      await stop();
    }
    expect(await send()).toMatchObject({ headers: { [leftAlone]: expect.any(String) } });
  });

  test('a mock whose worker the page has stopped itself still stops', async () => {
    await start();
    await watched.page.evaluate(async () => {
      await mock.running!.worker.stop();
      await mock.running!.stop();
    });
    await start();
    expect((await send()).status).toBe(200);
    await stop();
  });

  test('onUnhandledRequest says what happens to other requests, by a word or a function', async () => {
    await start({ onUnhandledRequest: 'error' });
    expect((await send('/v2/owners')).status).toBe(500);
    await stop();
    const told = await watched.page.evaluate(async () => {
      const paths: string[] = [];
      const { stop: end } = await mock.start({
        quiet: true,
        onUnhandledRequest: ({ url }, print) => {
          paths.push(new URL(url).pathname);
          print.warning();
        },
      });
      await fetch('/v2/owners');
      await end();
      return paths;
    });
    expect(told).toEqual(['/v2/owners']);
  });

  test('the console stays free of errors', () => {
    expect(watched.problems).toEqual([]);
  });

  // It does not know the word that msw 3 waits for.
  test('a mock with the script of msw 2, left behind by an update, stops all the same', async () => {
    const second = await openWatchedPage();
    await second.page.goto(site.url);
    await second.page.evaluate(async () => {
      const { stop: end } = await mock.start({ quiet: true, serviceWorker: { url: '/old.js' } });
      await end();
    });
    expect(second.problems.join()).toContain('has been generated by a different version of MSW');
    await second.close();
  });
});
