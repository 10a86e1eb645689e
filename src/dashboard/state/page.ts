import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type {
  ActiveFault,
  CatalogSummary,
  Control,
  ControlEvent,
  ServerInfo,
} from '../../client.ts';
import type { Undo, useNotices } from './notices.ts';
import type { ChangeView, View } from './view.ts';

/** The controls that the page needs: those of a server, or of a mock in the same page. */
export type PageControl = Omit<Control, 'health' | 'catalogs'>;

/** Whose page this is. */
export interface Source {
  readonly title: string;
  /** The origin of the server; `undefined` for a mock in the same page. */
  readonly origin: string | undefined;
  /** Where requests are sent again, and shown as sent to. */
  readonly serviceOrigin: string;
  /** What the way back leads to: `Back to how the server started`. */
  readonly start: string;
  /** Of one catalog, or of what all share. */
  control(who: Who): PageControl;
  catalogs?(who: Who): Promise<CatalogSummary[]>;
  /** Aborts when the mock has stopped. Default: it never does. */
  readonly stopped?: AbortSignal;
}

export interface Who {
  /** The server's admin token; `''` when there is none. */
  token: string;
  /** The number of a catalog; `undefined` for what all share. */
  catalog?: number | undefined;
  /** Instead of a number: the header that chooses a catalog. */
  headers?: Readonly<Record<string, string>>;
}

/** Kept for the tab alone: secrets have no place in an address. */
export interface Session {
  token: string;
  apiKey: string;
  /** With a catalog for each key: the key that was typed to see its catalog. */
  shownKey: string;
}

/** Gives the way back from a change, before it; `undefined` when it takes nothing away. */
export type Keep = (control: PageControl) => Promise<Undo | undefined>;

/** Changes the catalog and tells so, with an undo where something says what to keep. */
export type Act = <T>(
  change: () => Promise<T>,
  told: string | ((outcome: T) => string | Promise<string>),
  keep?: Keep,
) => Promise<void>;

export interface Page extends ReturnType<typeof useNotices> {
  act: Act;
  source: Source;
  /** Of the catalog that is shown; with all keys in sight, of what they share. */
  control: PageControl;
  /** The controls of the catalog of a number; without one, of the catalog that is shown. */
  controlOf(catalog: number | undefined): PageControl;
  /** What the server and the catalog that is shown are at; `undefined` until it is read. */
  info: ServerInfo | undefined;
  faults: readonly ActiveFault[] | undefined;
  catalogs: readonly CatalogSummary[];
  /** All keys are in sight, so that nothing here is of one catalog. */
  isAll: boolean;
  isLost: boolean;
  listeners: Set<Listener>;
  view: View;
  changeView: ChangeView;
  session: Session;
  changeSession(change: Partial<Session>): void;
  root(): HTMLElement;
}

export type Listener = (event: ControlEvent) => void;

export type Connection =
  { type: 'connecting' } | Extract<ControlEvent, { type: 'open' | 'lost' | 'refused' }>;

export const PageContext = createContext<Page | undefined>(undefined);

export const usePage = (): Page => useContext(PageContext)!;

/** What has the focus, also within a shadow root. */
export function focused(root: HTMLElement): Element | null {
  return (root.getRootNode() as Document | ShadowRoot).activeElement;
}

/** Follows the events of a control, one stream for the whole page. */
export function useLive(control: PageControl, isAll: boolean) {
  const [connection, setConnection] = useState<Connection>({ type: 'connecting' });
  const [listeners] = useState(() => new Set<Listener>());
  useEffect(() => {
    setConnection({ type: 'connecting' });
    const onEvent = (event: ControlEvent) => {
      const { type } = event;
      if (type === 'open' || type === 'lost' || type === 'refused') setConnection(event);
      for (const listener of listeners) listener(event);
    };
    return control.subscribe(onEvent, isAll ? { catalog: 'all' } : {});
  }, [control, isAll, listeners]);
  return { connection, listeners };
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
