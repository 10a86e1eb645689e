import type { CatalogControls, PetCatalog, PetCatalogOptions } from '../../src/index.ts';
import type { Control } from '../../src/client.ts';
import { complete, type CaseRequest } from '../../src/verify/cases/case.ts';
import { jsonOf, type OpenHost } from '../support/answer.ts';
import type { Call, Outcome } from './model.ts';

/** The members that every host has, awaited. */
export type AsyncControls = Pick<Control, keyof CatalogControls>;

export type Isolation = Exclude<PetCatalogOptions['isolate'], undefined>;
export const isolations: readonly Isolation[] = [false, true, 'X-Test-Id'];

/** A key; `null` for none. */
export type Key = string | null;

interface RealOptions {
  isolate: Isolation;
  send: OpenHost['send'];
  /** The catalog itself is controlled, or a client of it for each key. */
  control: PetCatalog | ((key: Key) => Control);
  /** Told of each member that is called: `pets.create`. */
  onControl?: ((member: string) => void) | undefined;
}

/** The mock that runs, in whichever host. */
export type Real = ReturnType<typeof createReal>;

export function createReal({ isolate, send, control, onControl = () => {} }: RealOptions) {
  const known = new Map<Key, AsyncControls>();
  const controlOf = (key: Key): CatalogControls | Control => {
    if (typeof control === 'function') return control(key);
    return key === null || isolate === false ? control : control.forKey(key);
  };
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
      const answer = await send(sent).catch(() => undefined);
      if (answer === undefined || answer.status === 0) return 'dropped';
      const { status, body } = answer;
      return body.length === 0 ? { status } : { status, body: jsonOf(answer) };
    },
    /** `requests.waitFor` and the like, in this process or over HTTP. */
    controls(key: Key): AsyncControls {
      const made = known.get(key) ?? awaited(controlOf(key), onControl);
      known.set(key, made);
      return made;
    },
    /** What the client has besides; `undefined` in this process. */
    client: (key: Key) => (typeof control === 'function' ? control(key) : undefined),
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
