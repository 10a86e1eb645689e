import { useCallback, useEffect, useState } from 'preact/hooks';
import { usePage } from './context.ts';
import type { ChangeView } from './view.ts';

/** Changes the view and moves the focus to a panel, by its id. */
export function useJump(): (id: string, ...change: Parameters<ChangeView>) => void {
  const { changeView } = usePage();
  const [target, setTarget] = useState('');
  // On a narrow screen the panel is hidden until its section is drawn.
  useEffect(() => {
    document.getElementById(target)?.focus();
    setTarget('');
  }, [target]);
  return useCallback(
    (id, ...change) => {
      changeView(...change);
      setTarget(id);
    },
    [changeView],
  );
}
