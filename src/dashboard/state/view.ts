import { useCallback, useEffect, useState } from 'preact/hooks';
import { useWindowEvent } from './window-event.ts';

/** The sections, of which a narrow screen shows one at a time. */
export const tabs = ['pets', 'requests', 'controls'] as const;
export type Tab = (typeof tabs)[number];

/** What the page shows, as its address says. */
export interface View {
  tab: Tab;
  /** The search for pets. */
  search: string;
  /** The one tag that pets must have. */
  tag: string;
  /** The page of pets, from 1. */
  page: number;
  /** The operation whose requests are listed: a name, `other`, or `''` for all. */
  operation: string;
  /** The status whose requests are listed: `404`, `4xx`, `none`, or `''` for all. */
  status: string;
  /** The text that listed requests must have in their address or a body. */
  find: string;
  /** Whether only requests that a fault hit are listed: `only`, or `''`. */
  faulted: string;
  /** Whether preflights are listed: `shown`, or `''`. */
  preflights: string;
  /** The id of the request that is open. */
  entry: string;
}

/** Changes a part of the view; `replace` leaves no step for the back button. */
export type ChangeView = (change: Partial<View>, how?: { replace?: boolean }) => void;

const parameters = {
  search: 'q',
  tag: 'tag',
  operation: 'operation',
  status: 'status',
  find: 'find',
  faulted: 'faulted',
  preflights: 'preflights',
  entry: 'request',
} as const;

/** Reads a view from the query of an address; invalid values are ignored. */
export function readView(query: string): View {
  const given = new URLSearchParams(query);
  const text = (name: string, allowed = /^/) => {
    const value = given.get(name) ?? '';
    return allowed.test(value) ? value : '';
  };
  return {
    tab: tabs.find((tab) => tab === text('tab')) ?? 'pets',
    search: text(parameters.search),
    tag: text(parameters.tag),
    page: Number(text('page', /^[1-9]\d{0,14}$/) || 1),
    operation: text(parameters.operation, /^[A-Za-z]\w*$/),
    status: text(parameters.status, /^(?:[1-5]\d\d|[1-5]xx|none)$/),
    find: text(parameters.find),
    faulted: text(parameters.faulted, /^only$/),
    preflights: text(parameters.preflights, /^shown$/),
    entry: text(parameters.entry),
  };
}

/** The query that says a view; `''` for the one that the page starts with. */
export function writeView(view: View): string {
  const query = new URLSearchParams();
  if (view.tab !== 'pets') query.set('tab', view.tab);
  if (view.page > 1) query.set('page', String(view.page));
  for (const [field, name] of Object.entries(parameters)) {
    const value = view[field as keyof typeof parameters];
    if (value !== '') query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** The view, kept in the address: it survives a reload, and can be sent to a colleague. */
export function useView(): { view: View; changeView: ChangeView } {
  const [view, setView] = useState(() => readView(location.search));

  useEffect(() => {
    // Invalid values leave the address, too: it says what is shown.
    history.replaceState(null, '', `${location.pathname}${writeView(readView(location.search))}`);
  }, []);
  useWindowEvent('popstate', () => setView(readView(location.search)));

  const changeView = useCallback<ChangeView>((part, { replace = false } = {}) => {
    const next = { ...readView(location.search), ...part };
    const address = `${location.pathname}${writeView(next)}`;
    if (address !== `${location.pathname}${location.search}`) {
      history[replace ? 'replaceState' : 'pushState'](null, '', address);
    }
    setView(next);
  }, []);

  return { view, changeView };
}
