import { createServer, METHODS, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { createPetCatalog, type PetCatalogOptions } from '../../src/index.ts';
import { createApp, startServer, type AppOptions, type ServerOptions } from '../../src/server.ts';
import type { Host, OpenHost, Sent } from './answer.ts';
import { sendHttp } from './send-http.ts';

/** The standalone server, on a port that the system gives. */
export function serverHost(name: string, serverOptions: ServerOptions): Host {
  return {
    name,
    isHttp: true,
    async open(options): Promise<OpenHost> {
      const server = await startServer({ ...options, ...serverOptions, port: 0 });
      return {
        catalog: server.catalog,
        controlUrl: server.url,
        send: (sent) => sendHttp(server.port, sent),
        close: () => server.close(),
      };
    },
  };
}

export interface Mounting {
  /** Whether the app is mounted below the first segment of its path, and not at the root. */
  below?: boolean;
  /** What the other app does with a request before. */
  before?: RequestHandler;
  cors?: AppOptions['cors'];
  excludes?: Host['excludes'];
}

/** The app within an app of somebody else's. */
export function mountedHost(name: string, mounting: Mounting): Host {
  const { below = false, before, cors, excludes } = mounting;
  return {
    name,
    isHttp: true,
    excludes: (sent) => excludesForNode(sent) ?? excludes?.(sent),
    async open(options) {
      const { baseUrl = '/v2' } = options;
      const end = below ? `${baseUrl}/`.indexOf('/', 1) : 0;
      const own: PetCatalogOptions = { ...options, baseUrl: baseUrl.slice(end) || '/' };
      const catalog = createPetCatalog(own);
      const outer = express().disable('x-powered-by').enable('case sensitive routing');
      if (before) outer.use(before);
      const app = createApp(catalog, { log: 'none', cors });
      if (below) outer.use(baseUrl.slice(0, end), app);
      else outer.use(app);
      outer.use((_req, res) => {
        const body = JSON.stringify({ error: 'Not found' });
        res.writeHead(404, {
          'Content-Type': 'application/json',
          'Content-Length': body.length,
          'Cache-Control': 'no-store',
        });
        res.end(body);
      });
      const server = await listen(outer);
      return { ...server, catalog, controlUrl: `http://127.0.0.1:${server.port}${baseUrl}` };
    },
  };
}

/** Any listener, on a port that the system gives. */
export async function listen(listener: RequestListener) {
  const server = createServer({ requireHostHeader: false }, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    send: (sent: Sent) => sendHttp(port, sent),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Node refuses a method that it does not know before any app sees it; QUERY came with its parser 9. */
function excludesForNode({ method }: Sent): string | undefined {
  return METHODS.includes(method) ? undefined : 'Node answers this itself';
}

const jsonOnly = 'a parser before the app answers this itself';

/** A parser undoes the codings that it knows, and refuses the others. */
export function excludesForParser({ headers }: Sent): string | undefined {
  const coding = headers['Content-Encoding'] ?? 'identity';
  return coding.toLowerCase() === 'identity' ? undefined : jsonOnly;
}

/** What `express.json()` takes away or changes before the mock can see it. */
export function excludesForJsonParser(sent: Sent): string | undefined {
  const { method, headers, body } = sent;
  if (method === 'GET' || body === undefined) return undefined;
  if (!/^application\/json *(?:;|$)/i.test(headers['Content-Type'] ?? '')) return undefined;
  const reason = excludesForParser(sent);
  if (reason !== undefined) return reason;
  try {
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string') return 'a parsed string looks like a text that nobody parsed';
    // What is parsed and written again must be of the same size for the limits to mean the same.
    return JSON.stringify(value).length === text.length ? undefined : jsonOnly;
  } catch {
    return jsonOnly;
  }
}

/** What a text parser loses: bytes that are no text. */
export function excludesForTextParser(sent: Sent): string | undefined {
  const { body } = sent;
  const reason = excludesForParser(sent);
  if (reason !== undefined) return reason;
  if (body === undefined || typeof body === 'string') return undefined;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body);
    return undefined;
  } catch {
    return jsonOnly;
  }
}
