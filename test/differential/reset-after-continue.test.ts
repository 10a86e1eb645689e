import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../src/server.ts';

const request = [
  'POST /v2/pets HTTP/1.1',
  'Host: 127.0.0.1',
  'X-API-Key: k',
  'Content-Type: application/json',
  'Content-Length: 14',
  'Expect: 100-continue',
  '',
  '{"name":"Rex"}',
].join('\r\n');

/** What comes, and how the connection ends. */
function outcome(port: number): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    let end = 'closed';
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('error', (error: NodeJS.ErrnoException) => (end = error.code!));
    socket.on('close', () => resolve(`${text.trim()}, ${end}`));
  });
}

test.each([true, false])(
  'a reset after 100 Continue is one to the client (fast lane: %s)',
  async (fastLane) => {
    const server = await startServer({ port: 0, pets: 0, fastLane });
    onTestFinished(() => server.close());
    server.catalog.faults.add({ network: 'reset' });
    for (let asked = 0; asked < 20; asked++) {
      expect(await outcome(server.port)).toBe('HTTP/1.1 100 Continue, ECONNRESET');
    }
  },
);
