import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../src/server.ts';
import { folderWith } from '../support/folder.ts';
import { newContext } from './support/browser.ts';

test('a browser is answered from the archive as it was by the mock', async () => {
  const server = await startServer({ port: 0, pets: 3 });
  const headers = { 'X-API-Key': 'test-key-01' };
  const listed: unknown = await (await fetch(`${server.url}/pets?limit=2`, { headers })).json();
  await (await fetch(`${server.url}/pets/nobody`, { headers })).text();
  const har = await (await fetch(new URL('/__admin/requests.har', server.url))).text();
  await server.close();

  const file = join(await folderWith({ 'requests.har': har }), 'requests.har');
  const context = await newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.routeFromHAR(file, { notFound: 'abort' });
  await page.goto(`${server.url}/pets?limit=2`);
  expect(JSON.parse(await page.locator('body').innerText())).toEqual(listed);
  expect((await page.goto(`${server.url}/pets/nobody`))!.status()).toBe(404);
});
