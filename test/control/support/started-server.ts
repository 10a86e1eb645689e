import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpHandler } from 'msw';
import { expect, onTestFinished } from 'vitest';
import { createControl } from '../../../src/client/index.ts';
import type { RequestFilter } from '../../../src/index.ts';
import { toPetCatalog } from '../../../src/pet-catalog.ts';
import type { PetCatalogServer, ServerOptions } from '../../../src/server.ts';
import { start } from '../../../src/server/start.ts';
import { create, type CaseRequest } from '../../../src/verify/cases/case.ts';
import { patient } from '../../support/patience.ts';
import { onExpress } from '../../support/hosts-over-http.ts';
import { sendFetch } from '../../support/send-http.ts';
import { requestText, sendRaw, statusOf } from './tcp.ts';

/** The two ways in which a server answers for the service. */
export const routes: readonly [name: string, options: ServerOptions][] = [
  ['on the direct route', {}],
  ['on Express', onExpress],
];

interface ControlInit {
  headers?: Record<string, string>;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
}

export type TestServer = Awaited<ReturnType<typeof startedServer>>;

/** Starts a server on a free port that is closed when the test is over. */
export async function startedServer(options: ServerOptions = {}) {
  const server = await start({ port: 0, ...options });
  const { url, port, service, close } = server;
  onTestFinished(close);
  const origin = `http://127.0.0.1:${port}`;

  /** Calls the service: a path below `/v2`. The key is `test-key-01` unless `init` says otherwise. */
  const call = (path: string, { headers, ...init }: RequestInit = {}) =>
    fetch(url + path, {
      ...init,
      headers: { 'X-API-Key': 'test-key-01', ...(headers as Record<string, string>) },
    });

  return {
    ...server,
    catalog: toPetCatalog(service),
    control: createControl({ url }),
    /** Without the base path: `http://127.0.0.1:41234`. */
    origin,
    call,
    create: (name: string, more: Pick<CaseRequest, 'headers'> = {}) =>
      sendFetch(origin, { ...create({ name }), ...more }),
    /** Sends a request on a connection of its own, and gives all that comes until it is closed. */
    async raw(...request: Parameters<typeof requestText>) {
      const seen = await sendRaw(port, requestText(...request));
      return { ...seen, status: statusOf(seen) };
    },
    /** Sends a control request, a method and a path below `/__admin`. Without a body, `json` is undefined. */
    async admin(line: string, { headers = {}, body }: ControlInit = {}) {
      const [method = 'GET', path = ''] = line.split(' ');
      const response = await fetch(`${origin}/__admin${path}`, {
        method,
        headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        json: text === '' ? undefined : (JSON.parse(text) as unknown),
      };
    },
  };
}

/** The same with handlers of a user. */
export const serverWith = (...handlers: HttpHandler[]) => startedServer({ handlers });

/** Makes a user's app listen on a free port until the test is over. */
export async function listening(listener: RequestListener) {
  const server = createServer(listener);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, origin: `http://127.0.0.1:${port}` };
}

/** Resolves once such a request is in the journal, received whole or not. */
export function arrived(
  { catalog }: Pick<PetCatalogServer, 'catalog'>,
  filter: RequestFilter,
): Promise<void> {
  const count = () => catalog.requests.count(filter);
  return expect.poll(count, { interval: 1 }).toBeGreaterThan(0);
}

/** Resolves as soon as a request waits in a fault: in a hang or a delay. */
export const waitingIn = ({ catalog }: Pick<PetCatalogServer, 'catalog'>) =>
  catalog.requests.waitFor({ fault: true }, patient);
