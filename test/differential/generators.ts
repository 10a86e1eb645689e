import * as fc from 'fast-check';
import { createPetCatalog, type Fault } from '../../src/index.ts';

/** A request as it goes over the wire; each character of its text is one byte. */
export interface WireRequest {
  method: string;
  text: string;
}

/** The generators of the fuzzer, which are plain JavaScript: one number decides all that they give. */
type Generate<T> = (random: object) => T;
const load = async <T>(file: string) =>
  (await import(new URL(`../../stress/fuzz/${file}`, import.meta.url).href)) as T;
const { createRandom } = await load<{
  createRandom: (seed: number, number: number) => object;
}>('random.js');
const { anyCall } = await load<{ anyCall: Generate<WireRequest> }>('kinds/calls.js');
const { anyFault } = await load<{ anyFault: Generate<Fault> }>('kinds/control.js');

const from = <T>(generate: Generate<T>) => fc.nat().map((seed) => generate(createRandom(seed, 0)));

/** Requests of all kinds, most of them for pets. */
export const anyRequest = from(anyCall);

/** Faults for some calls or all. None hangs, as that ends only when somebody ends it. */
export const anyQuickFault = from(anyFault).filter((fault) => {
  const { network, delay } = fault;
  // Without a delay, it would take a second.
  if (network === 'hang' || (network === 'dribble' && delay === undefined)) return false;
  try {
    createPetCatalog({ pets: 0 }).faults.add(fault);
    return true;
  } catch {
    return false;
  }
});
