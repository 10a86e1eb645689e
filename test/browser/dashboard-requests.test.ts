import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../src/server.ts';
import { filters, openDashboard, serve } from './dashboard-page.ts';

/** Sends an `OPTIONS` with headers that `fetch` keeps for itself. */
async function preflight(url: string, headers: Record<string, string>): Promise<void> {
  const sent = request(url, { method: 'OPTIONS', headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  await once(response.resume(), 'end');
}

test('requests are filtered by operation and status, and the address says so', async () => {
  const { origin, call } = await serve();
  for (const path of ['/pets', '/pets/nobody', '/pets?limit=x', '/pets?limit=1']) await call(path);
  const page = await openDashboard(origin);
  const entries = page.locator('.entry .path');
  await expect
    .poll(() => entries.allInnerTexts())
    .toEqual(['/v2/pets?limit=1', '/v2/pets?limit=x', '/v2/pets/nobody', '/v2/pets']);
  await filters(page).getByLabel('Status').selectOption('4xx');
  await expect.poll(() => entries.allInnerTexts()).toEqual(['/v2/pets?limit=x', '/v2/pets/nobody']);
  await filters(page).getByLabel('Operation').selectOption('getPet');
  await expect.poll(() => entries.allInnerTexts()).toEqual(['/v2/pets/nobody']);
  expect(page.url()).toMatch(/\?operation=getPet&status=4xx$/);
  await page.reload();
  await expect.poll(() => entries.allInnerTexts()).toEqual(['/v2/pets/nobody']);
  await call('/pets/nobody-else');
  await expect.poll(() => entries.first().innerText()).toBe('/v2/pets/nobody-else');
  await filters(page).getByLabel('Status').selectOption('201');
  await page.getByText('No request matches').waitFor();
  await page.getByRole('button', { name: 'Show all requests' }).click();
  await expect.poll(() => entries.count()).toBe(5);
});

test('a request that waits is there, and then its answer', async () => {
  const { server, origin, call } = await serve();
  const page = await openDashboard(origin);
  server.catalog.faults.add({ network: 'hang' });
  const controller = new AbortController();
  const answer = call('/pets', { signal: controller.signal }).catch(() => 'gone');
  const entry = page.locator('.entry').first();
  await expect.poll(() => entry.locator('.status').innerText()).toBe('···');
  controller.abort();
  expect(await answer).toBe('gone');
  await expect.poll(() => entry.locator('.status').innerText()).toBe('none');
});

test('the list holds still while it is paused', async () => {
  const { origin, call } = await serve();
  const page = await openDashboard(origin);
  await call('/pets/first');
  await page.locator('.entry').waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await call('/pets/second');
  await page.getByRole('button', { name: 'Resume (1 new)' }).waitFor();
  expect(await page.locator('.entry').count()).toBe(1);
  await page.getByRole('button', { name: 'Resume (1 new)' }).click();
  await expect.poll(() => page.locator('.entry').count()).toBe(2);
});

test('the list holds still while it is paused, though the server goes and comes back', async () => {
  const { server, origin, call } = await serve();
  const page = await openDashboard(origin, {}, { expected: /net::ERR/ });
  await call('/pets/first');
  await page.locator('.entry').waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await server.close();
  await page.locator('.connection.lost').waitFor();
  const again = await startServer({ port: server.port });
  onTestFinished(() => again.close());
  await call('/pets/second');
  // The page was not connected then: it learns of the request as it reads the journal again.
  await page.getByRole('button', { name: 'Resume (1 new)' }).waitFor();
  const paths = page.locator('.entry .path');
  expect(await paths.allInnerTexts()).toEqual(['/v2/pets/first']);
  await page.getByRole('button', { name: 'Resume (1 new)' }).click();
  await expect.poll(() => paths.allInnerTexts()).toEqual(['/v2/pets/second']);
});

test('a request that waits and then ends while the list is paused is one new request', async () => {
  const { server, origin, call } = await serve();
  const page = await openDashboard(origin);
  await page.getByText('No request yet').waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  server.catalog.faults.add({ network: 'hang', times: 1 });
  const controller = new AbortController();
  const answer = call('/pets', { signal: controller.signal }).catch(() => 'gone');
  await page.getByRole('button', { name: 'Resume (1 new)' }).waitFor();
  controller.abort();
  expect(await answer).toBe('gone');
  await call('/pets');
  await page.getByRole('button', { name: 'Resume (2 new)' }).click();
  await expect.poll(() => page.locator('.entry').count()).toBe(2);
});

test('a reset empties the list, though it is paused', async () => {
  const { server, origin, call } = await serve();
  const page = await openDashboard(origin);
  await call('/pets/first');
  await page.locator('.entry').waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  server.catalog.reset();
  await page.getByText('No request yet').waitFor();
  expect(await page.locator('.entry').count()).toBe(0);
  await page.getByRole('button', { name: 'Resume (0 new)' }).waitFor();
});

test('the filter can be changed, and the requests be cleared, while the list is paused', async () => {
  const { origin, call } = await serve();
  const page = await openDashboard(origin);
  await call('/pets?limit=1');
  await call('/pets/nobody');
  const paths = page.locator('.entry .path');
  await expect.poll(() => paths.count()).toBe(2);
  await page.getByRole('button', { name: 'Pause' }).click();
  await filters(page).getByLabel('Operation').selectOption('listPets');
  await expect.poll(() => paths.allInnerTexts()).toEqual(['/v2/pets?limit=1']);
  // The server's answer to the filter still changes the list: what comes before it is no news.
  await page.getByText('1 request found').waitFor({ state: 'attached' });
  await call('/pets/nobody');
  await call('/pets?limit=2');
  await page.getByRole('button', { name: 'Resume (1 new)' }).waitFor();
  expect(await paths.allInnerTexts()).toEqual(['/v2/pets?limit=1']);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByText('No request matches').waitFor();
  await page.getByRole('button', { name: 'Resume (0 new)' }).waitFor();
});

test('a thousand requests a second leave the page usable, and drawn in part', async () => {
  const { origin, call } = await serve({ pets: 1 });
  const page = await openDashboard(origin);
  for (let round = 0; round < 10; round++) {
    await Promise.all(Array.from({ length: 60 }, () => call('/pets?limit=0')));
  }
  await page.getByRole('button', { name: 'Show more (500)' }).click();
  await expect.poll(() => page.locator('.entry').count()).toBe(200);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByText('No request yet').waitFor();
});

test('an address that names a request opens it, however old', async () => {
  const { origin, call } = await serve({ pets: 1 });
  for (let number = 1; number <= 150; number++) await call(`/pets/${number}`);
  const page = await openDashboard(origin, {}, { path: '/?request=7' });
  const details = page.locator('.entry.open');
  await expect.poll(() => details.innerText()).toContain('/v2/pets/7');
  await details.getByRole('button').first().click();
  await expect.poll(() => page.locator('.entry').count()).toBe(100);
});

test('the copied curl command sends the same request again', async () => {
  const { server, origin, call } = await serve();
  const page = await openDashboard(origin);
  const name = `It's "Rex" $HOME \\ \`id\``;
  await call('/pets', { method: 'POST', body: JSON.stringify({ name }) });
  const entry = page.locator('.entry').first();
  await entry.getByRole('button').first().click();
  await entry.getByRole('button', { name: 'Copy as curl' }).click();
  await page.getByText('Copied the curl command').waitFor();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  const env = { ...process.env, API_KEY: 'team-key-01' };
  const { stdout } = await promisify(execFile)('sh', ['-c', `${command} --silent`], { env });
  expect(JSON.parse(stdout)).toMatchObject({ name });
  expect(server.catalog.pets.list().filter((pet) => pet.name === name)).toHaveLength(2);
});

test('the details show the whole URL, the headers, and that a body was truncated', async () => {
  const { origin, call } = await serve({ pets: 1 });
  const page = await openDashboard(origin);
  const body = JSON.stringify({ name: 'x'.repeat(20_000) });
  await call('/pets?from=here', { method: 'POST', body });
  const entry = page.locator('.entry').first();
  await entry.getByRole('button').first().click();
  await entry.getByText(`${origin}/v2/pets?from=here`).waitFor();
  await entry.getByText('Request headers').click();
  await entry.getByText('x-api-key').waitFor();
  expect(await entry.innerText()).not.toContain('team-key-01');
  expect(await entry.getByLabel('Request body', { exact: true }).innerText()).toHaveLength(16_384);
  await entry.getByText('the first 16,384 of 20,011 bytes').first().waitFor();
  await entry.getByRole('button', { name: 'Copy as curl' }).click();
  await page.getByText('Copied the curl command; its body is only the first 16,384').waitFor();
});

test('a copied curl command asks for what the request asked for, with no key of another', async () => {
  const { origin } = await serve();
  const page = await openDashboard(origin);
  await page.getByLabel('API key').fill('team-blue-key');
  const headers = { 'X-API-Key': 'team-green-key', Prefer: 'code=503' };
  expect((await fetch(`${origin}/v2/pets`, { headers })).status).toBe(503);
  const entry = page.locator('.entry').filter({ hasText: '503' });
  await entry.getByRole('button').first().click();
  await entry.getByRole('button', { name: 'Copy as curl' }).click();
  await page.getByText('Copied the curl command').waitFor();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).not.toContain('team-blue-key');
  const env = { ...process.env, API_KEY: 'team-green-key' };
  const words = `${command} --silent --output /dev/null --write-out '%{http_code}'`;
  expect((await promisify(execFile)('sh', ['-c', words], { env })).stdout).toBe('503');
});

test('an open request stays where it is while new ones come, and they are counted', async () => {
  const { origin, call } = await serve();
  const page = await openDashboard(origin);
  await call('/pets/first');
  const entry = page.locator('.entry').first();
  await entry.getByRole('button').first().click();
  await page.getByRole('button', { name: 'Copy as curl' }).waitFor();
  const before = await entry.boundingBox();
  for (const path of ['/pets/second', '/pets/third']) await call(path);
  await page.getByRole('button', { name: '2 new' }).waitFor();
  expect(await entry.locator('.path').innerText()).toBe('/v2/pets/first');
  expect((await entry.boundingBox())!.y).toBe(before!.y);
  await page.getByRole('button', { name: '2 new' }).click();
  await page.mouse.move(0, 0);
  await expect.poll(() => page.locator('.entry').count()).toBe(3);
});

test('the list stands still below the pointer, and goes on when that leaves', async () => {
  const { origin, call } = await serve();
  const page = await openDashboard(origin);
  await call('/pets/first');
  await page.locator('.entry').hover();
  await call('/pets/second');
  await page.getByRole('button', { name: '1 new' }).waitFor();
  expect(await page.locator('.entry').count()).toBe(1);
  await page.mouse.move(0, 0);
  await expect.poll(() => page.locator('.entry').count()).toBe(2);
});

test('a linked request is scrolled to, and one that is not there is said so', async () => {
  const { origin, call } = await serve({ pets: 1 });
  for (let number = 1; number <= 60; number++) await call(`/pets/${number}`);
  const page = await openDashboard(origin, {}, { path: '/?request=3' });
  const isSeen = () =>
    page.locator('.entry.open').evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom > 0 && top < innerHeight;
    });
  await expect.poll(isSeen).toBe(true);
  await page.goto(`${origin}/?request=999`);
  expect(await page.getByText('Request 999 is not in the list').innerText()).toContain('journal');
});

test('an address that makes no sense falls back to all, and says so itself', async () => {
  const { origin, call } = await serve();
  await call('/pets');
  const page = await openDashboard(origin, {}, { path: '/?operation=x&status=9' });
  await expect.poll(() => page.locator('.entry').count()).toBe(1);
  expect(await filters(page).getByLabel('Operation').inputValue()).toBe('');
  expect(new URL(page.url()).search).toBe('');
});

test('requests that one page clears go from the others, too', async () => {
  const { origin, call } = await serve();
  const pages = [await openDashboard(origin), await openDashboard(origin)];
  await call('/pets?limit=1');
  for (const page of pages) await page.locator('.entry').waitFor();
  await pages[0]!.getByRole('button', { name: 'Clear', exact: true }).click();
  for (const page of pages) await page.getByText('No request yet').waitFor();
  expect(await pages[1]!.locator('.entry').count()).toBe(0);
});

test('preflights are counted and not listed, until somebody asks for them', async () => {
  const { origin, call } = await serve();
  const page = await openDashboard(origin);
  const switched = page.getByLabel('Show preflights');
  await call('/pets?limit=1');
  await page.locator('.entry').waitFor();
  expect(await switched.count()).toBe(0);
  const headers = { Origin: 'http://app.test', 'Access-Control-Request-Method': 'POST' };
  for (const path of ['/pets', '/pets/1']) await preflight(`${origin}/v2${path}`, headers);
  await preflight(`${origin}/v2/pets`, {});
  await page.getByText('2 preflights are hidden').waitFor();
  const methods = page.locator('.entry .method');
  await expect.poll(() => methods.allInnerTexts()).toEqual(['OPTIONS', 'GET']);
  await page.getByRole('button', { name: 'Pause' }).click();
  await switched.check();
  await expect.poll(() => methods.count()).toBe(4);
  expect(new URL(page.url()).search).toBe('?preflights=shown');
  await page.reload();
  await expect.poll(() => methods.count()).toBe(4);
  await switched.uncheck();
  await expect.poll(() => methods.count()).toBe(2);
  expect(new URL(page.url()).search).toBe('');
});
