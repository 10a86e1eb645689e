import { useEffect, useRef, useState } from 'preact/hooks';
import type { ActiveFault } from '../../client.ts';
import { usePage } from '../state/context.ts';
import { useEvents } from '../state/live.ts';
import { useLoaded } from '../state/loaded.ts';
import { isOn } from './order.ts';

/** The faults of the catalog, the newest first, as they are tried. */
export function useFaults() {
  const { control, listen, report, setFaultCount } = usePage();
  const [faults, setFaults] = useState<readonly ActiveFault[]>();
  const queue = useRef(Promise.resolve());
  const read = async () => setFaults((await control.faults.list()).toReversed());
  const { error, reload } = useLoaded(read, [control]);

  useEvents(listen, (event) => {
    if (event.type === 'open' || event.type === 'faults') reload();
  });
  const active = faults?.filter(isOn).length ?? 0;
  useEffect(() => setFaultCount(active), [active, setFaultCount]);

  return {
    faults,
    /** How many can hit. */
    active,
    error,
    /** Changes faults, one thing after the other, and tells what `action` gives. */
    change: (action: () => Promise<string>): Promise<void> => {
      queue.current = queue.current.then(() =>
        report(async () => {
          const done = await action();
          await read();
          return done;
        }),
      );
      return queue.current;
    },
  };
}
