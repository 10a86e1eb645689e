import { createControl } from '../../src/client.ts';
import type { Host } from '../support/answer.ts';
import { faultHosts } from '../control/support/fault-hosts.ts';
import { catalogFetch } from '../support/hosts-in-process.ts';
import { options } from './model.ts';
import { createReal, type Isolation, type Key } from './real.ts';

export interface OpenOptions {
  /** Told of each member that is called: `pets.create`. */
  onControl?: (member: string) => void;
  /** What the client sends its requests with. */
  fetch?: typeof fetch;
}

/** Every host, controlled through its catalog and, where there is one, over its control plane. */
export const modelHosts = faultHosts.flatMap((host) =>
  host.isHttp ? [modelHost(host), modelHost(host, true)] : [modelHost(host)],
);

function modelHost(host: Host, hasClient = false) {
  return {
    name: `${host.name}, controlled ${hasClient ? 'by a client' : 'through the catalog'}`,
    /** Whether nothing is between a call and the catalog. */
    isCheap: host === catalogFetch,
    async open(isolate: Isolation, more: OpenOptions = {}) {
      const { onControl, fetch = globalThis.fetch } = more;
      const { controlUrl: url = '', ...open } = await host.open({ ...options, isolate });
      const identity = (key: Key) =>
        isolate === 'X-Test-Id' && key !== null
          ? { headers: { 'X-Test-Id': key } }
          : { apiKey: key ?? '' };
      const client = (key: Key) => createControl({ url, fetch, ...identity(key) });
      const control = hasClient ? client : open.catalog;
      const real = createReal({ isolate, send: open.send, control, onControl });
      return { ...real, [Symbol.asyncDispose]: open.close };
    },
  };
}
