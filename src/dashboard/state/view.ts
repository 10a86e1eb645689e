import { useCallback, useEffect, useState } from 'preact/hooks';

/** What the page shows. */
export interface View {
  /** Of the two, a narrow page shows one. */
  tab: 'requests' | 'pets';
  /** The search for pets. */
  search: string;
  /** The page of pets, from 1. */
  page: number;
  /** The operation whose requests are listed: a name, `-` for other paths, or `''` for all. */
  operation: string;
  /** The status whose requests are listed: `404`, `4xx`, `none`, or `''` for all. */
  status: string;
  /** The text that listed requests must have in their address or a body. */
  find: string;
  /** Whether only requests that a fault hit are listed: `only`, or `''`. */
  faulted: string;
  /** Whether preflights are listed: `shown`, or `''`. */
  preflights: string;
  /** The key of the request that is open; `''` for none. */
  request: string;
  /** With a catalog for each key: the number of the one that is shown; `''` for all. */
  key: string;
}

/** Changes a part of the view; `replace` leaves no step for the back button. */
export type ChangeView = (change: Partial<View>, how?: { replace?: boolean }) => void;

/** The fields, by their names in the address, and what each may be there. */
const fields = {
  tab: ['tab', /^pets$/],
  search: ['q', /^/],
  page: ['page', /^[1-9]\d{0,4}$/],
  operation: ['operation', /^(?:-|[A-Za-z]\w*)$/],
  status: ['status', /^(?:[1-5]\d\d|[1-5]xx|none)$/],
  find: ['find', /^/],
  faulted: ['faulted', /^only$/],
  preflights: ['preflights', /^shown$/],
  request: ['request', /^[\d.]+$/],
  key: ['key', /^\d{1,15}$/],
} as const satisfies Record<keyof View, readonly [string, RegExp]>;

const initial: Partial<View> = { tab: 'requests', page: 1 };

/** Reads a view from the query of an address; invalid values are ignored. */
export function readView(query: string): View {
  const given = new URLSearchParams(query);
  const texts = Object.entries(fields).map(([field, [name, allowed]]) => {
    const value = given.get(name) ?? '';
    return [field, allowed.test(value) ? value : ''];
  });
  const view = Object.fromEntries(texts) as Record<keyof View, string>;
  return { ...view, tab: view.tab === 'pets' ? 'pets' : 'requests', page: Number(view.page || 1) };
}

/** The query that says a view; `''` for the one that the page starts with. */
export function writeView(view: View): string {
  const changed = Object.entries(fields).flatMap(([field, [name]]) => {
    const value = view[field as keyof View];
    return value === (initial[field as keyof View] ?? '') ? [] : [[name, String(value)]];
  });
  return changed.length === 0 ? '' : `?${new URLSearchParams(changed).toString()}`;
}

/**
 * The view. On a page of its own it is in the address: it survives a reload, and can be sent to a
 * colleague.
 */
export function useView(isAddressed: boolean): [View, ChangeView] {
  const read = () => readView(isAddressed ? location.search : '');
  const [view, setView] = useState(read);

  useEffect(() => {
    if (!isAddressed) return undefined;
    // Invalid values leave the address, too: it says what is shown.
    history.replaceState(null, '', location.pathname + writeView(read()) + location.hash);
    const onStep = () => setView(read());
    addEventListener('popstate', onStep);
    return () => removeEventListener('popstate', onStep);
  }, [isAddressed]);

  const change = useCallback<ChangeView>(
    (part, { replace = false } = {}) => {
      setView((before) => {
        const next = { ...before, ...part };
        const address = location.pathname + writeView(next);
        if (isAddressed && address !== location.pathname + location.search) {
          history[replace ? 'replaceState' : 'pushState'](null, '', address);
        }
        return next;
      });
    },
    [isAddressed],
  );
  return [view, change];
}
