import { createControl } from '../../src/client.ts';
import type { PetCatalogOptions } from '../../src/index.ts';
import type { Host } from '../support/answer.ts';
import { catalogFetch, setupServerFetch } from '../support/hosts-in-process.ts';
import { mountedHost, serverHost } from '../support/hosts-over-http.ts';
import { options } from './model.ts';
import { createReal, type Isolation, type Key, type Real } from './real.ts';

export interface OpenOptions {
  /** In the place of those of the model. */
  catalog?: PetCatalogOptions;
  /** Told of each member that is called: `pets.create`. */
  onControl?: (member: string) => void;
  /** What the client sends its requests with. */
  fetch?: typeof fetch;
}

export interface ModelHost {
  readonly name: string;
  /** Whether nothing is between a call and the catalog. */
  readonly isCheap: boolean;
  open(isolate: Isolation, more?: OpenOptions): Promise<Real & { close(): Promise<void> }>;
}

/** Every host, controlled through its catalog and, where there is one, over its control plane. */
export const modelHosts: ModelHost[] = [
  withCatalog(catalogFetch),
  withCatalog(setupServerFetch),
  ...[
    serverHost('the server', {}),
    serverHost('the server without its fast lane', { fastLane: false }),
    mountedHost('an app below a path of another', { below: true }),
  ].flatMap((host) => [withCatalog(host), withClient(host)]),
];

function withCatalog(host: Host): ModelHost {
  return {
    name: `${host.name}, controlled through the catalog`,
    isCheap: host === catalogFetch,
    async open(isolate, { catalog: own, onControl } = {}) {
      const { catalog: control, send, close } = await host.open({ ...options, ...own, isolate });
      return { ...createReal({ isolate, send, control, onControl }), close };
    },
  };
}

function withClient(host: Host): ModelHost {
  return {
    name: `${host.name}, controlled by a client`,
    isCheap: false,
    async open(isolate, { catalog: own, fetch = globalThis.fetch } = {}) {
      const {
        controlUrl: url = '',
        send,
        close,
      } = await host.open({ ...options, ...own, isolate });
      const identity = (key: Key) =>
        isolate === 'X-Test-Id' && key !== null
          ? { headers: { 'X-Test-Id': key } }
          : { apiKey: key ?? '' };
      const control = (key: Key) => createControl({ url, fetch, ...identity(key) });
      return { ...createReal({ isolate, send, control }), close };
    },
  };
}
