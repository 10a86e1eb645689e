import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { exchange } from '../support/exchange.ts';
import { errorPathHosts } from '../support/error-path-hosts.ts';
import { bodyOf, errorPaths } from './error-paths.ts';

describe.each(errorPathHosts)('on $name', (host) => {
  const cases = errorPaths.filter(({ handlers }) => !(host.isDirect && handlers));

  test.each(cases)('$name', async (one) => {
    const { operations = [], handlers = [], faults = [], request, outcome, headers = {} } = one;
    const { catalog, port, close } = await host.open({ pets: 2, operations }, handlers);
    onTestFinished(close);
    for (const fault of faults) catalog.faults.add(fault);
    const seen = await exchange(port, request);
    expect(seen.outcome).toBe(outcome);
    expect(seen.headers).toMatchObject(headers);
    if (outcome !== 'dropped') expect(seen.body).toMatch(bodyOf(one));
    // The process lives, and the next call is answered.
    catalog.faults.clear();
    const next = await exchange(port, 'GET /v2/pets/nobody HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(next.outcome).toBe(401);
  });

  test('a hang ends when its client gives up', async () => {
    const { catalog, port, close } = await host.open({ pets: 2 }, []);
    onTestFinished(close);
    catalog.faults.add({ network: 'hang' });
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /v2/pets HTTP/1.1\r\nHost: x\r\nX-API-Key: k\r\n\r\n');
    await catalog.requests.waitFor({ fault: true });
    socket.destroy();
    const durations = () => catalog.requests.list().map(({ durationMs }) => durationMs);
    await expect.poll(durations).toEqual([expect.any(Number)]);
  });
});
