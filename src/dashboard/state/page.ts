import { createContext } from 'preact';
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ControlEvent } from '../../client/index.ts';
import { useActions, type Outcome } from './actions.ts';
import { useLoaded } from './loaded.ts';
import { useSession } from './session.ts';
import type { Source } from './source.ts';
import { useView } from './view.ts';

type Listener = (event: ControlEvent) => unknown;

type Connection = Extract<ControlEvent, { type: 'open' | 'lost' | 'refused' }>;

export type Page = ReturnType<typeof useWholePage>;

/**
 * What all parts of the page share.
 *
 * @param root The document or shadow root that the page is in. It knows which element has the focus.
 */
export function useWholePage(source: Source, root: Document | ShadowRoot) {
  const { session, changeSession } = useSession();
  const { view, changeView } = useView(source.isServer);
  const { token } = session;

  const plain = useMemo(() => source.control(token), [source, token]);
  // The server's settings say whether each key has a catalog. Reading them needs no key.
  const started = useLoaded(() => plain.info(), [plain]);
  const isolate = started.value?.isolate ?? false;
  const { value: listedKeys = [], reload: reloadKeys } = useLoaded(
    async () => (isolate && (await plain.catalogs?.list())) || [],
    [plain, isolate],
  );
  const keys = listedKeys.toSorted((a, b) => a.number - b.number);
  const listed = isolate && view.key !== '' ? Number(view.key) : undefined;
  // A key that no header can carry has no catalog.
  const isSendable = !/[^\t\x20-\x7e\x80-\xff]/.test(session.shownKey);
  const typed = isolate && listed === undefined && isSendable ? session.shownKey : '';
  const isAll = isolate !== false && listed === undefined && typed === '';
  const [chosen, choose] = useState<number>();
  const acting = keys.find(({ number }) => number === chosen) ?? keys[0];
  const number = isAll ? acting?.number : listed;
  const header = typeof isolate === 'string' ? isolate : 'X-API-Key';
  const actingKey = typed || keys.find((one) => one.number === number)?.apiKey;

  const control = useMemo(() => {
    if (number !== undefined) return source.control(token, { catalog: number });
    // Not `forKey`, which asks the server for the header first.
    return typed === '' ? plain : source.control(token, { headers: { [header]: typed } });
  }, [plain, number, typed, header]);
  const listedControl = isAll ? plain : control;
  /** Returns the controls of the catalog that an entry names; without a number, of the acting catalog. */
  const controlOf = (catalog: number | undefined) => {
    if (catalog === undefined) return control;
    return catalog === 0 ? plain : source.control(token, { catalog });
  };
  const actions = useActions();
  /** Makes a change. While all keys are listed, its outcome names the key. */
  const act = (change: () => Promise<Outcome>, isForAll = false) =>
    actions.act(async () => {
      const [text, undo] = await change();
      return [isAll && actingKey && !isForAll ? `${text} (${actingKey})` : text, undo];
    });
  const state = useLoaded(() => control.info(), [control]);
  const faults = useLoaded(async () => (await control.faults.list()).toReversed(), [control]);
  const [connection, setConnection] = useState<Connection>();
  const listeners = useRef(new Set<Listener>()).current;
  // All parts share one stream.
  useEffect(() => {
    setConnection(undefined);
    const tell = (event: ControlEvent) => listeners.forEach((listener) => listener(event));
    return listedControl.subscribe(tell, isAll ? { catalog: 'all' } : {});
  }, [listedControl, isAll]);
  useEvents(listeners, (event) => {
    const { type } = event;
    if (type === 'open' || type === 'lost' || type === 'refused') setConnection(event);
    const isNew = type === 'open' || type === 'reset';
    if (type === 'open' || type === 'refused') started.reload();
    if (isNew || type === 'state') state.reload();
    if (isNew || type === 'faults') faults.reload();
    if (type !== 'lost' && isolate) reloadKeys();
    // The catalog was evicted, or the server was started again.
    if (type === 'refused' && isNoCatalog(event.error)) changeView({ key: '' }, { replace: true });
    // After a reconnect, the last outcome may no longer be true.
    if (type === 'open' && connection?.type === 'lost') actions.dismiss();
  });
  const operations = (state.value?.operations ?? []).map(({ name }) => [name, name] as const);
  return {
    ...actions,
    act,
    source,
    title: source.isServer ? 'Pet Catalog Mock' : 'The mock in this page',
    /** The controls of the catalog that is acted on. */
    control,
    /** The controls of what is listed: of a catalog, or of all. */
    listedControl,
    /** The controls of what all keys share. */
    plain,
    controlOf,
    /** The settings of the server and the state of the catalog; `undefined` until they are read. */
    info: state.value,
    faults: faults.value,
    /** The operations to choose from; `''` for all. */
    operations: [['', 'All operations'] as const, ...operations],
    isolate,
    /** With a catalog for each key: all keys, by number. */
    keys,
    /** Whether the requests of all keys are listed. */
    isAll,
    /** The number of the catalog that is acted on, and how to choose it while all keys are listed. */
    number,
    choose,
    /** The header and the key of that catalog. */
    header,
    actingKey,
    /** Differs for each list of requests. */
    list: `${token} ${listed} ${typed}`,
    /** Differs for each catalog that is acted on. */
    shown: `${token} ${number} ${typed}`,
    /** `undefined` until there is one. */
    connection,
    isLost: connection?.type === 'lost',
    listeners,
    view,
    changeView,
    session,
    changeSession,
    root,
  };
}

/** Whether an error says that a number names no catalog. */
export const isNoCatalog = ({ status }: { readonly status: number | null }) =>
  status === 404 || status === 400;

export const PageContext = createContext<Page | undefined>(undefined);

export const usePage = (): Page => useContext(PageContext)!;

/** Like `useLoaded`. It reads again after events of some types. */
export function useLive<T>(
  types: readonly ControlEvent['type'][],
  read: () => Promise<T>,
  inputs: readonly unknown[],
) {
  const loaded = useLoaded(read, inputs);
  useEvents(usePage().listeners, ({ type }) => types.includes(type) && loaded.reload());
  return loaded;
}

/** Calls the newest `listener` on every event while the component is shown. */
export function useEvents(listeners: Set<Listener>, listener: Listener): void {
  const newest = useRef(listener);
  newest.current = listener;
  useEffect(() => {
    const call: Listener = (event) => newest.current(event);
    listeners.add(call);
    return () => void listeners.delete(call);
  }, [listeners]);
}
