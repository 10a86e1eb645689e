import { useEffect, useState } from 'preact/hooks';

/** What the page shows, by the names in its address, and what each may be there; `''` by default. */
const allowed = {
  /** Of the two, a narrow page shows one. */
  tab: /^pets$/,
  /** The search for pets. */
  q: /^/,
  /** The operation whose requests are listed: a name, or `-` for other paths. */
  operation: /^(?:-|[A-Za-z]\w*)$/,
  status: /^(?:[245]xx|none)$/,
  /** The text that listed requests must have in their address or a body. */
  find: /^/,
  faulted: /^only$/,
  preflights: /^shown$/,
  /** The key of the request that is open. */
  request: /^[\d.]+$/,
  /** The number of the catalog that is shown; `''` for all. */
  key: /^\d{1,15}$/,
};

export type View = Record<keyof typeof allowed, string>;

/** Reads a view from the query of an address; invalid values are ignored. */
export function readView(query: string): View {
  const given = new URLSearchParams(query);
  const fields = Object.entries(allowed).map(([name, pattern]) => {
    const value = given.get(name) ?? '';
    return [name, pattern.test(value) ? value : ''];
  });
  return Object.fromEntries(fields) as View;
}

/** Returns the query for a view; `''` for the initial one. */
export function writeView(view: View): string {
  const said = Object.entries(view).filter(([, value]) => value !== '');
  return said.length === 0 ? '' : `?${new URLSearchParams(said).toString()}`;
}

/**
 * The view. On a page of its own it is in the address: it survives a reload, and can be sent to a
 * colleague.
 */
export function useView(isAddressed: boolean) {
  const read = () => readView(isAddressed ? location.search : '');
  const [view, setView] = useState(read);

  useEffect(() => {
    if (!isAddressed) return undefined;
    const onStep = () => setView(read());
    addEventListener('popstate', onStep);
    return () => removeEventListener('popstate', onStep);
  }, [isAddressed]);

  /** Changes a part of the view; `replace` leaves no step for the back button. */
  const changeView = (part: Partial<View>, { replace = false } = {}) =>
    setView((before) => {
      const next = { ...before, ...part };
      const address = location.pathname + writeView(next);
      if (isAddressed && address !== location.pathname + location.search) {
        history[replace ? 'replaceState' : 'pushState'](null, '', address);
      }
      return next;
    });
  return { view, changeView };
}
