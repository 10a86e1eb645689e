import { useState } from 'preact/hooks';

/** State that outlives a reload of the tab; where storage is turned off, it does not. */
export function useStored<T extends object>(
  key: string,
  initial: T,
): [T, (change: Partial<T>) => void] {
  const [value, setValue] = useState<T>(() => {
    try {
      return { ...initial, ...(JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<T>) };
    } catch {
      return initial;
    }
  });
  const change = (part: Partial<T>) => {
    const next = { ...value, ...part };
    setValue(next);
    try {
      sessionStorage.setItem(key, JSON.stringify(next));
    } catch {
      // It is turned off.
    }
  };
  return [value, change];
}
