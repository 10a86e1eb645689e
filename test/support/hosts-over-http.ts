import { createServer, METHODS } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { http } from 'msw';
import { createPetCatalog, type PetCatalogOptions } from '../../src/index.ts';
import { createApp, startServer, type AppOptions, type ServerOptions } from '../../src/server.ts';
import type { Host, OpenHost, Sent } from './answer.ts';
import { sendHttp } from './send-http.ts';

/** Options with which Express answers all requests: the handler is for a path that no test asks for. */
export const onExpress: ServerOptions = { handlers: [http.get('*/unused', () => undefined)] };

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

interface Mounting {
  /** Whether the app is mounted below the first segment of its path, and not at the root. */
  below?: boolean;
  cors?: AppOptions['cors'];
}

/** The app mounted in a user's app. */
export function mountedHost(name: string, { below = false, cors }: Mounting): Host {
  return {
    name,
    isHttp: true,
    excludes: excludesForNode,
    async open(options) {
      const { baseUrl = '/v2' } = options;
      const end = below ? `${baseUrl}/`.indexOf('/', 1) : 0;
      const own: PetCatalogOptions = { ...options, baseUrl: baseUrl.slice(end) || '/' };
      const catalog = createPetCatalog(own);
      const outer = express().enable('case sensitive routing');
      const app = createApp(catalog, { log: 'none', cors });
      if (below) outer.use(baseUrl.slice(0, end), app);
      else outer.use(app);
      outer.use((_req, res) => {
        const body = JSON.stringify({ error: 'Not found' });
        // That app's own, which the mock's responses are not to have.
        res.removeHeader('X-Powered-By');
        res.writeHead(404, {
          'Content-Type': 'application/json',
          'Content-Length': body.length,
          'Cache-Control': 'no-store',
        });
        res.end(body);
      });
      const server = createServer(outer);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      return {
        catalog,
        controlUrl: `http://127.0.0.1:${port}${baseUrl}`,
        send: (sent) => sendHttp(port, sent),
        close: () =>
          new Promise<void>((resolve) => {
            server.close(() => resolve());
            server.closeAllConnections();
          }),
      };
    },
  };
}

/** Node refuses a method that it does not know before any app sees it; QUERY came with its parser 9. */
function excludesForNode({ method }: Sent): string | undefined {
  return METHODS.includes(method) ? undefined : 'Node answers this itself';
}
