import type { Delay } from './delay.ts';
import type { FaultFields, NetworkFault } from './faults.ts';
import type { FaultMatch } from './match.ts';
import { count, duration, shorten } from '../contract/text.ts';

const networkWords: Record<NetworkFault, string> = {
  reset: 'connection dropped',
  empty: 'closed without a response',
  truncate: 'half a response',
  garbage: 'invalid bytes',
  dribble: 'response in small pieces',
  hang: 'no response',
};

/** Says in a journal entry that the call is held. */
export const heldWords = 'held until released';

/** Describes what a fault does: `503 “try later”, after 2 s, 20 % of calls, 3 times, for pet rex`. */
export function describeFault(fault: FaultFields): string {
  const { rate, times, match, phase } = fault;
  const words = effectWords(fault);
  if (phase === 'after') words.push('after the operation ran');
  if (rate !== undefined) words.push(`${Number((rate * 100).toFixed(2))} % of calls`);
  if (times !== undefined) words.push(timesWords(times));
  if (match !== undefined) words.push(...matchWords(match));
  return words.join(', ');
}

/** `all operations, 503, next call only` */
export function nameOf(fault: FaultFields): string {
  return `${fault.operation ?? 'all operations'}, ${describeFault(fault)}`;
}

function effectWords({ status, error, body, delay, hold, network }: FaultFields): string[] {
  const words: string[] = [];
  // Of the network faults, these are of a response, which may be another than the real one.
  const isSent = ['truncate', 'garbage', 'dribble', undefined].includes(network);
  if (status !== undefined && isSent) {
    const sent = error ? ` “${shorten(error)}”` : body === undefined ? '' : ` ${json(body)}`;
    words.push(`${status}${sent}`);
  }
  if (network !== undefined) words.push(networkWords[network]);
  if (hold === true) words.push(heldWords);
  if (delay !== undefined) {
    const preposition = network === 'dribble' ? 'over' : 'after';
    if (words.length > 0) words.push(`${preposition} ${wait(delay)}`);
    else
      words.push(
        typeof delay === 'object' && 'p50' in delay ? wait(delay) : `${wait(delay)} slower`,
      );
  }
  return words;
}

function timesWords(times: NonNullable<FaultFields['times']>): string {
  if (typeof times === 'number') return times === 1 ? 'next call only' : `${count(times)} times`;
  const ordinals = times.toSorted((a, b) => a - b).map(ordinal);
  if (ordinals.length > 6) {
    return `the ${ordinals.slice(0, 5).join(', ')} and ${count(ordinals.length - 5)} more calls`;
  }
  return `the ${ordinals.join(', ').replace(/, (?=\S*$)/, ' and ')} call`;
}

/** `2nd`, `1,101st`. */
function ordinal(value: number): string {
  const isTeen = value % 100 >= 11 && value % 100 <= 13;
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${count(value)}${ending}`;
}

function matchWords({ id, query, header, body }: FaultMatch): string[] {
  const words: string[] = [];
  if (id !== undefined) words.push(`for pet ${shorten(id, 40)}`);
  if (query === '') words.push('for calls without a query');
  else if (query !== undefined) {
    words.push(`for ?${shorten(new URLSearchParams(query).toString(), 40)}`);
  }
  if (header !== undefined) {
    words.push(`for the headers ${json(header)}`);
  }
  if (body !== undefined) words.push(`for the body ${json(body)}`);
  return words;
}

const json = (value: unknown) => shorten(JSON.stringify(value), 40);

function wait(delay: Delay): string {
  if (typeof delay === 'number') return duration(delay);
  if ('p50' in delay) {
    return `half of calls over ${duration(delay.p50)}, 1 in 100 over ${duration(delay.p99)}`;
  }
  return `${duration(delay.min)} to ${duration(delay.max)}`;
}
