import { useCallback, useState } from 'preact/hooks';
import { parse } from '../parts/json.tsx';
import { readStored, store } from './storage.ts';

/** Kept for the tab alone: a key has no place in an address. */
export interface Session {
  /** As typed; `''` when none was. */
  apiKey: string;
  token: string;
  /** The number of the catalog that is shown; `null`: that of the key. */
  catalog: number | null;
  /** The keys used in this tab, newest first. */
  usedKeys: readonly string[];
}

export type ChangeSession = (change: Partial<Omit<Session, 'usedKeys'>>) => void;

const storageKey = 'pet-catalog-mock';

export function useSession(): { session: Session; changeSession: ChangeSession } {
  const [session, setSession] = useState(load);
  const changeSession = useCallback<ChangeSession>((part) => {
    setSession((before) => {
      const usedKeys = new Set([part.apiKey, ...before.usedKeys].filter((key) => !!key));
      const next = { ...before, ...part, usedKeys: [...usedKeys].slice(0, 20) as string[] };
      store('sessionStorage', storageKey, JSON.stringify(next));
      return next;
    });
  }, []);
  return { session, changeSession };
}

function load(): Session {
  const none: Session = { apiKey: '', token: '', catalog: null, usedKeys: [] };
  const stored = parse(readStored('sessionStorage', storageKey) ?? '') as Partial<Session> | null;
  return Array.isArray(stored?.usedKeys) ? { ...none, ...stored } : none;
}
