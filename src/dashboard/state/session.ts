import { useState } from 'preact/hooks';

const storageKey = 'pet-catalog-mock';

/** Kept for the tab, because secrets do not belong in an address. */
const none = {
  token: '',
  /** With a catalog for each key: the key that was typed to see its catalog. */
  shownKey: '',
};

/** It outlives a reload of the tab; where storage is turned off, it does not. */
export function useSession() {
  const [session, setSession] = useState(() => {
    try {
      return { ...none, ...(JSON.parse(sessionStorage.getItem(storageKey)!) as object) };
    } catch {
      return none;
    }
  });
  const changeSession = (part: Partial<typeof none>) => {
    const next = { ...session, ...part };
    setSession(next);
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(next));
    } catch {
      // It is turned off.
    }
  };
  return { session, changeSession };
}
