import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import connect from 'connect';
import express from 'express';
import { http, type HttpHandler } from 'msw';
import { createPetCatalog, type PetCatalog, type PetCatalogOptions } from '../../src/index.ts';
import { createApp, startServer } from '../../src/server.ts';

export interface ErrorPathHost {
  readonly name: string;
  /** Whether the direct route answers, which serves no handlers of the user's. */
  readonly isDirect?: true;
  /** Starts with the options of a case. */
  open(options: PetCatalogOptions, handlers: readonly HttpHandler[]): Promise<OpenHost>;
}

interface OpenHost {
  readonly catalog: PetCatalog;
  readonly port: number;
  close(): Promise<void>;
}

/** Has Express answer, although it is for a path that no case asks for. */
const unused = http.get('*/unused', () => undefined);

async function listen(catalog: PetCatalog, listener: RequestListener): Promise<OpenHost> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    catalog,
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

export const errorPathHosts: readonly ErrorPathHost[] = [
  {
    name: 'the direct route',
    isDirect: true,
    open: (options) => startServer({ ...options, maxBodyBytes: 1000, port: 0 }),
  },
  {
    name: 'Express with a handler of the user',
    open: (options, handlers) =>
      startServer({ ...options, maxBodyBytes: 1000, handlers: [...handlers, unused], port: 0 }),
  },
  {
    name: 'an app in Express',
    open(options, handlers) {
      const catalog = createPetCatalog({ ...options, maxBodyBytes: 1000 });
      return listen(catalog, express().use(createApp(catalog, { handlers })));
    },
  },
  {
    name: 'an app in connect',
    open(options, handlers) {
      const catalog = createPetCatalog({ ...options, maxBodyBytes: 1000 });
      const outer = connect();
      outer.use(createApp(catalog, { handlers }));
      return listen(catalog, outer);
    },
  },
];
