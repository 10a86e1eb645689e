import { createServer } from 'node:http';
import { listen } from '../../src/server/listen.ts';

/** A port that nobody listens on, for a server that must know it before it starts. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, 0, '127.0.0.1');
  await new Promise((resolve) => server.close(resolve));
  return port;
}
