import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Control, ControlError, ControlEvent } from '../../client.ts';

/** The state of the connection to the server. */
export type Connection =
  { state: 'connecting' | 'live' | 'lost' } | { state: 'refused'; error: ControlError };

/** Subscribes to the server's events, and returns a function that unsubscribes. */
export type Listen = (listener: (event: ControlEvent) => void) => () => void;

/** Follows the server's events, one stream for the whole page. */
export function useLive(control: Control): { connection: Connection; listen: Listen } {
  const [connection, setConnection] = useState<Connection>({ state: 'connecting' });
  const listeners = useMemo(() => new Set<(event: ControlEvent) => void>(), []);

  useEffect(() => {
    setConnection({ state: 'connecting' });
    return control.subscribe((event) => {
      if (event.type === 'open') setConnection({ state: 'live' });
      if (event.type === 'lost') setConnection({ state: 'lost' });
      if (event.type === 'refused') setConnection({ state: 'refused', error: event.error });
      for (const listener of listeners) listener(event);
    });
  }, [control, listeners]);

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
