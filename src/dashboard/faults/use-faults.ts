import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { ActiveFault } from '../../client.ts';
import { usePage } from '../state/context.ts';
import { useEvents } from '../state/live.ts';
import { useLoaded, usePolling } from '../state/loaded.ts';
import { isOn } from './order.ts';
import { fieldsOf, isSame } from './same-fault.ts';

/** How many used-up faults the page remembers. */
const most = 3;

/** The number in an id, which is higher the newer the fault is. */
const numberOf = ({ id }: ActiveFault) => Number(id.slice('fault-'.length));

/** Puts a fault that is no longer listed where it was. */
export function insert(faults: readonly ActiveFault[], gone: ActiveFault): ActiveFault[] {
  const older = faults.findIndex((one) => numberOf(one) < numberOf(gone));
  return faults.toSpliced(older === -1 ? faults.length : older, 0, gone);
}

/**
 * The faults of the catalog, the newest first, as they are tried. A fault that has been used up is no
 * longer there; the page remembers the last few, with `remaining: 0`, so that they can be had again.
 */
export function useFaults() {
  const { control, listen, report, setFaultCount } = usePage();
  const [listed, setListed] = useState<readonly ActiveFault[]>();
  const [lost, setLost] = useState<readonly ActiveFault[]>([]);
  const before = useRef<readonly ActiveFault[]>([]);
  /** The ids of faults that hit after they had been listed. */
  const hit = useRef(new Set<string>());
  const queue = useRef(Promise.resolve());
  const { value, error, reload } = useLoaded(() => control.faults.list(), [control]);

  const take = useCallback((list: readonly ActiveFault[]) => {
    const now = new Map(list.map((fault) => [fault.id, fault]));
    const gone = before.current.filter(({ id, times }) => times !== undefined && !now.has(id));
    for (const { id, hits } of before.current) {
      if ((now.get(id)?.hits ?? hits) !== hits) hit.current.delete(id);
    }
    before.current = list;
    setLost((others) => {
      const apart = others.filter((one) => !gone.some((same) => isSame(same, fieldsOf(one))));
      return gone.length > 0 ? [...apart, ...gone].slice(-most) : others;
    });
    setListed(list.toReversed());
  }, []);
  const forget = useCallback((id?: string) => {
    const others = (all: readonly ActiveFault[]) =>
      id === undefined ? [] : all.filter((one) => one.id !== id);
    before.current = others(before.current);
    setLost(others);
    // The next faults may get the same ids.
    if (id === undefined) hit.current.clear();
  }, []);

  useEffect(() => {
    if (value) take(value);
  }, [value, take]);
  useEvents(listen, (event) => {
    // A fault that has hit may have used itself up.
    const id = event.type === 'request' ? event.entry.fault : undefined;
    if (id !== undefined) hit.current.add(id);
    if (event.type === 'reset') forget();
    if (event.type === 'open' || event.type === 'reset' || id !== undefined) reload();
  });
  // Tests and other pages change faults too, and there is no event for that.
  usePolling(reload);
  const active = listed?.filter(isOn).length ?? 0;
  useEffect(() => setFaultCount(active), [active, setFaultCount]);

  const usedUp = lost
    .filter(({ id }) => hit.current.has(id) && !listed?.some((one) => one.id === id))
    .filter((gone) => !listed?.some((one) => isSame(one, fieldsOf(gone))))
    .map((fault) =>
      Object.assign(structuredClone(fault), { hits: fault.times ?? 0, remaining: 0 }),
    );

  return {
    faults: listed && usedUp.reduce(insert, [...listed]),
    /** How many can hit. */
    active,
    error,
    reload,
    /** For faults that the page removes, which are not used up. Without an id, all. */
    forget,
    /** Changes faults, one thing after the other, and tells what `action` gives. */
    change: (action: () => Promise<string>): Promise<void> => {
      queue.current = queue.current.then(() =>
        report(async () => {
          const done = await action();
          take(await control.faults.list());
          return done;
        }),
      );
      return queue.current;
    },
  };
}
