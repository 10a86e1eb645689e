import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ControlEvent } from '../../client.ts';
import type { Connection, Listen } from './page.ts';
import type { PageControl } from './source.ts';

/** Follows the events of a control, one stream for the whole page. */
export function useLive(
  control: PageControl,
  isAll: boolean,
): { connection: Connection; listen: Listen } {
  const [connection, setConnection] = useState<Connection>({ state: 'connecting' });
  const listeners = useMemo(() => new Set<(event: ControlEvent) => void>(), []);

  useEffect(() => {
    setConnection({ state: 'connecting' });
    const onEvent = (event: ControlEvent) => {
      if (event.type === 'open') setConnection({ state: 'live' });
      if (event.type === 'lost') setConnection({ state: 'lost' });
      if (event.type === 'refused') setConnection({ state: 'refused', error: event.error });
      for (const listener of listeners) listener(event);
    };
    return control.subscribe(onEvent, isAll ? { catalog: 'all' } : {});
  }, [control, isAll, listeners]);

  const listen = useMemo<Listen>(
    () => (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    [listeners],
  );
  return { connection, listen };
}

/** Calls the newest `listener` on every event while the component is shown. */
export function useEvents(listen: Listen, listener: (event: ControlEvent) => void): void {
  const newest = useRef(listener);
  newest.current = listener;
  useEffect(() => listen((event) => newest.current(event)), [listen]);
}
