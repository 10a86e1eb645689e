import { useEffect, useState } from 'preact/hooks';
import { usePage } from './context.ts';
import type { ChangeView } from './view.ts';

/**
 * Changes the view, and then does something in a panel: on a narrow screen that is hidden until its
 * section is drawn.
 */
export function useJump(): (run: () => void, ...change: Parameters<ChangeView>) => void {
  const { changeView } = usePage();
  const [pending, setPending] = useState<{ run(): void }>();
  useEffect(() => pending?.run(), [pending]);
  return (run, ...change) => {
    changeView(...change);
    setPending({ run });
  };
}

/** Moves the focus to a panel. */
export function focusPanel(id: string): void {
  document.getElementById(id)?.focus();
}
