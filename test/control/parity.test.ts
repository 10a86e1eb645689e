import { expect, test } from 'vitest';
import { createControl } from '../../src/client.ts';
import type { CatalogControls, Fault } from '../../src/index.ts';
import { startedServer } from './support/started-server.ts';

/** The same bad input, handed to a member and sent to its route. */
const bad: [member: (controls: CatalogControls) => unknown, line: string, body?: unknown][] = [
  [({ faults }) => faults.add(undefined as unknown as Fault), 'POST /faults'],
  [({ seed }) => seed({ pets: 1e9 }), 'POST /seed', { pets: 1e9 }],
  [({ requests }) => requests.list({ status: 'x' } as never), 'GET /requests?status=x'],
  [({ requests }) => requests.count({ operation: 'x' }), 'GET /requests/count?operation=x'],
  [({ requests }) => requests.verify({}, { count: 1001 }), 'GET /requests/verify?count=1001'],
  [({ requests }) => requests.toHar({ fault: 'x' } as never), 'GET /requests.har?fault=x'],
  [({ requests }) => requests.waitFor({}, { count: 0 }), 'GET /requests/wait?count=0'],
  [({ requests }) => requests.waitFor({ limit: 'x' } as never), 'GET /requests/wait?limit=x'],
];

test.each(bad)('a member says the same of bad input as its route: %s, %s', async (...row) => {
  const [member, line, body] = row;
  const server = await startedServer();
  const before = server.catalog.snapshot();
  const { status, json } = await server.admin(line, { body });
  const error = await new Promise((resolve) => resolve(member(server.catalog))).catch(
    (refused: Error) => refused.message,
  );
  expect({ status, json }).toEqual({ status: 400, json: { error } });
  expect(server.catalog.snapshot()).toEqual(before);
});

test('a verification that fails is 409 over HTTP, with the same message from the client', async () => {
  const server = await startedServer({ pets: 0 });
  await server.create('Max', { headers: { 'X-Trace': 'a' } });
  const filter = {
    body: { name: 'Rex' },
    header: { 'X-Trace': 'b', Accept: '*/*' },
    query: '',
  } as const;
  const message = await new Promise<string>((resolve) => {
    try {
      server.catalog.requests.verify(filter, { atLeast: 2 });
    } catch (error) {
      resolve((error as Error).message);
    }
  });
  expect(message).toBe(
    'Expected at least 2 requests (no query, header X-Trace "b", header Accept "*/*", ' +
      'body {"name":"Rex"}), but saw 0. The closest that did not match:\n' +
      '  POST /v2/pets -> 201: header X-Trace is "a", not "b"; body.name is "Max", not "Rex"',
  );
  const query = 'atLeast=2&query=&header=X-Trace:b&header=Accept:*/*&body={"name":"Rex"}';
  expect(await server.admin(`GET /requests/verify?${query}`)).toMatchObject({
    status: 409,
    json: { error: message },
  });
  const { requests } = createControl({ url: server.url });
  await expect(requests.verify(filter, { atLeast: 2 })).rejects.toMatchObject({
    name: 'ControlError',
    status: 409,
    message,
  });
  expect(await requests.verify({ header: { 'x-trace': 'a' } })).toBe(1);
});

test('bodies are the same from the client, and so is the error of one that is truncated', async () => {
  const server = await startedServer({ pets: 0 });
  await server.create('Rex');
  const { requests } = createControl({ url: server.url });
  expect(await requests.bodies()).toEqual([{ name: 'Rex' }]);
  await server.create('x'.repeat(20_000));
  const message =
    'The body of request 2 (POST /v2/pets) cannot be parsed: it is 20,011 bytes, ' +
    'of which the journal keeps 16,384';
  expect(() => server.catalog.requests.bodies()).toThrow(message);
  await expect(requests.bodies()).rejects.toThrow(message);
});
