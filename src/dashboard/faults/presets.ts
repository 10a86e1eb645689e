import type { ActiveFault, Fault } from '../../client.ts';

/** The failures that people want most, each one press away. */
export const presets: readonly { name: string; fault: Fault }[] = [
  { name: 'Slow answers', fault: { delay: 2000 } },
  { name: 'The next call fails', fault: { status: 503, times: 1 } },
  { name: 'One call in five fails', fault: { status: 503, rate: 0.2 } },
  { name: 'All calls fail', fault: { status: 503 } },
  { name: 'Offline', fault: { network: 'reset' } },
];

/** What a fault does, on or off and however often it has hit: what was added. */
export function fieldsOf(fault: ActiveFault): Fault {
  const { id: _id, hits: _hits, remaining: _remaining, enabled: _enabled, ...fields } = fault;
  return fields as Fault;
}

/** Whether a fault is on and does what another does, their fields in the order of a catalog's list. */
export function isSame(fault: ActiveFault, other: Fault): boolean {
  return fault.enabled !== false && JSON.stringify(fieldsOf(fault)) === JSON.stringify(other);
}
