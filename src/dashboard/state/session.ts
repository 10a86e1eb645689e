import { useState } from 'preact/hooks';
import type { Page, Session } from './page.ts';

const storageKey = 'pet-catalog-mock';
const none: Session = { token: '', apiKey: '', shownKey: '' };

/** It outlives a reload of the tab; where storage is turned off, it does not. */
export function useSession(): [Session, Page['changeSession']] {
  const [session, setSession] = useState<Session>(() => {
    try {
      return { ...none, ...(JSON.parse(sessionStorage.getItem(storageKey)!) as Session | null) };
    } catch {
      return none;
    }
  });
  const change = (part: Partial<Session>) => {
    const next = { ...session, ...part };
    setSession(next);
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(next));
    } catch {
      // It is turned off.
    }
  };
  return [session, change];
}
