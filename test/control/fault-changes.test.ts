import { describe, expect, onTestFinished, test } from 'vitest';
import { maxDelay } from '../../src/controls/delay.ts';
import type { Fault, FaultChanges } from '../../src/index.ts';
import { faultHosts, opened } from './support/fault-hosts.ts';
import { startedServer, waitingIn } from './support/started-server.ts';

const given: Fault = { operation: 'getPet', status: 503, error: 'Down', delay: 5, times: 3 };

describe('faults.update', () => {
  test.each([
    [{ status: 200 }, /must be a JSON object in which a "status" below 400 comes with a "body"$/],
    [{ status: null }, /"error" comes with a "status"/],
    [{ status: null, error: null, delay: null }, /at least one of/],
    [{ body: {} }, /"error" or "body", not both/],
    [{ id: 'fault-2' }, /unknown field "id"/],
    [[], /not an array/],
  ])('refuses %j, and nothing has changed', async (changes, message) => {
    const server = await startedServer();
    const { faults, snapshot } = server.catalog;
    const id = faults.add(given);
    const before = snapshot();
    expect(() => faults.update(id, changes as FaultChanges)).toThrow(message);
    const answer = await server.admin(`PATCH /faults/${id}`, { body: JSON.stringify(changes) });
    expect(answer.status).toBe(400);
    expect((answer.json as { error: string }).error).toMatch(message);
    expect(snapshot()).toEqual(before);
  });
});

test('a hanging call goes on if its fault does not change, or another one does', async () => {
  const server = await startedServer();
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const { faults } = server.catalog;
  const id = faults.add({ network: 'hang' });
  const other = faults.add({ status: 500, enabled: false });
  const { signal } = controller;
  const hanging = server.call('/pets', { signal }).catch(({ name }: Error) => name);
  await waitingIn(server);
  faults.update(id, { times: 9, match: { id: 'x' } });
  faults.remove(other);
  expect((await server.call('/pets')).status).toBe(200);
  expect(server.catalog.requests.list()[0]!.durationMs).toBeNull();
  controller.abort();
  expect(await hanging).toBe('AbortError');
});

test.each<[Fault, FaultChanges, status: number]>([
  [{ hold: true }, { hold: null, status: 503 }, 200],
  [{ hold: true }, { enabled: false }, 200],
  [{ delay: maxDelay }, { delay: null, status: 503 }, 200],
  // Its connection is closed: a `Response.error()` has that status.
  [{ network: 'hang' }, { network: 'reset' }, 0],
  // They are used up, and yet waited for.
  [{ hold: true, times: 1 }, { enabled: false }, 200],
  [{ delay: maxDelay, times: 1 }, { enabled: false }, 200],
  [{ network: 'hang', times: 1 }, { enabled: false }, 0],
])('the change of the fault %j by %j ends the wait of a call', async (fault, changes, status) => {
  const { catalog, faults, call } = await opened(faultHosts[0]!);
  const id = faults.add(fault);
  const held = call();
  expect(await catalog.requests.waitFor({ fault: true })).toHaveLength(1);
  expect(faults.update(id, changes)).toMatchObject({ id, hits: 1 });
  expect((await held).status).toBe(status);
  if (fault.times === 1) expect(faults.update(id, changes)).toBeUndefined();
});

test('a call that one fault holds fails with another fault after its release', async () => {
  const { catalog, faults, call } = await opened(faultHosts[0]!);
  faults.add({ status: 503 });
  const id = faults.add({ hold: true, times: 1 });
  const held = call();
  await catalog.requests.waitFor({ fault: true });
  // It is used up, and still holds the call.
  expect([faults.list().length, faults.remove(id)]).toEqual([1, true]);
  expect((await held).status).toBe(503);
});
