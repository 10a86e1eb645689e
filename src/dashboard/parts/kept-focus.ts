import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Props of an element that gets the focus when what has it in there goes by itself: a fault that was
 * removed elsewhere, say. It needs a `tabIndex`.
 */
export function useKeptFocus<Target extends HTMLElement>() {
  const ref = useRef<Target>(null);
  const focused = useRef<EventTarget>(null);
  const isThere = (target: EventTarget | null) => (target as Element | null)?.isConnected;
  useLayoutEffect(() => {
    if (focused.current === null || isThere(focused.current)) return;
    focused.current = null;
    ref.current?.focus({ preventScroll: true });
  });
  return {
    ref,
    onFocusIn: ({ target }: FocusEvent) => (focused.current = target),
    onFocusOut: ({ target }: FocusEvent) =>
      // What is about to be removed loses the focus as well.
      queueMicrotask(() => {
        if (focused.current === target && isThere(target)) focused.current = null;
      }),
  };
}
