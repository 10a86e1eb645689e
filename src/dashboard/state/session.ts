import { useCallback, useState } from 'preact/hooks';

/** Who asks. Kept for the tab alone: a key has no place in an address. */
export interface Session {
  /** As typed; `''` when none was. */
  apiKey: string;
  token: string;
  /** The keys used in this tab, newest first. */
  usedKeys: readonly string[];
}

const storageKey = 'pet-catalog-mock';
const none: Session = { apiKey: '', token: '', usedKeys: [] };

export function useSession(): [Session, (change: Partial<Omit<Session, 'usedKeys'>>) => void] {
  const [session, setSession] = useState(load);
  const change = useCallback((part: Partial<Omit<Session, 'usedKeys'>>) => {
    setSession((before) => {
      const next = { ...before, ...part };
      if (part.apiKey) {
        next.usedKeys = [part.apiKey, ...before.usedKeys.filter((key) => key !== part.apiKey)];
        next.usedKeys = next.usedKeys.slice(0, 20);
      }
      save(next);
      return next;
    });
  }, []);
  return [session, change];
}

function load(): Session {
  try {
    const { apiKey, token, usedKeys } = JSON.parse(
      sessionStorage.getItem(storageKey) ?? '{}',
    ) as Record<string, unknown>;
    return {
      apiKey: typeof apiKey === 'string' ? apiKey : '',
      token: typeof token === 'string' ? token : '',
      usedKeys: Array.isArray(usedKeys) ? usedKeys.filter((key) => typeof key === 'string') : [],
    };
  } catch {
    return none;
  }
}

function save(session: Session): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(session));
  } catch {
    // Storage may be turned off: then the tab forgets at the next load.
  }
}
