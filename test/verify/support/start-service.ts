import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A service of somebody else's, until the test is over. Gives its base URL. */
export async function startService(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`;
}

export const pets = [
  { id: '1', name: 'Alba', tag: 'cat' },
  { id: '2', name: 'Bruno', tag: '' },
  { id: '3', name: 'Cleo', tag: 'dog' },
];

/** Answers a list of pets, whatever is asked. */
export const alwaysPets: RequestListener = (_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(pets));
};

/** Answers so for a pet that is not there, and with a list of pets whatever else is asked. */
export const startWithout = (listener: RequestListener) =>
  startService((request, response) =>
    (request.url?.includes('nobody') ? listener : alwaysPets)(request, response),
  );
