import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { run } from '../browser/support/run.ts';
import { served } from '../browser/support/served.ts';
import { startedServer } from '../control/support/started-server.ts';
import { prepared } from '../support/prepared.ts';
import { editFile } from './support/edit-file.ts';

const quiet = { NEXT_TELEMETRY_DISABLED: '1' };

const project = await prepared('examples/next');
// No service runs during the build.
beforeAll(() => run('npm', ['run', 'build'], { cwd: project, env: quiet }));

const startNext = (command: 'dev' | 'start', env: Record<string, string> = {}) =>
  served(
    join(project, 'node_modules/next/dist/bin/next'),
    [command, '--hostname', '127.0.0.1', '--port', '0'],
    { cwd: project, env: { ...quiet, ...env } },
    /Local:\s+(http:\S+)[^]*Ready/,
  );

/** The names on the page, or its alert. */
async function read(url: string): Promise<string[]> {
  const html = await (await fetch(url)).text();
  return Array.from(html.matchAll(/<(?:li|p role="alert")>([^<]*)</g), ([, text]) => text!);
}

function ask(url: string, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { 'X-API-Key': 'test', 'Content-Type': 'application/json' };
  return fetch(new URL(path, url), { headers, ...init });
}

const create = (url: string, body: string) => ask(url, '/v2/pets', { method: 'POST', body });

test('the types of the example check', async () => {
  expect(await run('npm', ['run', 'types'], { cwd: project })).not.toContain('error');
});

test('with a separate server the page shows its pets, and how it fails', async () => {
  const mock = await startedServer({ pets: 2 });
  const url = await startNext('start', { PET_SERVICE_URL: mock.url });
  expect(await read(url)).toEqual(['Cookie', 'Archie']);

  mock.catalog.pets.create({ name: 'Rex' });
  expect(await read(url)).toEqual(['Cookie', 'Archie', 'Rex']);

  mock.catalog.faults.add({ operation: 'listPets', status: 503, error: 'Out walking', times: 1 });
  expect(await read(url)).toEqual(['Out walking']);
  expect(await read(url)).toEqual(['Cookie', 'Archie', 'Rex']);
  expect(mock.catalog.requests.count({ operation: 'listPets' })).toBe(4);
});

describe('as a route of it', () => {
  test('it answers as the service does', async () => {
    const url = await startNext('start');
    const listed = await ask(url, '/v2/pets?limit=2');
    expect(await listed.json()).toMatchObject([{ name: 'Cookie' }, { name: 'Archie' }]);

    const created = await create(url, '{"name":"Rex"}');
    expect(created.status).toBe(201);
    const pet = await created.json();
    const found = await ask(url, created.headers.get('Location')!);
    expect(await found.json()).toEqual(pet);

    expect((await create(url, '{"nme":"Rex"}')).status).toBe(400);
    const other = await ask(url, '/v2/others');
    expect([other.status, await other.text()]).toEqual([404, 'Not found']);
    expect((await ask(url, '/v2/pets', { method: 'DELETE' })).status).toBe(405);
  });

  test('its pets survive a change of its code in development', async () => {
    const url = await startNext('dev');
    const created = await create(url, '{"name":"Rex"}');
    expect(created.status).toBe(201);

    await editFile(join(project, 'app/v2/[...path]/route.ts'), 'Not found', 'Changed');
    await expect.poll(async () => (await ask(url, '/v2/others')).text()).toBe('Changed');
    const found = await ask(url, created.headers.get('Location')!);
    expect(await found.json()).toMatchObject({ name: 'Rex' });
  });
});
