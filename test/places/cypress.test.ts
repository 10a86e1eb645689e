import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../src/server.ts';
import { newContext } from '../browser/support/browser.ts';
import { bundleForBrowser } from '../browser/support/bundle.ts';
import { run } from '../browser/support/run.ts';
import { served } from '../browser/support/served.ts';
import { serveStatic } from '../browser/support/static-server.ts';
import { installedExample } from '../package/support/installed-project.ts';
import { editFile } from './support/edit-file.ts';

const cwd = await installedExample('cypress');

const create = (url: string, name: string) =>
  fetch(`${url}/pets`, {
    method: 'POST',
    headers: { 'X-API-Key': 'test', 'Content-Type': 'application/json' },
    body: JSON.stringify({ name }),
  });

test('the config, the tasks and the specs type-check, and a wrong fault does not', async () => {
  await run('npm', ['run', 'types'], { cwd });
  await editFile(join(cwd, 'cypress/e2e/tasks.cy.ts'), 'status: 503', "status: '503'");
  await expect(run('npm', ['run', 'types'], { cwd })).rejects.toThrow(
    /tasks\.cy\.ts.*TS2322: Type 'string' is not assignable to type 'number'/,
  );
});

describe('the tasks that the config gives to Cypress', () => {
  type Tasks = Record<string, (argument?: unknown) => Promise<unknown>>;

  async function tasksOf(petCatalogUrl: string): Promise<Tasks> {
    const { default: config } = (await import(join(cwd, 'cypress.config.ts'))) as {
      default: Cypress;
    };
    const given: Tasks[] = [];
    config.e2e.setupNodeEvents((_event, tasks) => given.push(tasks), { env: { petCatalogUrl } });
    return given[0]!;
  }
  interface Cypress {
    e2e: {
      setupNodeEvents(
        on: (event: 'task', tasks: Tasks) => void,
        config: { env: { petCatalogUrl: string } },
      ): void;
    };
  }

  test('control a server, and return nothing that Cypress refuses', async () => {
    const server = await startServer({ port: 0, pets: 2 });
    onTestFinished(() => server.close());
    const tasks = await tasksOf(server.url);

    const fault = { operation: 'createPet', status: 503, error: 'Out walking', times: 1 };
    expect(await tasks['pets:fault']!(fault)).toBe('fault-1');
    expect(await (await create(server.url, 'Rex')).json()).toEqual({ error: 'Out walking' });
    expect(await tasks['pets:sent']!({ operation: 'createPet' })).toEqual([{ name: 'Rex' }]);
    expect(await tasks['pets:scenario']!('empty')).toBeNull();
    expect(server.catalog.pets.count()).toBe(0);
    expect(await tasks['pets:reset']!()).toBeNull();
    expect([server.catalog.pets.count(), server.catalog.requests.count()]).toEqual([2, 0]);
  });
});

describe('the control inside a spec, in Chromium', () => {
  let code: string;
  beforeAll(async () => {
    ({ code } = await bundleForBrowser(join(cwd, 'cypress/support/control.ts')));
  });

  /** A page of the app's origin, with what `cypress/support/control.ts` exports in `control`. */
  async function openPage() {
    const site = await serveStatic({ '/index.html': '<title>App</title>', '/control.js': code });
    onTestFinished(() => site.close());
    const { origin } = new URL(site.url.replace('127.0.0.1', 'localhost'));
    const command = join(cwd, 'node_modules/pet-catalog-mock/dist/cli.js');
    const args = ['--port', '0', '--log', 'none', '--admin-token', 'secret-token'];
    const ready = /ready on (\S+)\n/;
    const url = await served(command, [...args, '--cors-origin', origin], { cwd }, ready);
    const context = await newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.addInitScript(
      (env: Record<string, string>) =>
        Object.assign(globalThis, { Cypress: { env: (name: string) => env[name] } }),
      { petCatalogUrl: url, petCatalogToken: 'secret-token' },
    );
    await page.goto(`${origin}/`);
    return { page, url };
  }

  const control = (page: Page, call: string): Promise<unknown> =>
    page.evaluate(`import('/control.js').then(({ control }) => control.${call})`);
  const fault = "faults.add({ operation: 'createPet', status: 503, times: 1 })";

  test('works with the token, from an origin that is named', async () => {
    const { page, url } = await openPage();
    await control(page, 'reset()');
    expect(await control(page, fault)).toBe('fault-1');
    expect((await create(url, 'Rex')).status).toBe(503);
    const wait = "requests.waitFor({ operation: 'createPet', status: 503 }, { timeout: 60_000 })";
    expect(await control(page, wait)).toMatchObject([{ requestBody: '{"name":"Rex"}' }]);
  });
});
