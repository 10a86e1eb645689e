import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

/** Returns the time in milliseconds, again each second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Returns the size of an element in pixels, again when it changes. */
export function useSize(element: { readonly current: Element | null }) {
  const [size, setSize] = useState({ width: 1000, height: 0 });
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setSize(entry!.contentRect));
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return size;
}
