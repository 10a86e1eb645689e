import type { CatalogControls, PetCatalog, PetCatalogOptions } from '../../src/index.ts';
import { createControl, type Control } from '../../src/client/index.ts';
import { complete, type CaseRequest } from '../../src/verify/cases/case.ts';
import { jsonOf, type Host } from '../support/answer.ts';
import { faultHosts } from '../control/support/fault-hosts.ts';
import { catalogFetch } from '../support/hosts-in-process.ts';
import { options, type Call, type Outcome } from './model.ts';

/** The members that every host has, awaited. */
export type AsyncControls = Pick<Control, keyof CatalogControls>;

type Isolation = Exclude<PetCatalogOptions['isolate'], undefined>;
export const isolations: readonly Isolation[] = [false, true, 'X-Test-Id'];

/** A key; `null` for none. */
export type Key = string | null;

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

/** The mock that runs, in whichever host. */
export type Real = Awaited<ReturnType<ReturnType<typeof modelHost>['open']>>;

function modelHost(host: Host, hasClient = false) {
  return {
    name: `${host.name}, controlled ${hasClient ? 'by a client' : 'through the catalog'}`,
    /** Whether nothing is between a call and the catalog. */
    isCheap: host === catalogFetch,
    async open(isolate: Isolation, { onControl = () => {}, ...more }: OpenOptions = {}) {
      const { catalog, controlUrl: url = '', ...open } = await host.open({ ...options, isolate });
      const client = hasClient ? createControl({ url, ...more }) : undefined;
      const isOne = (key: Key) => key === null || isolate === false;
      const known = new Map<Key, AsyncControls>();
      return {
        isolate,
        async send(key: Key, { call, mark, prefer }: Call, sending: CaseRequest): Promise<Outcome> {
          const { headers, ...request } = sending;
          const sent = complete({
            ...request,
            headers: {
              'X-API-Key': isolate === 'X-Test-Id' ? 'k' : key,
              ...(isolate === 'X-Test-Id' && { 'X-Test-Id': key }),
              'X-Call': call,
              'X-Mark': mark,
              ...(prefer && { Prefer: prefer }),
              ...headers,
            },
          });
          const answer = await open.send(sent).catch(() => undefined);
          if (answer === undefined || answer.status === 0) return 'dropped';
          const { status, body } = answer;
          return body.length === 0 ? { status } : { status, body: jsonOf(answer) };
        },
        /** `requests.waitFor` and the like, in this process or over HTTP. */
        controls(key: Key): AsyncControls {
          const all = client ?? catalog;
          const made = known.get(key) ?? awaited(isOne(key) ? all : all.forKey(key!), onControl);
          known.set(key, made);
          return made;
        },
        /** What the client has besides; `undefined` in this process. */
        client: (key: Key) => (isOne(key) ? client : client?.forKey(key!)),
        [Symbol.asyncDispose]: open.close,
      };
    },
  };
}

/** Controls whose members all give promises, and say that they were called. */
function awaited(
  controls: CatalogControls | Control,
  onControl: (member: string) => void,
): AsyncControls {
  const wrap = (value: unknown, name: string): unknown => {
    if (typeof value !== 'function') return wrapAll(Object.entries(value as object), `${name}.`);
    return async (...args: unknown[]) => {
      onControl(name);
      return (value as (...all: unknown[]) => unknown)(...args);
    };
  };
  const wrapAll = (members: [string, unknown][], prefix = ''): object =>
    Object.fromEntries(members.map(([name, member]) => [name, wrap(member, prefix + name)]));
  const { handlers: _handlers, fetch: _fetch, forKey: _forKey, ...own } = controls as PetCatalog;
  return wrapAll(Object.entries(own)) as AsyncControls;
}
