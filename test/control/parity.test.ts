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

/** The message of what a call throws or rejects with. */
const refusalOf = (call: () => unknown): Promise<string> =>
  new Promise((resolve) => resolve(call())).then(
    () => 'It was not refused',
    (error: Error) => error.message,
  );

test.each(bad)('a member says the same of bad input as its route: %s, %s', async (...row) => {
  const [member, line, body] = row;
  const server = await startedServer();
  const before = server.catalog.snapshot();
  const { status, json } = await server.admin(line, { body });
  const error = await refusalOf(() => member(server.catalog));
  expect({ status, json }).toEqual({ status: 400, json: { error } });
  expect(server.catalog.snapshot()).toEqual(before);
});

test('the client has the same error of a body that is truncated', async () => {
  const server = await startedServer({ pets: 0 });
  await server.create('x'.repeat(20_000));
  const message = await refusalOf(() => server.catalog.requests.bodies());
  expect(message).toMatch(/^The body of request 1 /);
  const { requests } = createControl({ url: server.url });
  await expect(requests.bodies()).rejects.toThrow(message);
});
