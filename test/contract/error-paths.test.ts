import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { errorPathHosts } from '../support/error-path-hosts.ts';
import { bodyOf, errorPaths } from './error-paths.ts';

/** What a client sees of an exchange: a whole answer, or a connection that closes before its end. */
interface Seen {
  outcome: number | 'dropped';
  headers: Record<string, string>;
  body: string;
}

/** Sends the bytes of a request, and reads one answer or the end of the connection. */
function exchange(port: number, request: string): Promise<Seen> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const isHead = request.startsWith('HEAD ');
  let text = '';
  return new Promise((resolve) => {
    const drop = () => resolve({ outcome: 'dropped', headers: {}, body: text });
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      text += chunk;
      const seen = readAnswer(text, isHead);
      if (seen) resolve(seen);
    });
    socket.on('error', drop).on('close', drop);
    socket.write(request, 'latin1');
  });
}

/** Returns an answer once all of it has come. */
function readAnswer(text: string, isHead: boolean): Seen | undefined {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  if (rest.length === 0) return undefined;
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', value = ''] = line.split(/: (.*)/s, 2);
      return [name.toLowerCase(), value];
    }),
  );
  const body = rest.join('\r\n\r\n');
  const outcome = Number(statusLine.split(' ')[1]);
  const isWhole = isHead || outcome === 204 || body.length === Number(headers['content-length']);
  return isWhole ? { outcome, headers, body } : undefined;
}

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
