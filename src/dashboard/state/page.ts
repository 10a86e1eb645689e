import { createContext } from 'preact';
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ControlEvent } from '../../client.ts';
import { useLoaded } from './loaded.ts';
import { useNotices } from './notices.ts';
import { useSession } from './session.ts';
import type { Source } from './source.ts';
import { actOn, keepAll } from './undo.ts';
import { useView } from './view.ts';

type Listener = (event: ControlEvent) => void;

type Connection =
  { type: 'connecting' } | Extract<ControlEvent, { type: 'open' | 'lost' | 'refused' }>;

export type Page = ReturnType<typeof useWholePage>;

/** What all parts of the page share. */
export function useWholePage(source: Source) {
  const { session, changeSession } = useSession();
  const { view, changeView } = useView(source.origin !== undefined);
  const notices = useNotices();
  const { dismiss, report } = notices;
  const element = useRef<HTMLDivElement>(null);
  const { token } = session;

  const plain = useMemo(() => source.control({ token }), [source, token]);
  // The server's settings say whether keys have catalogs, and reading them needs none.
  const started = useLoaded(() => plain.info(), [plain]);
  const isolate = started.value?.isolate ?? false;
  const number = isolate && view.key !== '' ? Number(view.key) : undefined;
  // One that no header can carry has no catalog.
  const shownKey = /[^\t\x20-\x7e\x80-\xff]/.test(session.shownKey) ? '' : session.shownKey;
  const key = isolate && number === undefined ? shownKey : '';
  const isAll = isolate !== false && number === undefined && key === '';
  const control = useMemo(() => {
    if (number !== undefined) return source.control({ token, catalog: number });
    const header = typeof isolate === 'string' ? isolate : 'X-API-Key';
    return key === '' ? plain : source.control({ token, headers: { [header]: key } });
  }, [plain, number, key]);
  /** The controls of the catalog of a number; without one, of the catalog that is shown. */
  const controlOf = (catalog: number | undefined) => {
    if (catalog === undefined) return control;
    return catalog === 0 ? plain : source.control({ token, catalog });
  };
  const state = useLoaded(() => control.info(), [control]);
  const faults = useLoaded(async () => (await control.faults.list()).toReversed(), [control]);
  const catalogs = useLoaded(
    async () => (isolate && (await source.catalogs?.({ token }))) || [],
    [source, token, isolate],
  );
  const [connection, setConnection] = useState<Connection>({ type: 'connecting' });
  const listeners = useRef(new Set<Listener>()).current;
  // One stream for all parts.
  useEffect(() => {
    setConnection({ type: 'connecting' });
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
    if (type === 'open' && notices.notice?.kind === 'failed' && !notices.notice.undo) dismiss();
  });
  // The undo is of the catalog that was shown.
  useEffect(dismiss, [control]);
  const act = actOn(control, isAll, report);
  const reset = () =>
    act(
      () => control.reset(),
      isAll ? 'Reset all catalogs' : source.start,
      keepAll(', not the requests'),
    );
  return {
    ...notices,
    act,
    reset,
    source,
    /** Of the catalog that is shown; with all keys in sight, of what they share. */
    control,
    controlOf,
    /** What the server and the catalog that is shown are at; `undefined` until it is read. */
    info: state.value,
    faults: faults.value,
    catalogs: catalogs.value ?? [],
    /** All keys are in sight, so that nothing here is of one catalog. */
    isAll,
    /** Another one for each catalog that is shown. */
    shown: `${token} ${number} ${key}`,
    connection,
    isLost: connection.type === 'lost',
    listeners,
    view,
    changeView,
    session,
    changeSession,
    element,
    root: () => element.current!,
  };
}

/** A number that names no catalog, or none any more. */
export const isNoCatalog = ({ status }: { readonly status: number | null }) =>
  status === 404 || status === 400;

export const PageContext = createContext<Page | undefined>(undefined);

export const usePage = (): Page => useContext(PageContext)!;

/** What has the focus, also within a shadow root. */
export function focused(root: HTMLElement): Element | null {
  return (root.getRootNode() as Document | ShadowRoot).activeElement;
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
