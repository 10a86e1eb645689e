import { createContext } from 'preact';
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ControlEvent } from '../../client/index.ts';
import { useActions } from './actions.ts';
import { useLoaded } from './loaded.ts';
import { useSession } from './session.ts';
import type { Source } from './source.ts';
import { keepAll } from './undo.ts';
import { useView } from './view.ts';

type Listener = (event: ControlEvent) => void;

type Connection = Extract<ControlEvent, { type: 'open' | 'lost' | 'refused' }>;

export type Page = ReturnType<typeof useWholePage>;

/**
 * What all parts of the page share.
 *
 * @param root What it is drawn in, which says what has the focus.
 */
export function useWholePage(source: Source, root: Document | ShadowRoot) {
  const { session, changeSession } = useSession();
  const { view, changeView } = useView(source.isServer);
  const { token } = session;

  const plain = useMemo(() => source.control(token), [source, token]);
  // The server's settings say whether keys have catalogs, and reading them needs none.
  const started = useLoaded(() => plain.info(), [plain]);
  const isolate = started.value?.isolate ?? false;
  const number = isolate && view.key !== '' ? Number(view.key) : undefined;
  // One that no header can carry has no catalog.
  const shownKey = /[^\t\x20-\x7e\x80-\xff]/.test(session.shownKey) ? '' : session.shownKey;
  const key = isolate && number === undefined ? shownKey : '';
  const isAll = isolate !== false && number === undefined && key === '';
  const control = useMemo(() => {
    if (number !== undefined) return source.control(token, { catalog: number });
    // Not `forKey`, which asks the server for the header first.
    const header = typeof isolate === 'string' ? isolate : 'X-API-Key';
    return key === '' ? plain : source.control(token, { headers: { [header]: key } });
  }, [plain, number, key, isolate]);
  /** The controls of the catalog of a number; without one, of the catalog that is shown. */
  const controlOf = (catalog: number | undefined) => {
    if (catalog === undefined) return control;
    return catalog === 0 ? plain : source.control(token, { catalog });
  };
  const actions = useActions();
  const { notice, act, dismiss } = actions;
  const state = useLoaded(() => control.info(), [control]);
  const faults = useLoaded(async () => (await control.faults.list()).toReversed(), [control]);
  const catalogs = useLoaded(
    async () => (isolate && (await plain.catalogs?.list())) || [],
    [plain, isolate],
  );
  const [connection, setConnection] = useState<Connection>();
  const listeners = useRef(new Set<Listener>()).current;
  // One stream for all parts.
  useEffect(() => {
    setConnection(undefined);
    const tell = (event: ControlEvent) => listeners.forEach((listener) => listener(event));
    return control.subscribe(tell, isAll ? { catalog: 'all' } : {});
  }, [control, isAll]);
  useEvents(listeners, (event) => {
    const { type } = event;
    if (type === 'open' || type === 'lost' || type === 'refused') setConnection(event);
    const isNew = type === 'open' || type === 'reset';
    if (type === 'open' || type === 'refused') started.reload();
    if (isNew || type === 'state') state.reload();
    if (isNew || type === 'faults') faults.reload();
    if (type !== 'lost' && isolate) catalogs.reload();
    // It has made room for others, or the server has started anew.
    if (type === 'refused' && isNoCatalog(event.error)) changeView({ key: '' }, { replace: true });
    // What failed while the server was gone is out of date.
    if (type === 'open' && notice?.kind === 'failed' && !notice.undo) dismiss();
  });
  // The undo is of the catalog that was shown.
  useEffect(dismiss, [control]);
  const start = `Back to how the ${source.isServer ? 'server' : 'page'} started`;
  const reset = () => {
    // Without a key, a reset is of all catalogs, and a snapshot of one.
    const kept = isAll ? undefined : keepAll(control, ', not the requests');
    return act(() => control.reset(), isAll ? 'Reset all catalogs' : start, kept);
  };
  const operations = (state.value?.operations ?? []).map(({ name }) => [name, name] as const);
  return {
    ...actions,
    reset,
    source,
    title: source.isServer ? 'Pet Catalog Mock' : 'The mock in this page',
    /** What the way back from all changes leads to. */
    start,
    /** Of the catalog that is shown; with all keys in sight, of what they share. */
    control,
    controlOf,
    /** What the server and the catalog that is shown are at; `undefined` until it is read. */
    info: state.value,
    faults: faults.value,
    /** The operations to choose from, `''` for all; no others until they are known. */
    operations: [['', 'All operations'] as const, ...operations],
    catalogs: catalogs.value ?? [],
    /** All keys are in sight, so that nothing here is of one catalog. */
    isAll,
    /** Another one for each catalog that is shown. */
    shown: `${token} ${number} ${key}`,
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

/** A number that names no catalog, or none any more. */
export const isNoCatalog = ({ status }: { readonly status: number | null }) =>
  status === 404 || status === 400;

export const PageContext = createContext<Page | undefined>(undefined);

export const usePage = (): Page => useContext(PageContext)!;

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
