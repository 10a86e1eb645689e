import { describe, expect, test } from 'vitest';
import type { Fault } from '../../src/index.ts';
import { ask, emptyCatalog, statusesOf } from '../support/catalog.ts';
import { faultHosts, opened } from './support/fault-hosts.ts';
import { startedServer } from './support/started-server.ts';

const words =
  '"times" must be a whole number of at least 1, or a list of such numbers without repeats';

test.each(faultHosts)('a list of times hits these calls alone in $name', async (host) => {
  const { catalog, faults, statuses } = await opened(host);
  const id = faults.add({ operation: 'listPets', status: 503, times: [5, 2] });
  expect(faults.list()).toMatchObject([{ times: [5, 2], hits: 0, remaining: 2 }]);
  expect(await statuses({}, {}, { path: '/v2/pets/alba' }, {})).toEqual([200, 503, 200, 200]);
  expect(faults.list()).toMatchObject([{ id, hits: 1, remaining: 1 }]);
  expect(await statuses({}, {}, {})).toEqual([200, 503, 200]);
  expect(faults.list()).toEqual([]);
  const hit = catalog.requests.list({ fault: true });
  expect(hit.map(({ faultText }) => faultText)).toEqual(Array(2).fill('503, the 2nd and 5th call'));
});

describe('a list of times', () => {
  test.each<[string, Fault, number[]]>([
    ['with a phase', { status: 503, times: [2], phase: 'after' }, [200, 503, 200]],
    ['with the rate 1', { status: 503, times: [1, 3], rate: 1 }, [503, 200, 503]],
    ['with the rate 0', { status: 503, times: [1, 3], rate: 0 }, [200, 200, 200]],
    ['of a call that is only delayed', { delay: 1, times: [3] }, [200, 200, 200]],
  ])('%s hits its calls, and then the fault is gone', async (_what, fault, expected) => {
    const catalog = emptyCatalog();
    catalog.faults.add(fault);
    expect(await statusesOf(catalog, 3)).toEqual(expected);
    expect(catalog.faults.list()).toEqual([]);
  });

  test('counts only calls that match and that come while the fault is enabled', async () => {
    const { faults, statuses } = await opened(faultHosts[0]!);
    const id = faults.add({ status: 503, match: { id: 'alba' }, times: [2] });
    const alba = { path: '/v2/pets/alba' };
    expect(await statuses(alba, {}, { path: '/v2/pets/cleo' })).toEqual([200, 200, 200]);
    faults.update(id, { enabled: false });
    expect(await statuses(alba, alba)).toEqual([200, 200]);
    faults.update(id, { enabled: true });
    expect(await statuses(alba)).toEqual([503]);
  });

  test('holds the call that it names', async () => {
    const catalog = emptyCatalog();
    const id = catalog.faults.add({ hold: true, times: [2] });
    expect((await ask(catalog)).status).toBe(200);
    const held = ask(catalog);
    expect(await catalog.requests.waitFor({ fault: true })).toHaveLength(1);
    expect([catalog.faults.list().length, catalog.faults.remove(id)]).toEqual([0, true]);
    expect((await held).status).toBe(200);
  });

  test('is part of a scenario', async () => {
    const faults = [{ status: 503, times: [2] }];
    const catalog = emptyCatalog({ scenarios: { second: { faults } } });
    catalog.scenarios.use('second');
    expect(await statusesOf(catalog, 3)).toEqual([200, 503, 200]);
  });

  test('works over HTTP, also as a change', async () => {
    const server = await startedServer();
    const add = { body: JSON.stringify({ status: 503, times: [2, 5] }) };
    const added = await server.admin('POST /faults', add);
    expect(added.json).toMatchObject({ id: 'fault-1', times: [2, 5], remaining: 2 });
    const change = { body: JSON.stringify({ times: [1] }) };
    const changed = await server.admin('PATCH /faults/fault-1', change);
    expect(changed.json).toMatchObject({ times: [1], remaining: 1 });
    expect((await server.call('/pets')).status).toBe(503);
    expect((await server.call('/pets')).status).toBe(200);
  });

  test.each<[unknown, string]>([
    ['2', ', not "2"'],
    [[], ''],
    [[0], ', not [0]'],
    [[2, 2], ''],
    [['2'], ', not ["2"]'],
  ])('is refused in words: %j', async (times, got) => {
    const server = await startedServer();
    const { faults } = server.catalog;
    const id = faults.add({ status: 500 });
    const fault = { status: 503, times };
    expect(() => faults.add(fault as never)).toThrow(`A fault: ${words}${got}`);
    expect(() => faults.update(id, { times } as never)).toThrow(words + got);
    const added = await server.admin('POST /faults', { body: JSON.stringify(fault) });
    expect(added).toMatchObject({ status: 400, json: { error: `A fault: ${words}${got}` } });
    const body = JSON.stringify({ times });
    const changed = await server.admin(`PATCH /faults/${id}`, { body });
    expect(changed.status).toBe(400);
    expect(faults.list()).toEqual([{ id, status: 500, hits: 0 }]);
  });
});
