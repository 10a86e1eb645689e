import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/**
 * A client that goes while Express is still being loaded for its request, the first of all. The fast
 * lane leaves the absolute form of a target to Express.
 */
const script = `
  import { connect } from 'node:net';
  import { startServer } from './dist/server.js';
  const server = await startServer({ port: 0 });
  server.catalog.faults.add({ network: 'hang' });
  for (const body of ['', 'Content-Type: application/json\\r\\nContent-Length: 10\\r\\n']) {
    const socket = connect(server.port, '127.0.0.1');
    const line = body ? 'POST' : 'GET';
    socket.write(line + ' http://x/v2/pets HTTP/1.1\\r\\nHost: x\\r\\nX-API-Key: k\\r\\n' + body + '\\r\\n', () =>
      socket.destroy(),
    );
  }
  const open = () => server.catalog.requests.list().filter((entry) => entry.durationMs === null);
  const isOver = () => server.catalog.requests.count() === 2 && open().length === 0;
  for (let turn = 0; turn < 500 && !isOver(); turn++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  console.log(JSON.stringify(server.catalog.requests.list().map(({ status }) => status)), open().length);
  await server.close();
`;

test('a client that goes while the server is still loading leaves nothing behind', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script],
    { cwd: new URL('../..', import.meta.url) },
  );
  expect(stdout).toBe('[null,null] 0\n');
});
