import { useState } from 'preact/hooks';

/** State that outlives a reload, in this tab or in all; where storage is turned off, it does not. */
export function useStored<T extends object>(
  place: 'sessionStorage' | 'localStorage',
  key: string,
  initial: T,
): [T, (change: Partial<T>) => void] {
  const [value, setValue] = useState<T>(() => {
    try {
      return { ...initial, ...(JSON.parse(window[place].getItem(key) ?? '{}') as Partial<T>) };
    } catch {
      return initial;
    }
  });
  const change = (part: Partial<T>) => {
    const next = { ...value, ...part };
    setValue(next);
    try {
      window[place].setItem(key, JSON.stringify(next));
    } catch {
      // It is turned off.
    }
  };
  return [value, change];
}
