import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startedServer, type TestServer } from '../control/support/started-server.ts';
import { prepared } from '../support/prepared.ts';
import { hasFocus } from './dashboard-page.ts';
import { run } from './support/run.ts';
import { served } from './support/served.ts';
import { serveStatic, type StaticServer } from './support/static-server.ts';
import { openPage } from './support/watched-page.ts';
import { patientVitest } from '../support/patience.ts';

const example = await prepared('examples/pet-list');
const vite = join(example, '../node_modules/vite/bin/vite.js');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pet-list-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const names = (page: Page) => page.locator('li .name');

async function add(page: Page, name: string, tag = ''): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Tag', { exact: true }).fill(tag);
  await page.getByRole('button', { name: 'Add pet' }).click();
}

async function choose(page: Page, scenario: string): Promise<void> {
  await page.getByRole('button', { name: 'Scenario', exact: true }).click();
  await page.getByRole('button', { name: scenario }).click();
}

/** Waits for a text: pages answer when they are done. */
const shows = (page: Page, role: 'alert' | 'status', text: string) =>
  page.getByRole(role).filter({ hasText: text }).waitFor();

describe('the demo of the example, with no backend at all', () => {
  let site: StaticServer;

  beforeAll(async () => {
    // Below a path, as a static host may put it.
    await run('npm', ['run', 'demo', '--', '--outDir', join(folder, 'demo')], { cwd: example });
    site = await serveStatic(folder);
  });

  afterAll(() => site?.close());

  test('lists pets, adds one, and fails once in a scenario', async () => {
    const page = await openPage(`${site.url}demo/`);
    await shows(page, 'status', '8 pets');
    await add(page, 'Rex', 'dog');
    await shows(page, 'status', 'Added Rex. 9 pets');
    expect(await names(page).last().textContent()).toBe('Rex');
    expect(await hasFocus(page.getByLabel('Name', { exact: true }))).toBe(true);
    expect(site.missed).toEqual([]);

    await choose(page, 'out walking');
    await shows(page, 'alert', 'No list: Out walking');
    await page.getByRole('button', { name: 'Try again' }).click();
    await shows(page, 'status', '8 pets');
    expect(await names(page).count()).toBe(8);
  });
});

describe('the example on the standalone server, by one line of proxy', () => {
  const startVite = (args: string[], service: string) =>
    served(
      vite,
      [...args, '--host', '127.0.0.1', '--port', '0'],
      { cwd: example, env: { PET_CATALOG_URL: new URL(service).origin } },
      /Local:\s+(http:\S+)/,
    );

  async function checkStory(page: Page, { catalog }: TestServer) {
    await shows(page, 'status', '3 pets');
    await add(page, 'Rex', 'dog');
    await shows(page, 'status', 'Added Rex. 4 pets');
    expect(catalog.pets.list().at(-1)).toMatchObject({ name: 'Rex', tag: 'dog' });

    catalog.faults.add({ operation: 'createPet', status: 503, error: 'Out walking', times: 1 });
    await add(page, 'Bella');
    await shows(page, 'alert', 'Not added: Out walking');
  }

  test('runs in development', async () => {
    const mock = await startedServer({ pets: 3 });
    await checkStory(await openPage(await startVite([], mock.url)), mock);
    expect(mock.catalog.pets.count()).toBe(4);
  });

  test('runs after the build, and contains nothing of the mock', async () => {
    const outDir = join(folder, 'app');
    const log = await run('npm', ['run', 'build', '--', '--outDir', outDir], { cwd: example });
    expect(log).not.toContain('demo-');
    const mock = await startedServer({ pets: 3 });
    await checkStory(
      await openPage(await startVite(['preview', '--outDir', outDir], mock.url)),
      mock,
    );
    expect(mock.catalog.pets.count()).toBe(4);
  });
});

test('the example passes its own tests, on the handlers in its own process, and its types', async () => {
  const log = await run('npm', ['test', '--', ...patientVitest], { cwd: example });
  expect(log).toMatch(/Tests\s+\d+ passed/);
  expect(log).not.toMatch(/failed|skipped/);
  expect(await run('npm', ['run', 'types'], { cwd: example })).not.toContain('error');
});
