import type { Pet } from '../../src/index.ts';

/** A thing that one of several clients did: from before it was sent until its outcome was there. */
export interface Event {
  /** Sequence numbers of the whole run. */
  from: number;
  to: number;
  /** Its number in the header `X-Call`; `undefined` for a control. */
  call?: string | undefined;
  /** The pet that was created. */
  created?: Pet | undefined;
  /** The id of a pet that was removed. */
  removed?: string | undefined;
  /** All pets, as they were listed. */
  listed?: readonly Pet[] | undefined;
  /** What it takes away: `pets` all that were created, `faults` and `journal` all there are. */
  clears?: readonly ('pets' | 'faults' | 'journal')[] | undefined;
  /** The fault that it adds for the calls of this mark; its answer has this error. */
  added?: { mark: string; error: string; times: number } | undefined;
  /** The mark of a call, and the error that it was answered with. */
  mark?: string | undefined;
  failed?: string | undefined;
  /** The call was in flight when the catalog was reset: a fault may have hit it before. */
  isCancelled?: boolean | undefined;
}

/** What is there once all clients are done. */
export interface Outcome {
  /** Those of the start are left out. */
  pets: readonly Pet[];
  faults: readonly { error?: string | undefined; hits: number }[];
  /** The calls in the journal. */
  calls: readonly string[];
}

/**
 * The facts that hold in whichever order the clients' calls were taken: each is a sentence that is
 * wrong. What ended before something began, came before it; nothing is said of what overlaps.
 */
export function findContradictions(events: readonly Event[], outcome: Outcome): string[] {
  const wrong: string[] = [];
  const clearings = (what: 'pets' | 'faults' | 'journal') =>
    events.filter(({ clears }) => clears?.includes(what));
  const isBefore = (one: Event, other: Event) => one.to < other.from;
  /** Whether something has gone, must be there, or may be either, at a time. */
  function fateOf(one: Event, clears: readonly Event[], now: Pick<Event, 'from' | 'to'>) {
    if (clears.some((clear) => isBefore(one, clear) && clear.to < now.from)) return 'gone';
    const isSafe = clears.every((clear) => isBefore(clear, one) || now.to < clear.from);
    return isSafe && one.to < now.from ? 'there' : 'either';
  }
  const end = { from: Infinity, to: Infinity };
  const created = events.filter((one) => one.created);

  function checkList(pets: readonly Pet[], now: Pick<Event, 'from' | 'to'>, where: string): void {
    const names = pets.map(({ name }) => name);
    if (new Set(names).size < names.length) wrong.push(`${where} has a pet twice: ${names.join()}`);
    if (new Set(pets.map(({ id }) => id)).size < pets.length)
      wrong.push(`${where} has an id twice`);
    for (const name of names) {
      const isKnown = events.some((one) => one.created?.name === name);
      if (!isKnown) wrong.push(`${where} has ${name}, which nobody was told of`);
    }
    for (const one of created) {
      const { name, id } = one.created!;
      const removals = events.filter(({ removed }) => removed === id);
      const fate = fateOf(one, [...clearings('pets'), ...removals], now);
      if (fate === 'there' && !names.includes(name)) wrong.push(`${where} lacks ${name}`);
      if (fate === 'gone' && names.includes(name)) wrong.push(`${where} still has ${name}`);
      const later = new Set(
        created.filter((other) => isBefore(one, other)).map((other) => other.created!.name),
      );
      const [at, next] = [names.indexOf(name), names.findIndex((other) => later.has(other))];
      if (next !== -1 && next < at) wrong.push(`${where} has ${names[next]} before ${name}`);
    }
  }
  for (const one of events)
    if (one.listed) checkList(one.listed, one, `the list of call ${one.call}`);
  checkList(outcome.pets, end, 'the last list');

  for (const one of events) {
    if (one.call === undefined) continue;
    const entries = outcome.calls.filter((call) => call === one.call).length;
    const fate = fateOf(one, clearings('journal'), end);
    const isRight = { there: entries === 1, gone: entries === 0, either: entries <= 1 }[fate];
    if (!isRight) wrong.push(`call ${one.call} is in the journal ${entries} times (${fate})`);
  }

  for (const one of events) {
    if (!one.added) continue;
    const { mark, error, times } = one.added;
    const hits = events.filter(({ failed }) => failed === error).length;
    if (hits > times) wrong.push(`${error} hit ${hits} calls, and not ${times}`);
    const fate = fateOf(one, clearings('faults'), end);
    const listed = outcome.faults.find((fault) => fault.error === error);
    if (fate === 'gone' && listed) wrong.push(`${error} is still there`);
    if (fate !== 'there') continue;
    const ofMark = events.filter((call) => call.mark === mark);
    const cancelled = ofMark.filter(({ isCancelled }) => isCancelled).length;
    const counted = listed?.hits ?? times;
    if (counted < hits || counted > hits + cancelled) {
      wrong.push(`${error} has ${counted} hits${listed ? '' : ', all'}: ${hits} calls saw it`);
    }
    const spared = ofMark.find((call) => isBefore(one, call) && !call.failed && !call.isCancelled);
    if (listed && spared) wrong.push(`${error} spared call ${spared.call}`);
  }
  return wrong;
}
