import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { run } from '../browser/support/run.ts';
import { served } from '../browser/support/served.ts';
import { openPage } from '../browser/support/watched-page.ts';
import { prepared } from '../support/prepared.ts';
import type { OpenApiDocument } from '../../src/service/openapi.ts';
import { jsonOf, toAnswer } from '../support/answer.ts';
import { createOpenApiChecker, templateOf } from '../support/openapi-checker.ts';
import { patience, patientVitest } from '../support/patience.ts';
import { editFile } from './support/edit-file.ts';

const project = await prepared('examples/grown-service');
const operations = join(project, 'operations.js');

const start = (script: string, args: string[], ready: RegExp) =>
  served(join(project, '../node_modules', script), args, { cwd: project }, ready);

describe('in tests', () => {
  test('the operations work', async () => {
    expect(await run('npm', ['test', '--', ...patientVitest], { cwd: project })).toMatch(
      /Tests\s+21 passed \(21\)/,
    );
  });

  test('the types know the path parameters, the results of the schemas, and the declared fields', async () => {
    await editFile(operations, 'remove(params.petId)', 'remove(params.id)');
    await editFile(operations, 'body.name', 'body.title');
    await editFile(operations, 'url: body.url', 'link: body.url');
    await editFile(join(project, 'src/pet-fields.d.ts'), 'breed?', 'colour?');
    const types = run('npm', ['run', 'types'], { cwd: project });
    const problems = await types.then(() => '', String);
    // No other error: the example itself is right.
    expect(problems.match(/error TS.*/g)).toEqual([
      expect.stringContaining("TS2339: Property 'id'"),
      expect.stringContaining("TS2339: Property 'title'"),
      expect.stringContaining("'link'"),
      expect.stringContaining("'breed' does not exist in type"),
    ]);
  });
});

describe('in a page', () => {
  const startVite = () =>
    start('vite/bin/vite.js', ['--host', '127.0.0.1', '--port', '0'], /Pets: +(http:\S+)\/v2/);

  test('it deletes pets and renames them', async () => {
    const page = await openPage(await startVite());
    const names = () =>
      page.locator('input').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    const first = page.getByRole('listitem').first();
    await expect.poll(names).toHaveLength(3);
    const [deleted, second, third] = await names();

    await first.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(names).toEqual([second, third, expect.any(String)]);
    expect(await names()).not.toContain(deleted);

    await first.getByLabel('Name').fill('');
    await first.getByRole('button', { name: 'Rename' }).click();
    await page.getByText('The request body: "name": must not be empty').waitFor();
    await first.getByLabel('Name').fill('Max');
    await first.getByRole('button', { name: 'Rename' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toBe('');
    expect((await names()).slice(0, 2)).toEqual(['Max', third]);
  });

  test('an edit of the operations needs no restart by hand, and the pets stay', async () => {
    const url = await startVite();
    const headers = { 'X-API-Key': 'k', 'Content-Type': 'application/json' };
    const [pet] = (await (await fetch(`${url}/v2/pets`, { headers })).json()) as { id: string }[];
    const send = (method: string, body?: string) =>
      fetch(`${url}/v2/pets/${pet!.id}`, { method, headers, ...(body && { body }) });
    expect((await send('DELETE')).status).toBe(204);
    await editFile(operations, "notFound = 'Pet not found'", "notFound = 'Gone'");
    await vi.waitFor(
      async () => {
        const renamed = await send('PATCH', '{"name":"Max"}');
        expect([renamed.status, await renamed.json()]).toEqual([404, { error: 'Gone' }]);
      },
      { timeout: patience, interval: 300 },
    );
  });
});

test('on the server, they answer as its OpenAPI document says', async () => {
  const manifest = await readFile(join(project, 'package.json'), 'utf8');
  const [, options] = /"mock": "pet-catalog-mock (.*)"/.exec(manifest)!;
  const args = options!.split(' ');
  const cli = 'pet-catalog-mock/dist/cli.js';
  const url = await start(cli, [...args, '--port', '0', '--pets', '3'], /ready on (http:\S+)\/v2/);

  const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument;
  const { problemsOf } = createOpenApiChecker(document);
  async function call(method: string, path: string, body?: string) {
    const headers = { 'X-API-Key': 'k', 'Content-Type': 'application/json' };
    const response = await fetch(`${url}/v2${path}`, { method, headers, ...(body && { body }) });
    if (response.status === 204) return { status: 204 };
    const answer = await toAnswer(response);
    expect(problemsOf(templateOf(path, ''), method, answer)).toEqual([]);
    return { status: response.status, body: jsonOf(answer) };
  }

  const [first, second, third] = (await call('GET', '/pets')).body as { id: string }[];
  const renamed = { ...second, name: 'Max' };
  expect((await call('PATCH', `/pets/${second!.id}`, '{"name":"Max"}')).body).toEqual(renamed);
  expect((await call('PATCH', '/pets/nobody', '{"name":"Max"}')).status).toBe(404);
  expect((await call('DELETE', `/pets/${first!.id}`)).status).toBe(204);
  expect((await call('GET', '/pets')).body).toEqual([renamed, third]);
});
