import type { ActiveFault, Fault } from '../../client/index.ts';
import type { PageControl } from './source.ts';

/** Keeps pets, faults, scenario and delay, which a restore brings back. */
export async function keepAll(control: PageControl) {
  const before = await control.snapshot();
  return () => control.restore(before);
}

/** Adds a fault again, with the calls that it had left. */
export function addAgain({ faults }: PageControl, fault: ActiveFault): Promise<string> {
  const { id: _id, hits: _hits, remaining, ...fields } = fault;
  // A list counts from the first call again.
  const times = typeof fields.times === 'object' ? fields.times : remaining;
  return faults.add({ ...fields, times } as Fault);
}

/** Keeps a fault, which is added again. */
export const keepFault = (control: PageControl, fault: ActiveFault) => async () => () =>
  addAgain(control, fault);

/** Keeps a pet. It is created again with its id. */
export const keepPet = (control: PageControl, id: string) => async () => {
  const before = await control.pets.get(id);
  if (!before) return undefined;
  const { id: _id, ...fields } = before;
  return () => control.pets.create(fields, { id });
};
