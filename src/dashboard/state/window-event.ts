import { useEffect, useRef } from 'preact/hooks';

/** Calls the newest `listener` on every event of the window while the component is shown. */
export function useWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
): void {
  const newest = useRef(listener);
  newest.current = listener;
  useEffect(() => {
    const onEvent = (event: WindowEventMap[Type]) => newest.current(event);
    addEventListener(type, onEvent);
    return () => removeEventListener(type, onEvent);
  }, [type]);
}
