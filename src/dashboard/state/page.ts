import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ActiveFault, CatalogSummary, ControlEvent, ServerInfo } from '../../client.ts';
import type { useNotices } from './notices.ts';
import type { Session } from './session.ts';
import type { PageControl, Source } from './source.ts';
import type { ChangeView, View } from './view.ts';

/** What every part of the page may need. */
export interface Page extends ReturnType<typeof useNotices> {
  source: Source;
  /** Of the catalog that is shown; with all keys in sight, of what they share. */
  control: PageControl;
  /** The controls of the catalog of a number; without one, of the catalog that is shown. */
  controlOf(catalog: number | undefined): PageControl;
  /** What the server and the catalog that is shown are at; `undefined` until it is read. */
  info: ServerInfo | undefined;
  /** Newest first, as they are tried; `undefined` until they are read. */
  faults: readonly ActiveFault[] | undefined;
  /** With a catalog for each key: those in memory; empty otherwise. */
  catalogs: readonly CatalogSummary[];
  /** All keys are in sight, so that nothing here is of one catalog. */
  isAll: boolean;
  connection: Connection;
  listen: Listen;
  view: View;
  changeView: ChangeView;
  session: Session;
  changeSession(change: Partial<Session>): void;
  /** The element of the whole page, and what has it and its focus. */
  root(): HTMLElement;
}

/** The state of the connection to the server. */
export type Connection =
  | { state: 'connecting' | 'live' | 'lost' }
  | { state: 'refused'; error: Error & { status: number | null } };

/** Subscribes to the events of what is shown, and returns a function that unsubscribes. */
export type Listen = (listener: (event: ControlEvent) => void) => () => void;

export const PageContext = createContext<Page | undefined>(undefined);

/** Only within a `PageContext`. */
export const usePage = (): Page => useContext(PageContext)!;

/** What has the focus, also within a shadow root. */
export function focused(root: HTMLElement): Element | null {
  return (root.getRootNode() as Document | ShadowRoot).activeElement;
}
