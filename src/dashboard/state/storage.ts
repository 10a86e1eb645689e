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
