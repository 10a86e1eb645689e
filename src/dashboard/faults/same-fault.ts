import type { ActiveFault, Fault } from '../../client.ts';

/** What a fault does, on or off and however often it has hit: what was added. */
export function fieldsOf({
  id: _id,
  hits: _hits,
  remaining: _remaining,
  enabled: _enabled,
  ...fields
}: ActiveFault): Fault {
  return fields as Fault;
}

/** Whether a fault does what another does. The fields of both are in the order of a catalog's list. */
export function isSame(fault: ActiveFault, other: Fault): boolean {
  return JSON.stringify(fieldsOf(fault)) === JSON.stringify(other);
}
