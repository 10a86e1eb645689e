import type { ActiveFault, Fault } from '../../client/index.ts';
import { nameOf } from '../../controls/describe-fault.ts';
import type { Outcome, Undo } from './actions.ts';
import type { PageControl } from './source.ts';

/** Keeps pets, faults, scenario and delay, which the undo restores. */
export async function keepAll(control: PageControl): Promise<Undo | undefined> {
  // A snapshot may be too large for the browser: the change goes on without its undo.
  const before = await control.snapshot().catch(() => undefined);
  return before && (() => control.restore(before));
}

export async function addFault({ faults }: PageControl, fault: Fault): Promise<Outcome> {
  const id = await faults.add(fault);
  return [`Added: ${nameOf(fault)}`, () => faults.remove(id)];
}

export async function removeFault(control: PageControl, fault: ActiveFault): Promise<Outcome> {
  await control.faults.remove(fault.id);
  return [`Removed: ${nameOf(fault)}`, () => addAgain(control, fault)];
}

/** Adds a fault again, with the calls that it had left. */
export function addAgain({ faults }: PageControl, fault: ActiveFault): Promise<string> {
  const { id: _id, hits: _hits, remaining, ...fields } = fault;
  // A list counts from the first call again.
  const times = typeof fields.times === 'object' ? fields.times : remaining;
  return faults.add({ ...fields, times } as Fault);
}

/** Chooses a scenario; `null` brings back the pets, faults and delay of the options. Requests stay. */
export async function changeScenario(control: PageControl, name: string | null): Promise<Outcome> {
  const undo = await keepAll(control);
  await control.scenarios.use(name);
  return [`Scenario: ${name ?? 'none'}`, undo];
}
