import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../src/server.ts';
import { create } from '../../src/verify/cases/case.ts';
import { bundleForBrowser } from '../browser/support/bundle.ts';
import { run } from '../browser/support/run.ts';
import { served } from '../browser/support/served.ts';
import { serveStatic } from '../browser/support/static-server.ts';
import { openPage } from '../browser/support/watched-page.ts';
import { prepared } from '../support/prepared.ts';
import { sendFetch } from '../support/send-http.ts';
import { editFile } from './support/edit-file.ts';

const cwd = await prepared('examples/cypress');

const createRex = (url: string) => sendFetch(new URL(url).origin, create({ name: 'Rex' }));

test('the config, the tasks and the specs type-check, and a wrong fault does not', async () => {
  await editFile(join(cwd, 'cypress/e2e/tasks.cy.ts'), 'status: 503', "status: '503'");
  const problems = await run('npm', ['run', 'types'], { cwd }).then(() => '', String);
  expect(problems.match(/.*error TS.*/g)).toEqual([
    expect.stringMatching(
      /tasks\.cy\.ts.*TS2322: Type 'string' is not assignable to type 'number'/,
    ),
  ]);
});

type Tasks = Record<string, (argument?: unknown) => Promise<unknown>>;
/** The used part of what the config exports. */
interface Config {
  e2e: { setupNodeEvents(on: (event: 'task', tasks: Tasks) => void, config: object): void };
}

test('the tasks that the config gives to Cypress control a server, and return nothing that it refuses', async () => {
  await using server = await startServer({ port: 0, pets: 2 });
  const { default: config } = (await import(join(cwd, 'cypress.config.ts'))) as { default: Config };
  const tasks: Tasks = {};
  const env = { petCatalogUrl: server.url };
  config.e2e.setupNodeEvents((_event, given) => Object.assign(tasks, given), { env });

  const fault = { operation: 'createPet', status: 503, error: 'Out walking', times: 1 };
  expect(await tasks['pets:fault']!(fault)).toBe('fault-1');
  expect(await (await createRex(server.url)).json()).toEqual({ error: 'Out walking' });
  expect(await tasks['pets:sent']!({ operation: 'createPet' })).toEqual([{ name: 'Rex' }]);
  expect(await tasks['pets:scenario']!('empty')).toBeNull();
  expect(server.catalog.pets.count()).toBe(0);
  expect(await tasks['pets:reset']!()).toBeNull();
  expect([server.catalog.pets.count(), server.catalog.requests.count()]).toEqual([2, 0]);
});

test('the control inside a spec works in Chromium, with the token, from an origin that is named', async () => {
  const { code } = await bundleForBrowser(join(cwd, 'cypress/support/control.ts'));
  const site = await serveStatic({ '/index.html': '<title>App</title>', '/control.js': code });
  onTestFinished(() => site.close());
  const { origin } = new URL(site.url.replace('127.0.0.1', 'localhost'));
  const command = join(cwd, '../node_modules/pet-catalog-mock/dist/cli.js');
  const args = ['--port', '0', '--log', 'none', '--admin-token', 'secret-token'];
  const ready = /ready on (\S+)\n/;
  const url = await served(command, [...args, '--cors-origin', origin], { cwd }, ready);
  const page = await openPage(`${origin}/`);
  await page.evaluate(
    (env: Record<string, string>) =>
      Object.assign(globalThis, { Cypress: { env: (name: string) => env[name] } }),
    { petCatalogUrl: url, petCatalogToken: 'secret-token' },
  );
  const control = (call: string): Promise<unknown> =>
    page.evaluate(`import('/control.js').then(({ control }) => control.${call})`);

  await control('reset()');
  const fault = "faults.add({ operation: 'createPet', status: 503, times: 1 })";
  expect(await control(fault)).toBe('fault-1');
  expect((await createRex(url)).status).toBe(503);
  const wait = "requests.waitFor({ operation: 'createPet', status: 503 }, { timeout: 60_000 })";
  expect(await control(wait)).toMatchObject([{ requestBody: '{"name":"Rex"}' }]);
});
