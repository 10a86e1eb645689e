import { useCallback, useState } from 'preact/hooks';
import { parse } from '../parts/json.tsx';

/** Kept for the tab alone: secrets have no place in an address. */
export interface Session {
  /** The server's admin token; `''` when none was typed. */
  token: string;
  /** The API key that replays send; `''` when none was typed. */
  apiKey: string;
  /** With a catalog for each key: the key that was typed to see its catalog; `''` for none. */
  shownKey: string;
}

const name = 'pet-catalog-mock';

export function useSession(): [Session, (change: Partial<Session>) => void] {
  const [session, setSession] = useState<Session>(() => ({
    token: '',
    apiKey: '',
    shownKey: '',
    ...(parse(readStored('sessionStorage', name) ?? '') as Partial<Session> | undefined),
  }));
  const change = useCallback((part: Partial<Session>) => {
    setSession((before) => {
      const next = { ...before, ...part };
      store('sessionStorage', name, JSON.stringify(next));
      return next;
    });
  }, []);
  return [session, change];
}

/** For this tab, or for all tabs. */
type Place = 'sessionStorage' | 'localStorage';

/** What is stored; `null` when nothing is, or storage is turned off. */
export function readStored(place: Place, key: string): string | null {
  try {
    return window[place].getItem(key);
  } catch {
    return null;
  }
}

export function store(place: Place, key: string, text: string): void {
  try {
    window[place].setItem(key, text);
  } catch {
    // Storage may be turned off: then the page forgets at the next load.
  }
}
