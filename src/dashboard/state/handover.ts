import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** Before an element goes that has the focus in it, the focus moves to the nearest `heir` around it. */
export function useHandover(element: RefObject<HTMLElement | null>, heir: string): void {
  useLayoutEffect(() => {
    const own = element.current!;
    const next = own.parentElement!.closest<HTMLElement>(heir);
    return () => {
      if (own.contains(document.activeElement)) next?.focus({ preventScroll: true });
    };
  }, [element, heir]);
}
